import { expect, test } from 'vitest';
import { LeaseLostError } from '../../../../src/bot/leases/errors.ts';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import { openClient, openProcess, pause, until } from './fixture.ts';

describeOnPostgres((newDatabase) => {
  test('one process of two gets a lease, and the other one when it is given back', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    const b = await openProcess(url);
    await a.leases.hold('job', a.start);
    await b.leases.hold('job', b.start);
    expect([a.calls, b.calls]).toEqual([['start job'], []]);

    const lease = a.held.get('job');
    const stoppedAt = Date.now();
    await a.leases.stop({ deadlineMs: 700 });
    await until(() => b.held.has('job'));

    expect(Date.now() - stoppedAt).toBeLessThan(900);
    expect(a.calls).toEqual(['start job', 'stop job 700']);
    expect(b.held.get('job')?.number).toBe((lease?.number ?? 0) + 1);
    await expect(lease?.confirm()).rejects.toBeInstanceOf(LeaseLostError);
    await expect(b.held.get('job')?.confirm()).resolves.toBeUndefined();
  });

  test('processes that start together on an empty database agree who holds what', async () => {
    const url = await newDatabase();
    const processes = await Promise.all([1, 2, 3, 4].map(() => openProcess(url)));
    await Promise.all(processes.map(({ leases, start }) => leases.hold('job', start)));
    expect(processes.filter(({ held }) => held.has('job'))).toHaveLength(1);
  });

  test('a lease is not given back before its holder has stopped', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    const b = await openProcess(url);
    let finish = (): void => undefined;
    await a.leases.hold('job', async () => ({
      stop: () => new Promise<void>((resolve) => (finish = resolve)),
    }));
    await b.leases.hold('job', b.start);

    const stopping = a.leases.stop({ deadlineMs: 1000 });
    await pause(300);
    expect(b.held.size).toBe(0);
    finish();
    await stopping;
    await until(() => b.held.has('job'));
  });

  test('a process that vanishes is replaced once its heartbeats have expired', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    await (await openProcess(url)).leases.stop({ deadlineMs: 0 });
    await client.query(
      `INSERT INTO processes VALUES ('gone', 'gone', 0, now(), now(), clock_timestamp(), false, true, false)`,
    );
    await client.query(`INSERT INTO leases (name, number, holder) VALUES ('job', 7, 'gone')`);
    const b = await openProcess(url);
    await b.leases.hold('job', b.start);
    await pause(500);
    expect(b.held.size).toBe(0);

    await until(() => b.held.has('job'));
    expect(b.held.get('job')?.number).toBe(8);
    const { rows } = await client.query(
      `SELECT clock_timestamp() - heartbeat_at > interval '1 second' AS late FROM processes
       WHERE id = 'gone'`,
    );
    expect(rows.every(({ late }) => late === true)).toBe(true);
    await until(
      async () => (await client.query(`SELECT FROM processes WHERE id = 'gone'`)).rowCount === 0,
    );
  });

  test('the first start that fails is reported, and tried again', async () => {
    const url = await newDatabase();
    const a = await openProcess(url, {
      clock: {
        now: () => Date.now(),
        after(delayMs, run) {
          const timer = setTimeout(run, Math.min(delayMs, 20));
          return () => clearTimeout(timer);
        },
      },
    });
    let attempts = 0;
    await expect(
      a.leases.hold('job', async (lease) => {
        attempts += 1;
        if (attempts === 1) throw new Error('no network');
        return a.start(lease);
      }),
    ).rejects.toThrow('no network');
    await until(() => a.held.has('job'));
  });

  test('a holder may confirm its lease while it starts', async () => {
    const a = await openProcess(await newDatabase());
    await a.leases.hold('job', async (lease) => {
      await lease.confirm();
      return a.start(lease);
    });
    expect(a.held.has('job')).toBe(true);
  });

  test('a process knows the holder of each lease', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    const b = await openProcess(url);
    await a.leases.hold('job', a.start);
    await b.leases.hold('job', b.start);
    const { isConfirmed, processes } = b.leases.status();
    expect(isConfirmed).toBe(true);
    expect(processes.map(({ isOwn, leases }) => [isOwn, leases])).toEqual(
      expect.arrayContaining([
        [false, ['job']],
        [true, []],
      ]),
    );
    expect(processes.every(({ heartbeatAgeMs }) => heartbeatAgeMs < 1000)).toBe(true);
  });

  test('a start that is aborted because others should have the lease is no failure', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    const sharing = a.leases.share(['one', 'two'], async (lease) => {
      if (lease.name === 'two') await untilAborted(lease.signal);
      return a.start(lease);
    });
    const b = await openProcess(url);
    await b.leases.share(['one', 'two'], b.start);
    await expect(sharing).resolves.toBeUndefined();
    await until(() => a.held.size === 1 && b.held.size === 1);
  });

  test('the log names each lease that is taken or given back', async () => {
    const a = await openProcess(await newDatabase());
    await a.leases.hold('job', a.start);
    await a.leases.stop({ deadlineMs: 0 });
    const messages = a.lines.map((line) => JSON.parse(line));
    expect(messages).toContainEqual(
      expect.objectContaining({ lease: 'job', number: 1, msg: 'took a lease' }),
    );
    expect(messages).toContainEqual(
      expect.objectContaining({ lease: 'job', number: 1, msg: 'gave a lease back' }),
    );
  });
});

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
