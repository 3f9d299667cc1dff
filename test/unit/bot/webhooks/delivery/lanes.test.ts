import { expect, it } from 'vitest';
import { createCancellableDelays } from '../../../../../src/bot/webhooks/delivery/cancellable-delay.ts';
import { createLanes, type Step } from '../../../../../src/bot/webhooks/delivery/lanes.ts';
import { createDeferred, type Deferred } from '../../../../helpers/deferred.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { turn } from '../../../../helpers/turn.ts';

/** Lanes whose steps end when a test says so. */
function createLaneBed() {
  const clock = createFakeClock();
  const stopping = new AbortController();
  const steps: { lane: string; end: Deferred<Step> }[] = [];
  const lanes = createLanes({
    attempt(lane) {
      const end = createDeferred<Step>();
      steps.push({ lane, end });
      return end.promise;
    },
    delays: createCancellableDelays(clock),
    random: () => 1,
    signal: stopping.signal,
  });
  async function endStep(step: Step): Promise<void> {
    steps.at(-1)?.end.resolve(step);
    await turn();
  }
  return { clock, stopping, steps, lanes, endStep };
}

it('processes a lane until it is empty', async () => {
  const { steps, lanes, endStep } = createLaneBed();
  lanes.process('a');
  await endStep('next');
  await endStep('empty');
  expect(steps).toHaveLength(2);
  lanes.process('a');
  expect(steps).toHaveLength(3);
});

it('runs one step of a lane at a time, and several lanes at once', () => {
  const { steps, lanes } = createLaneBed();
  for (const lane of ['a', 'a', 'b']) lanes.process(lane);
  expect(steps.map(({ lane }) => lane)).toEqual(['a', 'b']);
});

it('checks again if an event arrives while a lane turns out to be empty', async () => {
  const { steps, lanes, endStep } = createLaneBed();
  lanes.process('a');
  lanes.process('a');
  await endStep('empty');
  expect(steps).toHaveLength(2);
  await endStep('empty');
  expect(steps).toHaveLength(2);
});

it('waits longer after each failure, up to a minute, and starts over after a success', async () => {
  const { clock, lanes, endStep } = createLaneBed();
  lanes.process('a');
  const delays: number[] = [];
  const fail = async (): Promise<void> => {
    await endStep('wait');
    const [delayMs = 0] = clock.pending();
    delays.push(delayMs);
    clock.advance(delayMs);
    await turn();
  };
  for (let attempt = 0; attempt < 8; attempt += 1) await fail();
  await endStep('next');
  await fail();
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 1000]);
});

it('collects more events before it continues a batch', async () => {
  const { clock, steps, lanes, endStep } = createLaneBed();
  lanes.process('a');
  await endStep('batch');
  expect(clock.pending()).toEqual([250]);
  clock.advance(250);
  await turn();
  expect(steps).toHaveLength(2);
});

it('wakes one lane or all lanes', async () => {
  const { steps, lanes } = createLaneBed();
  for (const lane of ['a', 'b']) lanes.process(lane);
  for (const { end } of steps) end.resolve('wait');
  await turn();
  lanes.wake('b');
  await turn();
  expect(steps.map(({ lane }) => lane)).toEqual(['a', 'b', 'b']);
  lanes.wake();
  await turn();
  expect(steps.map(({ lane }) => lane)).toEqual(['a', 'b', 'b', 'a']);
});

it('retries at once if it was woken during the step that failed', async () => {
  const { clock, steps, lanes, endStep } = createLaneBed();
  lanes.process('a');
  lanes.wake('a');
  await endStep('wait');
  expect(clock.pending()).toEqual([]);
  expect(steps).toHaveLength(2);
});

it('starts no step after it was stopped, and settles when the last one ends', async () => {
  const { stopping, steps, lanes, endStep } = createLaneBed();
  lanes.process('a');
  stopping.abort();
  await endStep('next');
  await lanes.settled();
  expect(steps).toHaveLength(1);
});
