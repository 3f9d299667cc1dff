import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { LeaseLostError } from '../../../../src/bot/leases/errors.ts';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import { FAST } from './fast.ts';
import { breakSessions, names, openClient, openProcess, pause, until } from './fixture.ts';

describeOnPostgres((newDatabase) => {
  test('a broken session is restored, and its leases are taken back without stopping anything', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    const b = await openProcess(url);
    await a.leases.share(names(4), a.start);
    await b.leases.share(names(4), b.start);
    await until(() => a.held.size === 2 && b.held.size === 2);
    const calls = [a.calls.length, b.calls.length];

    for (let times = 0; times < 3; times += 1) {
      await breakSessions(client);
      await until(() => a.lines.filter((line) => line.includes('is restored')).length > times);
      await Promise.all([...a.held.values(), ...b.held.values()].map((lease) => lease.confirm()));
    }
    await pause(300);

    expect([a.calls.length, b.calls.length]).toEqual(calls);
    expect([a.held.size, b.held.size]).toEqual([2, 2]);
  });

  test('nobody loses a lease because the database was away for long', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    const b = await openProcess(url);
    await a.leases.share(names(4), a.start);
    await b.leases.share(names(4), b.start);
    await until(() => a.held.size === 2 && b.held.size === 2);
    const calls = [a.calls.length, b.calls.length];
    const away = await closeDatabase(url, client);

    await pause(FAST.takeOverMs + 300);
    let confirmed = 0;
    const confirming = [...a.held.values(), ...b.held.values()].map(async (lease) => {
      await lease.confirm();
      confirmed += 1;
    });
    await pause(50);
    expect(confirmed).toBe(0);
    await away.end();
    await Promise.all(confirming);
    await pause(FAST.takeOverMs);

    expect([a.calls.length, b.calls.length]).toEqual(calls);
  });

  test('a process that was silent itself does not take the others for dead', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    await pause(FAST.takeOverMs + 200);
    await client.query('BEGIN');
    await client.query(`UPDATE processes SET heartbeat_at = heartbeat_at - interval '10 seconds'`);
    await client.query(
      `INSERT INTO processes VALUES ('gone', 'gone', 0, now(), now(), now() - interval '10 seconds', false, true, false)`,
    );
    await client.query(`INSERT INTO leases (name, holder) VALUES ('job', 'gone')`);
    await client.query('COMMIT');

    await a.leases.hold('job', a.start);
    await pause(FAST.takeOverMs / 2);
    expect(a.held.size).toBe(0);
    await until(() => a.held.has('job'));
  });

  test('nothing is confirmed while the session is broken, and a waiting caller can give up', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    await a.leases.hold('job', a.start);
    const away = await closeDatabase(url, client);
    await until(() => a.lines.some((line) => line.includes('leases broke')));

    const patience = new AbortController();
    const confirming = a.held.get('job')?.confirm(patience.signal);
    patience.abort(new Error('enough'));
    await expect(confirming).rejects.toThrow('enough');
    await away.end();
  });

  test('a process that was cut off loses its leases to one that was not', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    const b = await openProcess(url);
    await a.leases.hold('job', a.start);
    await b.leases.hold('job', b.start);
    const lease = a.held.get('job');
    // Its session is refused from now on, as if it could not reach the database.
    await client.query(`UPDATE processes SET is_alone = true, heartbeat_at = clock_timestamp()`);
    await client.query(
      `SELECT pg_terminate_backend(backend_pid) FROM processes JOIN leases ON holder = processes.id`,
    );
    await until(() => b.held.has('job'));
    expect(a.held.has('job')).toBe(true);

    let isConfirmed = false;
    const confirming = lease?.confirm().then(() => (isConfirmed = true));
    await pause(100);
    expect(isConfirmed).toBe(false);
    await client.query(`UPDATE processes SET is_alone = false`);
    await expect(confirming).rejects.toBeInstanceOf(LeaseLostError);
    expect(a.calls).toEqual(['start job', 'stop job 0']);
    expect(lease?.signal.aborted).toBe(true);
    expect(b.held.get('job')?.number).toBeGreaterThan(lease?.number ?? Infinity);
  });

  test('a process that was removed meanwhile registers again', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    await a.leases.hold('job', a.start);
    await client.query('DELETE FROM processes');
    await until(async () => (await client.query('SELECT FROM processes')).rowCount === 1);
    await a.held.get('job')?.confirm();
    expect(a.calls).toEqual(['start job']);
  });

  test('a process that needs the database for itself refuses others, and is refused by them', async () => {
    const url = await newDatabase();
    const a = await openProcess(url, { isAlone: true });
    expect([a.leases.isShared, a.leases.identify]).toEqual([false, null]);
    await expect(openProcess(url)).rejects.toMatchObject({ code: 'database_in_use' });
    await expect(openProcess(url, { isAlone: true })).rejects.toThrow(a.leases.processName);
    await a.leases.stop({ deadlineMs: 0 });
    await openProcess(url);
    await expect(openProcess(url, { isAlone: true })).rejects.toMatchObject({
      code: 'database_in_use',
    });
  });

  test('a killed process is waited for only until it counts as dead', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    await (await openProcess(url)).leases.stop({ deadlineMs: 0 });
    await client.query(
      `INSERT INTO processes VALUES ('killed', 'killed', 0, now(), now(), clock_timestamp(), true, true, false)`,
    );
    const a = await openProcess(url, { isAlone: true });
    await a.leases.hold('job', a.start);
    expect(a.held.size).toBe(1);
  });

  test('a database that is not there is an error at once', async () => {
    await expect(openProcess('postgres://127.0.0.1:1/none')).rejects.toMatchObject({
      code: 'database_failed',
    });
  });

  test('stopping does not wait for a database that is away', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    await a.leases.hold('job', a.start);
    const away = await closeDatabase(url, client);
    await a.leases.stop({ deadlineMs: 0 });
    expect(a.held.size).toBe(0);
    await away.end();
  });
});

/** Refuses all new connections until `end`. */
async function closeDatabase(url: string, client: Client): Promise<{ end(): Promise<void> }> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = 'postgres';
  const admin = new Client(server.href);
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await breakSessions(client);
  return {
    async end() {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    },
  };
}
