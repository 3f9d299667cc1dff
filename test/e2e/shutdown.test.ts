import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { runningBot } from '../../scripts/demo/harness.ts';
import { program } from '../../src/program.ts';
import { createApp } from '../../src/bot/composition/app.ts';
import { silentLogger } from '../../src/shared/logger.ts';
import { CHART_WORKER_URL } from '../helpers/charts/chart-worker-url.ts';
import { createSkippingClock } from '../helpers/skipping-clock.ts';
import { BOTS_USE_POSTGRES } from '../helpers/state-url.ts';
import { countedIn, createKeywordScene } from './keyword-scene.ts';
import { createScene } from './scene.ts';

const WAIT = { timeout: 10_000, interval: 20 };
/** The longest wait for work in flight; the process allows ten seconds in total. */
const STOP_WAIT_MS = 8_000;

/** Log lines at level error (pino's 50) or above. */
function errorsIn(log: readonly string[]): string[] {
  return log.filter((line) => JSON.parse(line).level >= 50);
}

it('a stop does not wait for a service that never answers, and the next start checks the messages', async () => {
  const clock = createSkippingClock();
  const on = await createScene({ deps: { clock } });
  const release = on.service.hold();
  const messages = await Promise.all(
    ['this is [delete]', 'this is [delete] too'].map((text) =>
      on.person('bob').say(on.sandbox.channels.general, text),
    ),
  );
  await vi.waitFor(() => expect(on.service.samples).toHaveLength(2), WAIT);
  const stopped = on.stopBot();
  await vi.waitFor(() => {
    clock.skip(STOP_WAIT_MS);
    return Promise.race([stopped, Promise.reject(new Error('the bot still waits'))]);
  }, WAIT);
  expect(messages.map(on.exists)).toEqual([true, true]);

  release();
  await on.startBot();
  for (const { id } of messages) {
    expect(await on.outcomeOf(id)).toMatchObject({ kind: 'acted' });
    expect(on.alertsAbout(id)).toHaveLength(1);
  }
  expect(messages.map(on.exists)).toEqual([false, false]);
});

it('a stop finishes the messages in flight before it closes anything they need', async () => {
  const on = await createScene();
  const release = on.service.hold();
  const message = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
  await vi.waitFor(() => expect(on.service.samples).toHaveLength(1), WAIT);
  const stopped = on.stopBot();
  await wait(50);
  release();
  await stopped;
  expect(on.exists(message)).toBe(false);
  expect(on.alertsAbout(message.id)).toHaveLength(1);
  expect(errorsIn(on.log)).toEqual([]);

  // The case was stored as finished: the next start has nothing to do.
  await on.startBot();
  const { steps, closedAt } = await on.caseAbout(message.id);
  expect(steps.map(({ outcome }) => outcome?.status)).toEqual(['done', 'done', 'done']);
  expect(closedAt).not.toBeNull();
  expect(on.service.samples).toHaveLength(1);
});

it('every event that is accepted during a stop is shown after the next start', async () => {
  const on = await createKeywordScene();
  let accepted = 0;
  const stop = new AbortController();
  async function sendUntilStopped(): Promise<void> {
    while (!stop.signal.aborted) {
      const status = await on.send(on.event('apple')).catch(() => 0);
      if (status === 200) accepted += 1;
      else await wait(5);
    }
  }
  const sending = Array.from({ length: 4 }, sendUntilStopped);
  await vi.waitFor(() => expect(accepted).toBeGreaterThan(10), WAIT);
  await on.stopBot();
  stop.abort();
  await Promise.all(sending);
  expect(errorsIn(on.log)).toEqual([]);
  await on.startBot();
  await vi.waitFor(() => expect(countedIn(on.posts())).toBe(accepted), WAIT);
});

// On PostgreSQL two bots share the work, unless their service is embedded.
it.skipIf(BOTS_USE_POSTGRES)(
  'a second bot on the same state waits for the first one to stop, then takes over',
  async () => {
    const on = await createScene();
    const { general } = on.sandbox.channels;
    const before = await on.sayAndWait(on.person('bob'), 'this is [delete]');
    const second = createApp(on.config, {
      ...program,
      logger: silentLogger,
      chartWorkerUrl: CHART_WORKER_URL,
    });
    let isStarted = false;
    const starting = second.start().finally(() => (isStarted = true));
    await wait(200);
    // Only the first one moderates meanwhile.
    const during = await on.sayAndWait(on.person('bob'), 'this is [delete] as well');
    expect(isStarted).toBe(false);
    await on.stopBot();
    const between = await on.person('bob').say(general, 'this is [delete] once more');
    const { cases } = runningBot(await starting);
    try {
      const after = await on.person('bob').say(general, 'this is [delete] again');
      const messages = [before.message, during.message, between, after];
      await vi.waitFor(async () => {
        expect(messages.map(on.exists)).toEqual([false, false, false, false]);
        for (const { id } of messages) {
          const record = await cases.ofMessage(on.sandbox.guildId, id);
          expect(record?.closedAt).not.toBeNull();
          expect(record?.alert).not.toBeNull();
        }
      }, WAIT);
      expect(on.service.samples).toHaveLength(messages.length);
    } finally {
      await second.stop();
    }
  },
);
