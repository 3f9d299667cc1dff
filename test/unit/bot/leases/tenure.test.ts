import { expect, it } from 'vitest';
import type { Holder, Lease } from '../../../../src/bot/leases/leases.ts';
import { startTenure, type Tenure } from '../../../../src/bot/leases/tenure.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { pass, turn } from '../../../helpers/turn.ts';

it('believes a lease only when it is confirmed, however often something changes before', async () => {
  let isConfirmed = false;
  let change = (): void => undefined;
  const { lease } = startTenure({
    name: 'job',
    number: 1,
    isConfirmed: () => isConfirmed,
    nextChange: () => new Promise((resolve) => (change = resolve)),
    start: () => Promise.resolve({ stop: () => Promise.resolve() }),
    clock: createFakeClock(),
    random: () => 0.5,
    logger: silentLogger,
  });
  let isBelieved = false;
  const confirming = lease.confirm().then(() => (isBelieved = true));
  for (let alarm = 0; alarm < 2; alarm += 1) {
    await turn();
    change();
  }
  await turn();
  expect(isBelieved).toBe(false);
  isConfirmed = true;
  change();
  await confirming;
  expect(isBelieved).toBe(true);
});

interface Setup {
  readonly isConfirmed?: () => boolean;
  readonly start: (lease: Lease) => Promise<Holder>;
}

function tenureOf({ isConfirmed = () => true, start }: Setup) {
  const clock = createFakeClock();
  const tenure: Tenure = startTenure({
    name: 'job',
    number: 1,
    isConfirmed,
    nextChange: (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    start,
    clock,
    random: () => 0.5,
    logger: silentLogger,
  });
  return { clock, tenure };
}

it('a confirmed lease is believed at once, and never again after it was lost', async () => {
  const { tenure } = tenureOf({ start: () => Promise.resolve({ stop: () => Promise.resolve() }) });
  await tenure.lease.confirm();
  await tenure.lose();
  expect(tenure.lease.signal.aborted).toBe(true);
  await expect(tenure.lease.confirm()).rejects.toThrow('job');
});

it('a wait for the lease ends when its caller gives up, or when the lease is lost', async () => {
  const { tenure } = tenureOf({
    isConfirmed: () => false,
    start: () => Promise.resolve({ stop: () => Promise.resolve() }),
  });
  const caller = new AbortController();
  const cancelled = tenure.lease.confirm(caller.signal);
  caller.abort(new Error('the caller gave up'));
  await expect(cancelled).rejects.toThrow('the caller gave up');
  const waiting = tenure.lease.confirm();
  await Promise.all([expect(waiting).rejects.toThrow('job'), tenure.lose()]);
});

it('an ordered end lets the holder finish before the lease is given up', async () => {
  const steps: string[] = [];
  const { tenure } = tenureOf({
    start: (lease) =>
      Promise.resolve({
        async stop({ deadlineMs }) {
          steps.push(`stop within ${deadlineMs}, ${lease.signal.aborted ? 'lost' : 'held'}`);
        },
      }),
  });
  await tenure.firstStart;
  await Promise.all([tenure.end({ deadlineMs: 500 }), tenure.end({ deadlineMs: 900 })]);
  expect(steps).toEqual(['stop within 500, held']);
  expect(tenure.lease.signal.aborted).toBe(true);
});

it('a lost lease stops its holder without time to finish', async () => {
  const deadlines: number[] = [];
  const { tenure } = tenureOf({
    start: () =>
      Promise.resolve({ stop: async ({ deadlineMs }) => void deadlines.push(deadlineMs) }),
  });
  await tenure.firstStart;
  await tenure.lose();
  expect(deadlines).toEqual([0]);
});

it('starts again after a failed start, but not once the lease is lost', async () => {
  let starts = 0;
  const { clock, tenure } = tenureOf({
    start: () => {
      starts += 1;
      return Promise.reject(new Error('no start'));
    },
  });
  await expect(tenure.firstStart).rejects.toThrow('no start');
  expect(starts).toBe(1);
  await pass(clock, 60_000);
  expect(starts).toBeGreaterThan(2);
  const before = starts;
  await tenure.lose();
  await pass(clock, 600_000);
  expect(starts).toBe(before);
});
