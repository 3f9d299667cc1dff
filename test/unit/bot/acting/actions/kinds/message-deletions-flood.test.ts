import { RequestMethod, type REST } from 'discord.js';
import { expect, it } from 'vitest';
import { createMessageDeletions } from '../../../../../../src/bot/acting/actions/kinds/message-deletions.ts';
import { sleep } from '../../../../../../src/shared/clock.ts';
import { createFakeClock } from '../../../../../helpers/fake-clock.ts';
import { idAt } from '../../../../../helpers/snapshots.ts';
import { turn } from '../../../../../helpers/turn.ts';

const ROUND_TRIP_MS = 50;
const LIMITS = {
  single: { requests: 5, windowMs: 5_000 },
  bulk: { requests: 1, windowMs: 3_000 },
};

/** Answers in time, within limits whose windows begin with the first request. */
function createDiscord() {
  const clock = createFakeClock();
  const counts = { single: 0, bulk: 0 };
  const windows = { single: { endMs: 0, left: 0 }, bulk: { endMs: 0, left: 0 } };
  const rest: Pick<REST, 'queueRequest'> = {
    async queueRequest({ method }) {
      const kind = method === RequestMethod.Delete ? 'single' : 'bulk';
      const window = windows[kind];
      counts[kind] += 1;
      if (clock.now() < window.endMs && window.left === 0) {
        await sleep(clock, window.endMs - clock.now());
      }
      if (clock.now() >= window.endMs) {
        window.endMs = clock.now() + LIMITS[kind].windowMs;
        window.left = LIMITS[kind].requests;
      }
      window.left -= 1;
      const remaining = window.left;
      await sleep(clock, ROUND_TRIP_MS);
      const headers = {
        'X-RateLimit-Remaining': String(remaining),
        'X-RateLimit-Reset-After': String((window.endMs - clock.now()) / 1_000),
      };
      return new Response(null, { status: 204, headers });
    },
  };
  return { clock, rest, counts };
}

it('deletes a flood in bulk from its first message on, in few requests', async () => {
  const { clock, rest, counts } = createDiscord();
  const deletions = createMessageDeletions({ rest, clock });
  const messages = 1_200;
  const perSecond = 30;
  const startMs = clock.now();
  const sinceMs = (): number => clock.now() - startMs;
  const goneMs: number[] = [];
  for (let posted = 0; goneMs.length < messages; clock.advance(10)) {
    for (; posted < messages && posted < (sinceMs() * perSecond) / 1_000; posted += 1) {
      const message = { messageId: idAt(posted), caseNumber: posted, reason: '' };
      void deletions
        .delete({ channelId: '5', way: 'together', ...message })
        .then(() => goneMs.push(sinceMs()));
    }
    await turn();
  }
  expect(goneMs[0]).toBeLessThanOrEqual(2 * ROUND_TRIP_MS);
  expect(goneMs.at(-1)).toBeLessThan((messages / perSecond) * 1_000 + LIMITS.bulk.windowMs);
  expect(counts.single).toBeLessThan(LIMITS.single.requests);
  expect(counts.bulk).toBeLessThanOrEqual(15);
});
