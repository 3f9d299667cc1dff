import { beforeEach, expect, it, vi } from 'vitest';
import { policySchema, type Policy } from '../../src/moderation/policy.ts';
import type { Pipeline } from '../../src/pipeline/pipeline.ts';
import { GUILD, idAt, snapshot } from '../helpers/snapshots.ts';
import { turn } from '../helpers/turn.ts';
import { createWorld, type World } from './world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const ladder = {
  enabled: true,
  windowDays: 7,
  rungs: [
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
  return world.stores.policies.set(GUILD, { ...policySchema.parse({ ladder }), ...changes });
}

let written = 1000;

/** Writes without waiting for what comes of it. */
function write(text: string, authorId = '100000000000000004'): void {
  written += 1;
  pipeline.submit(snapshot({ messageId: idAt(written), text, author: { id: authorId } }));
}

/** What was done about each message so far, but notices and alerts. */
function deeds(): string[] {
  return world.stores.allCases().map(({ steps }) =>
    steps
      .map(({ effect }) => effect.kind)
      .filter((kind) => kind !== 'notice' && kind !== 'alert')
      .join(' '),
  );
}

it('climbs a rung with each strike', async () => {
  for (const text of ['delete a', 'warn b', 'delete c']) {
    write(text);
    await turn();
  }
  expect(deeds()).toEqual(['delete', 'timeout', 'delete ban']);
  expect(world.stores.allCases().map(({ escalation }) => escalation?.strikes ?? null)).toEqual([
    null,
    2,
    3,
  ]);
});

it('counts strikes that are judged side by side', async () => {
  world.moderator.holding = true;
  for (const text of ['delete a', 'delete b', 'delete c']) write(text);
  await turn();
  world.moderator.release();
  await turn();
  expect(deeds().sort()).toEqual(['delete', 'delete ban', 'delete timeout']);
});

it('counts each author alone', async () => {
  write('delete a');
  await turn();
  write('delete b', '100000000000000005');
  await turn();
  expect(deeds()).toEqual(['delete', 'delete']);
});

it('forgets what is older than its window', async () => {
  write('delete a');
  await turn();
  world.clock.advance(8 * DAY_MS);
  written += 8 * DAY_MS;
  write('delete b');
  await turn();
  expect(deeds()).toEqual(['delete', 'delete']);
});

it('does not count what moderators have only to look at', async () => {
  write('flag a');
  write('frobnicate b');
  await turn();
  write('delete c');
  await turn();
  expect(deeds()).toEqual(['', '', 'delete']);
});

it('finds strikes behind any number of mere alerts', async () => {
  write('delete a');
  await turn();
  for (let index = 0; index < 120; index += 1) write(`flag ${index}`);
  await vi.waitFor(() => expect(world.stores.allCases()).toHaveLength(121));
  write('delete b');
  await vi.waitFor(() => expect(deeds().at(-1)).toBe('delete timeout'));
});

it('does not count what a moderator has taken back', async () => {
  write('delete a');
  await turn();
  const [first] = world.stores.allCases();
  if (first === undefined) throw new Error('There is no case.');
  const by = { id: '1', name: 'moderator' };
  await world.stores.cases.update(first, (latest) => ({
    ...latest,
    rulings: [{ kind: 'pardon', by, at: 1, reason: null, steps: [], endedAt: 2 }],
  }));
  write('delete b');
  await turn();
  expect(deeds()).toEqual(['delete', 'delete']);
});

it('adds nothing where it is off, nor in shadow mode', async () => {
  await setPolicy({ mode: 'shadow' });
  write('delete a');
  await turn();
  write('delete b');
  await turn();
  await setPolicy({ ladder: policySchema.parse({}).ladder });
  write('delete c');
  await turn();
  expect(deeds()).toEqual(['delete', 'delete', 'delete']);
});
