import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../../../src/shared/database/errors.ts';
import { GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld } from './world.ts';

const FULL = new DatabaseError('SQLite (state.sqlite): SQLITE_FULL: database or disk is full');
const LOCKED = new DatabaseError('SQLite (state.sqlite): SQLITE_BUSY: database is locked');
const OPERATOR = '900';

/** A bot whose cases cannot be stored, for this reason. */
function bootWith(error: Error, { allows = false } = {}) {
  const world = createWorld();
  let isFull = true;
  const { cases } = world.stores;
  const pipeline = world.boot({
    operatorGuildId: OPERATOR,
    cases: {
      ...cases,
      async open(...draft) {
        if (isFull) throw error;
        return cases.open(...draft);
      },
    },
    allowedTexts: { ...world.stores.allowedTexts, has: async () => allows },
  });
  const done = () =>
    world.discord.performed.map(({ kind, messageId }) => `${kind} ${messageId ?? ''}`);
  return {
    world,
    pipeline,
    done,
    makeRoom() {
      isFull = false;
    },
  };
}

describe('while the disk is full', () => {
  it('what must be deleted is deleted once, and its case is stored when there is room', async () => {
    const { world, pipeline, done, makeRoom } = bootWith(FULL);
    pipeline.submit(snapshot({ messageId: idAt(1), text: 'delete me' }));
    pipeline.submit(snapshot({ messageId: idAt(2), text: 'ban me' }));
    await turn();
    await pass(world.clock, 120_000);
    expect(done()).toEqual([`delete ${idAt(1)}`, `delete ${idAt(2)}`]);
    expect(world.stores.allCases()).toEqual([]);

    makeRoom();
    await pass(world.clock, 120_000);
    expect(
      world.stores
        .allCases()
        .map(({ messageId }) => messageId)
        .toSorted(),
    ).toEqual([idAt(1), idAt(2)]);
    expect(done()).toContainEqual(expect.stringContaining('alert'));
    expect(world.outcomes()).toEqual(['acted', 'acted']);
  });

  it('moderators and the operator are told once, and again when it is over', async () => {
    const { world, pipeline, makeRoom } = bootWith(FULL);
    for (const id of [1, 2, 3]) {
      pipeline.submit(snapshot({ messageId: idAt(id), text: `delete me ${id}` }));
    }
    await pass(world.clock, 120_000);
    const text = expect.stringContaining('cannot store anything');
    expect(world.discord.announced).toEqual([
      { guildId: GUILD, text },
      { guildId: OPERATOR, text },
    ]);
    makeRoom();
    await pass(world.clock, 120_000);
    const over = expect.stringContaining('can store again');
    expect(world.discord.announced.slice(2)).toEqual([
      { guildId: GUILD, text: over },
      { guildId: OPERATOR, text: over },
    ]);
  });

  it('what only alerts stays, and so does what a moderator allowed', async () => {
    const { world, pipeline, done } = bootWith(FULL);
    pipeline.submit(snapshot({ messageId: idAt(1), text: 'flag me' }));
    await pass(world.clock, 60_000);
    expect(done()).toEqual([]);
    const allowing = bootWith(FULL, { allows: true });
    allowing.pipeline.submit(snapshot({ messageId: idAt(1), text: 'delete me' }));
    await pass(allowing.world.clock, 60_000);
    expect(allowing.done()).toEqual([]);
  });
});

it('a locked database is waited for: nothing is done without a case', async () => {
  const { world, pipeline, done } = bootWith(LOCKED);
  pipeline.submit(snapshot({ messageId: idAt(1), text: 'delete me' }));
  await pass(world.clock, 60_000);
  expect(done()).toEqual([]);
  expect(world.discord.announced).toEqual([]);
});
