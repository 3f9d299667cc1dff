import { expect, test } from 'vitest';
import { LeaseLostError } from '../../../../src/bot/leases/errors.ts';
import type { Lease, Leases } from '../../../../src/bot/leases/leases.ts';
import { createSoleProcess } from '../../../../src/bot/leases/sole-process.ts';
import { createDeferred } from '../../../helpers/deferred.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { turn } from '../../../helpers/turn.ts';

function create(): { leases: Leases; clock: FakeClock; lines: string[] } {
  const clock = createFakeClock();
  const { logger, lines } = createLogSink();
  return { leases: createSoleProcess({ clock, random: () => 1, logger }), clock, lines };
}

test('it gets every lease at once', async () => {
  const { leases } = create();
  const held: Lease[] = [];
  const start = async (lease: Lease) => {
    held.push(lease);
    return { stop: async () => undefined };
  };

  await leases.hold('job', start);
  await leases.share(['group-0', 'group-1'], start);

  expect(held.map(({ name }) => name)).toEqual(['job', 'group-0', 'group-1']);
  await expect(Promise.all(held.map((lease) => lease.confirm()))).resolves.toHaveLength(3);
});

test('the caller learns that the first start failed, and it is tried again', async () => {
  const { leases, clock, lines } = create();
  let attempts = 0;
  const shared = leases.share(['group-0'], async () => {
    attempts += 1;
    if (attempts < 3) throw new Error(`attempt ${attempts} failed`);
    return { stop: async () => undefined };
  });

  await expect(shared).rejects.toThrow('attempt 1 failed');
  clock.advance(1000);
  await turn();
  expect(attempts).toBe(2);
  clock.advance(2000);
  await turn();
  expect(attempts).toBe(3);
  clock.advance(100_000);
  await turn();
  expect(attempts).toBe(3);
  expect(lines.filter((line) => line.includes('could not start'))).toHaveLength(2);
});

test('holders stop at the same time, and their leases end after that', async () => {
  const { leases } = create();
  const stopped = createDeferred();
  const deadlines: number[] = [];
  const held: Lease[] = [];
  await leases.share(['group-0', 'group-1'], async (lease) => {
    held.push(lease);
    return {
      stop({ deadlineMs }) {
        deadlines.push(deadlineMs);
        return stopped.promise;
      },
    };
  });

  const stopping = leases.stop({ deadlineMs: 700 });
  await turn();
  expect(deadlines).toEqual([700, 700]);
  expect(held.map(({ signal }) => signal.aborted)).toEqual([false, false]);

  stopped.resolve();
  await stopping;
  expect(held.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  await expect(held[0]?.confirm()).rejects.toBeInstanceOf(LeaseLostError);
});

test('a holder that fails to stop does not keep the others from stopping', async () => {
  const { leases, lines } = create();
  let stopped = 0;
  await leases.share(['group-0', 'group-1'], async ({ name }) => ({
    async stop() {
      stopped += 1;
      if (name === 'group-0') throw new Error('stuck');
    },
  }));

  await leases.stop({ deadlineMs: 0 });

  expect(stopped).toBe(2);
  expect(lines.join()).toContain('stuck');
});

test('stopping ends a start that waits', async () => {
  const { leases } = create();
  const shared = leases.share(
    ['group-0'],
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );

  await leases.stop({ deadlineMs: 1000 });

  await expect(shared).resolves.toBeUndefined();
});

test('stopping ends the pause after a failed start', async () => {
  const { leases, clock } = create();
  let attempts = 0;
  await leases
    .hold('job', async () => {
      attempts += 1;
      throw new Error('failed');
    })
    .catch(() => undefined);

  await leases.stop({ deadlineMs: 1000 });
  clock.advance(100_000);
  await turn();

  expect(attempts).toBe(1);
});

test('what a start returns after it was told to stop is stopped at once', async () => {
  const { leases } = create();
  const started = createDeferred();
  const deadlines: number[] = [];
  void leases.hold('job', async () => {
    await started.promise;
    return {
      async stop({ deadlineMs }) {
        deadlines.push(deadlineMs);
      },
    };
  });

  const stopping = leases.stop({ deadlineMs: 1000 });
  started.resolve();
  await stopping;

  expect(deadlines).toEqual([0]);
});

test('confirming rejects with the reason of the given signal', async () => {
  const { leases } = create();
  const held: Lease[] = [];
  await leases.hold('job', async (lease) => {
    held.push(lease);
    return { stop: async () => undefined };
  });

  await expect(held[0]?.confirm(AbortSignal.abort(new Error('too late')))).rejects.toThrow(
    'too late',
  );
});

test('a value is proposed once, and again only if that failed', async () => {
  const { leases } = create();

  await expect(leases.agree('shards', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(leases.agree('shards', async () => 8)).resolves.toBe(8);
  await expect(leases.agree('shards', async () => 16)).resolves.toBe(8);
});

test('subscribers hear of their topic after the publisher is done, until they end the subscription', async () => {
  const { leases, lines } = create();
  const heard: string[] = [];
  leases.subscribe('events', () => {
    throw new Error('broken subscriber');
  });
  const end = leases.subscribe('events', (text) => heard.push(text));
  leases.subscribe('keywords', (text) => heard.push(`keywords: ${text}`));

  const published = leases.publish('events', '1');
  expect(heard).toEqual([]);
  await published;
  await turn();
  expect(heard).toEqual(['1']);
  expect(lines.join()).toContain('broken subscriber');

  end();
  await leases.publish('events', '2');
  await turn();
  expect(heard).toEqual(['1']);
});
