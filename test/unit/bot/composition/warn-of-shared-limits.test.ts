import { expect, it } from 'vitest';
import { warnOfSharedLimits } from '../../../../src/bot/composition/warn-of-shared-limits.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { turn } from '../../../helpers/turn.ts';

const process = { name: 'host:1', isOwn: true, heartbeatAgeMs: 0, leases: [] };

/** Warnings after each minute, with this many processes in it. */
async function warnings(apiUrl: string, counts: readonly number[]): Promise<number> {
  const clock = createFakeClock();
  const { logger, lines } = createLogSink();
  let count = 1;
  const schedule = warnOfSharedLimits({
    leases: {
      isShared: true,
      status: () => ({
        isConfirmed: true,
        processes: Array.from({ length: count }, () => process),
      }),
    },
    apiUrl,
    clock,
    logger,
  });
  for (count of counts) {
    await turn();
    clock.advance(60_000);
  }
  await turn();
  await schedule.stop();
  return lines.length;
}

it('warns once when a second process appears and nobody counts the requests of both', async () => {
  expect(await warnings('https://discord.com/api', [1, 1])).toBe(0);
  expect(await warnings('https://discord.com/api', [1, 2, 2, 3])).toBe(1);
});

it('says nothing when a proxy counts them', async () => {
  expect(await warnings('http://proxy:8080/api', [2, 2])).toBe(0);
});
