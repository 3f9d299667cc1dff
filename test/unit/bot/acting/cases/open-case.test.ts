import { beforeEach, expect, it, vi } from 'vitest';
import { policySchema, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { Pipeline } from '../../../../../src/bot/composition/pipeline/pipeline.ts';
import { GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { turn } from '../../../../helpers/turn.ts';
import { createWorld, type World } from '../../composition/pipeline/world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const escalation = {
  enabled: true,
  windowDays: 7,
  steps: [
    { strikes: 2, effect: { kind: 'timeout', seconds: 3_600 } },
    { strikes: 3, effect: { kind: 'ban' } },
  ],
};

let world: World;
let pipeline: Pipeline;

beforeEach(async () => {
  world = createWorld();
  await setPolicy({});
  pipeline = world.boot();
});

function setPolicy(changes: Partial<Policy>): Promise<void> {
  return world.stores.policies.set(GUILD, { ...policySchema.parse({ escalation }), ...changes });
}

let written = 1000;

/** Submits a message without waiting for its case. */
function write(text: string, authorId = '100000000000000004'): void {
  written += 1;
  pipeline.submit(snapshot({ messageId: idAt(written), text, author: { id: authorId } }));
}

/** The effects of each case so far, without notices and alerts. */
function actions(): string[] {
  return world.stores.allCases().map(({ steps }) =>
    steps
      .map(({ effect }) => effect.kind)
      .filter((kind) => kind !== 'notice' && kind !== 'alert')
      .join(' '),
  );
}

it('reaches a higher step with each strike', async () => {
  for (const text of ['delete a', 'warn b', 'delete c']) {
    write(text);
    await turn();
  }
  expect(actions()).toEqual(['delete', 'timeout', 'delete ban']);
  expect(world.stores.allCases().map(({ escalation }) => escalation?.strikes ?? null)).toEqual([
    null,
    2,
    3,
  ]);
});

it('counts strikes of messages that are judged at the same time', async () => {
  world.moderator.holding = true;
  for (const text of ['delete a', 'delete b', 'delete c']) write(text);
  await turn();
  world.moderator.release();
  await turn();
  expect(actions().sort()).toEqual(['delete', 'delete ban', 'delete timeout']);
});

it('counts strikes per author', async () => {
  write('delete a');
  await turn();
  write('delete b', '100000000000000005');
  await turn();
  expect(actions()).toEqual(['delete', 'delete']);
});

it('ignores strikes before the window', async () => {
  write('delete a');
  await turn();
  world.clock.advance(8 * DAY_MS);
  written += 8 * DAY_MS;
  write('delete b');
  await turn();
  expect(actions()).toEqual(['delete', 'delete']);
});

it('does not count cases with only an alert', async () => {
  write('flag a');
  write('frobnicate b');
  await turn();
  write('delete c');
  await turn();
  expect(actions()).toEqual(['', '', 'delete']);
});

it('finds strikes behind many cases with only an alert', async () => {
  write('delete a');
  await turn();
  for (let index = 0; index < 120; index += 1) write(`flag ${index}`);
  await vi.waitFor(() => expect(world.stores.allCases()).toHaveLength(121));
  write('delete b');
  await vi.waitFor(() => expect(actions().at(-1)).toBe('delete timeout'));
});

it('does not count a false positive', async () => {
  write('delete a');
  await turn();
  const [first] = world.stores.allCases();
  if (first === undefined) throw new Error('There is no case.');
  const by = { id: '1', name: 'moderator' };
  await world.stores.cases.update(first, (latest) => ({
    ...latest,
    moderatorActions: [{ kind: 'allow', by, at: 1, reason: null, steps: [], endedAt: 2 }],
  }));
  write('delete b');
  await turn();
  expect(actions()).toEqual(['delete', 'delete']);
});

it('adds nothing when only watching, even after strikes in enforce mode', async () => {
  write('delete a');
  await turn();
  await setPolicy({ mode: 'watch' });
  write('delete b');
  await turn();
  expect(actions()).toEqual(['delete', 'delete']);
  expect(world.stores.allCases().at(-1)).toMatchObject({ mode: 'watch', escalation: null });
});

it('adds nothing to what was withheld from a moderator', async () => {
  write('delete a');
  await turn();
  written += 1;
  pipeline.submit(
    snapshot({ messageId: idAt(written), text: 'delete b', author: { rank: 'moderator' } }),
  );
  await turn();
  expect(actions()).toEqual(['delete', '']);
  expect(world.stores.allCases().at(-1)?.escalation).toBeNull();
});

it('adds nothing when escalation is off', async () => {
  await setPolicy({ escalation: policySchema.parse({}).escalation });
  write('delete a');
  await turn();
  write('delete b');
  await turn();
  expect(actions()).toEqual(['delete', 'delete']);
});
