import { expect, it } from 'vitest';
import { startSchedule } from '../../../../src/shared/tasks/schedule.ts';
import { createDeferred } from '../../../helpers/deferred.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { turn } from '../../../helpers/turn.ts';

const INTERVAL_MS = 1000;

it('runs at once, again an interval after each run has ended, and stops after the current run', async () => {
  const clock = createFakeClock();
  const first = createDeferred();
  const steps: string[] = [];
  const schedule = startSchedule({ intervalMs: INTERVAL_MS, clock }, async () => {
    const run = steps.length;
    steps.push(`begin ${run}`);
    if (run === 0) await first.promise;
    steps.push('end');
  });
  await turn();
  clock.advance(INTERVAL_MS);
  await turn();
  expect(steps).toEqual(['begin 0']);
  first.resolve();
  await turn();
  expect(steps).toEqual(['begin 0', 'end']);
  clock.advance(INTERVAL_MS);
  await turn();
  expect(steps).toEqual(['begin 0', 'end', 'begin 2', 'end']);
  await schedule.stop();
  clock.advance(10 * INTERVAL_MS);
  await turn();
  expect(steps).toHaveLength(4);
});

it('tells a run that goes on that it is to end', async () => {
  const first = createDeferred();
  const answers: boolean[] = [];
  const schedule = startSchedule(
    { intervalMs: INTERVAL_MS, clock: createFakeClock() },
    async (isStopped) => {
      answers.push(isStopped());
      await first.promise;
      answers.push(isStopped());
    },
  );
  await turn();
  const stopped = schedule.stop();
  first.resolve();
  await stopped;
  expect(answers).toEqual([false, true]);
});
