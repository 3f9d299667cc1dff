import { expect, test } from 'vitest';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import { FAST } from './fast.ts';
import { openClient, openProcess, pause, until } from './fixture.ts';

const never = new AbortController().signal;

describeOnPostgres((newDatabase) => {
  test('running processes use the value of the first, and later ones propose anew', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    const b = await openProcess(url);
    const proposals: string[] = [];
    const agree = (process: typeof a, name: string, value: number): Promise<number> =>
      process.leases.agree('shards', async () => {
        proposals.push(name);
        await pause(50);
        return value;
      });

    const [first, second] = await Promise.all([agree(a, 'a', 8), agree(b, 'b', 16)]);
    expect(first).toBe(second);
    expect(proposals).toHaveLength(1);
    await a.leases.stop({ deadlineMs: 0 });
    const c = await openProcess(url);
    expect(await agree(c, 'c', 32)).toBe(first);
    await b.leases.stop({ deadlineMs: 0 });
    await c.leases.stop({ deadlineMs: 0 });
    expect(await agree(await openProcess(url), 'd', 64)).toBe(64);
  });

  test('a proposal that fails is left to the next', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    const b = await openProcess(url);
    await expect(
      a.leases.agree('shards', () => Promise.reject(new Error('no network'))),
    ).rejects.toThrow('no network');
    await expect(b.leases.agree('shards', async () => 8)).resolves.toBe(8);
    await expect(a.leases.agree('shards', async () => 4)).resolves.toBe(8);
  });

  test('a process that was taken for dead restores its value', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    await a.leases.agree('shards', async () => 8);
    await client.query('DELETE FROM processes');
    await until(async () => (await client.query('SELECT FROM agreements')).rowCount === 1);
    const b = await openProcess(url);
    expect(await b.leases.agree('shards', async () => 16)).toBe(8);
  });

  test('a process stays out while the others use another value', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    await a.leases.agree('shards', async () => 8);
    // Lives longer than the test.
    await client.query(
      `INSERT INTO processes VALUES ('other', 'other', 0, now(), now(), clock_timestamp() + interval '1 hour', false, true, false)`,
    );
    await client.query(`INSERT INTO agreements VALUES ('shards', 'other', 16)`);
    await client.query(`DELETE FROM processes WHERE id <> 'other'`);
    await until(() => a.lines.some((line) => line.includes('agreed on 16')));
    expect(a.leases.status().isConfirmed).toBe(false);
  });

  test('a dead process does not bind the living', async () => {
    const url = await newDatabase();
    const client = await openClient(url);
    const a = await openProcess(url);
    await client.query(
      `INSERT INTO processes VALUES ('dead', 'dead', 0, now(), now(), clock_timestamp() - interval '1 hour', false, true, false)`,
    );
    await client.query(`INSERT INTO agreements VALUES ('shards', 'dead', 2)`);
    await expect(a.leases.agree('shards', async () => 8)).resolves.toBe(8);
  });

  test('every process hears what one publishes, once', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    const b = await openProcess(url);
    const heard: string[] = [];
    a.leases.subscribe('events', (text) => heard.push(`a ${text}`));
    b.leases.subscribe('events', (text) => heard.push(`b ${text}`));
    b.leases.subscribe('keywords', (text) => heard.push(`keywords ${text}`));

    await a.leases.publish('events', 'with spaces,  “quotes” and \n lines');
    await a.leases.publish('events', 'x'.repeat(7000));
    await until(() => heard.length === 4);
    await pause(100);
    expect(heard.filter((text) => text.startsWith('a'))).toHaveLength(2);
    expect(heard).toContain('b with spaces,  “quotes” and \n lines');
  });

  test('identifies of one bucket are never closer than the interval, whoever identifies', async () => {
    const url = await newDatabase();
    const processes = await Promise.all([1, 2, 3].map(() => openProcess(url)));
    const times = new Map<number, number[]>([
      [0, []],
      [1, []],
    ]);
    const turns = processes.flatMap(({ leases }) =>
      [0, 0, 1].map(async (bucket) => {
        await leases.identify?.(bucket, never);
        times.get(bucket)?.push(performance.now());
      }),
    );
    const startedAt = Date.now();
    await Promise.all(turns);

    expect([...times.values()].map(({ length }) => length)).toEqual([6, 3]);
    for (const bucket of times.values()) {
      const gaps = bucket
        .toSorted((a, b) => a - b)
        .flatMap((time, index, all) => time - (all[index - 1] ?? -Infinity));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(FAST.identifyMs);
    }
    // Buckets do not wait for each other, and no turn is wasted.
    expect(Date.now() - startedAt).toBeLessThan(9 * (FAST.identifyMs + FAST.identifyMarginMs));
  });

  test('a caller can stop waiting for its turn', async () => {
    const a = await openProcess(await newDatabase());
    await a.leases.identify?.(0, never);
    const patience = new AbortController();
    const waiting = a.leases.identify?.(0, patience.signal);
    patience.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
