import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../../../src/shared/database/errors.ts';
import { snowflakeAt } from '../../../../../src/shared/snowflake.ts';
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

describe('of a message whose text may have a case already', () => {
  /** A bot whose reads of cases fail, too, from now on. */
  async function bootDamaged({ isRead }: { isRead: boolean }) {
    const world = createWorld();
    const first = world.boot();
    first.submit(snapshot({ messageId: idAt(1), text: 'delete me' }));
    await pass(world.clock, 5_000);
    await first.stop({ deadlineMs: 1_000 });
    let reads = 0;
    const pipeline = world.boot({
      cases: {
        ...world.stores.cases,
        ofMessage(...key) {
          reads += 1;
          // The acting stage fails at its first look.
          if (!isRead || reads % 2 === 1) throw FULL;
          return world.stores.cases.ofMessage(...key);
        },
      },
    });
    const before = world.discord.performed.length;
    const deleted = (): string[] =>
      world.discord.performed.slice(before).map(({ kind, messageId }) => `${kind} ${messageId}`);
    return { world, pipeline, deleted };
  }

  it.each([true, false])('nothing is deleted again (can be read: %s)', async (isRead) => {
    const { world, pipeline, deleted } = await bootDamaged({ isRead });
    pipeline.submit(snapshot({ messageId: idAt(1), text: 'delete me' }));
    await pass(world.clock, 60_000);
    expect(deleted()).toEqual([]);
  });

  it('a message that was written since the start is deleted', async () => {
    const { world, pipeline, deleted } = await bootDamaged({ isRead: false });
    const messageId = snowflakeAt(world.clock.now() + 1);
    pipeline.submit(snapshot({ messageId, text: 'delete me' }));
    await pass(world.clock, 60_000);
    expect(deleted()).toEqual([`delete ${messageId}`]);
  });
});

it('a locked database is waited for: nothing is done without a case', async () => {
  const { world, pipeline, done } = bootWith(LOCKED);
  pipeline.submit(snapshot({ messageId: idAt(1), text: 'delete me' }));
  await pass(world.clock, 60_000);
  expect(done()).toEqual([]);
  expect(world.discord.announced).toEqual([]);
});
