import { expect, it } from 'vitest';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { createCopiesBeforeStart } from '../../../../src/bot/judging/copies-before-start.ts';
import { createRecentCopies } from '../../../../src/bot/judging/recent-copies.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { idAt, snapshot } from '../../../helpers/snapshots.ts';

const message = (channelId: string, at: number, text = ''): Snapshot =>
  snapshot({
    messageId: idAt(at),
    channelId,
    parts: text === '' ? [{ kind: 'attachment', text: 'casino.png' }] : [{ kind: 'content', text }],
    posting: { placeId: channelId, isAnswer: false, pictures: text === '' ? ['casino.png'] : [] },
  });

/** Messages that stand in the server when the process starts. */
function started(standing: readonly Snapshot[], readMs: (sinceMs: number) => void = () => {}) {
  const clock = createFakeClock();
  const recentCopies = createRecentCopies(clock);
  const errors: unknown[] = [];
  const copiesBeforeStart = createCopiesBeforeStart({
    clock,
    recentCopies,
    cases: { list: () => Promise.resolve([]), evidence: () => Promise.resolve(null) },
    async *recentMessages(_guildId, sinceMs) {
      readMs(sinceMs);
      yield* standing;
    },
    logError: (_context, error) => void errors.push(error),
  });
  const judge = async (received: Snapshot, policy = defaultPolicy): Promise<boolean> => {
    const reading = copiesBeforeStart.read(received, policy);
    if (reading !== null) await reading;
    return recentCopies.add(received, policy.incidents)?.isCertain === true;
  };
  return { clock, judge, errors };
}

const EARLIER = [message('a', 1_000), message('b', 2_000)];

it('finds the copies that an earlier process saw, once a message of the server may have some', async () => {
  let reads = 0;
  const { judge } = started(EARLIER, () => (reads += 1));
  expect(await judge(message('c', 3_000, 'hello'))).toBe(false);
  expect(reads).toBe(0);
  expect(await judge(message('c', 3_000))).toBe(true);
  expect(await judge(message('d', 4_000))).toBe(true);
  expect(reads).toBe(1);
});

it('leaves out what is exempt, and reads nothing where it is off', async () => {
  const exempt = { ...defaultPolicy, exemptChannelIds: ['a'] };
  expect(await started(EARLIER).judge(message('c', 3_000), exempt)).toBe(false);
  let reads = 0;
  const off = {
    ...defaultPolicy,
    incidents: { ...defaultPolicy.incidents, hackedAccounts: 'off' as const },
  };
  expect(await started(EARLIER, () => (reads += 1)).judge(message('c', 3_000), off)).toBe(false);
  expect(reads).toBe(0);
});

it('reads nothing once the process has run for two minutes', async () => {
  let reads = 0;
  const { clock, judge } = started(EARLIER, () => (reads += 1));
  clock.advance(120_001);
  expect(await judge(message('c', 121_000))).toBe(false);
  expect(reads).toBe(0);
});

it('goes on without them if Discord does not answer', async () => {
  const { judge, errors } = started([], () => {
    throw new Error('no answer');
  });
  expect(await judge(message('c', 3_000))).toBe(false);
  expect(errors).toHaveLength(1);
});
