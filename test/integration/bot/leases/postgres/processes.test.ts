import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startChild, type Child } from '../../../../helpers/processes/child.ts';
import { describeOnPostgres } from '../../../../helpers/test-state.ts';
import { FAST } from '../fast.ts';
import { breakSessions, openClient, until } from '../fixture.ts';

/** A moment at which a process was told that it may act. */
interface Act {
  readonly atNs: bigint;
  readonly name: string;
  readonly number: number;
}

const start = (url: string, leases: number, speed = 'fast'): Child =>
  startChild('test/integration/bot/leases/process.ts', { args: [url, speed, String(leases)] });

function actsOf(child: Child): Act[] {
  const lines = child.stdout().split('\n').slice(0, -1);
  return lines
    .map((line) => line.split(' '))
    .filter((words) => words.length === 3)
    .map(([at = '', name = '', number = '']) => ({
      atNs: BigInt(at),
      name,
      number: Number(number),
    }));
}

const ms = (ns: bigint): number => Number(ns / 1_000_000n);

/** Milliseconds between the last act of one process and the first of the other. */
function gapMs(from: Child, to: Child): number {
  const [first] = actsOf(to);
  const last = actsOf(from).findLast(({ atNs }) => atNs < (first?.atNs ?? 0n));
  return ms((first?.atNs ?? 0n) - (last?.atNs ?? 0n));
}

describeOnPostgres((newDatabase) => {
  test('a killed process is replaced within ten seconds', async () => {
    const url = await newDatabase();
    const killed = start(url, 1, 'real');
    await until(() => actsOf(killed).length > 0);
    const other = start(url, 1, 'real');
    const client = await openClient(url);
    await until(async () => (await client.query('SELECT FROM processes')).rowCount === 2);

    killed.kill('SIGKILL');
    await until(() => actsOf(other).length > 0);

    expect(gapMs(killed, other)).toBeGreaterThan(3900);
    expect(gapMs(killed, other)).toBeLessThan(10_000);
  }, 60_000);

  test('a halted process is replaced, and does not act when it goes on', async () => {
    const url = await newDatabase();
    const halted = start(url, 1);
    await until(() => actsOf(halted).length > 0);
    const other = start(url, 1);
    const client = await openClient(url);
    await until(async () => (await client.query('SELECT FROM processes')).rowCount === 2);

    halted.kill('SIGSTOP');
    await until(() => actsOf(other).length > 20);
    const resumedAt = process.hrtime.bigint();
    halted.kill('SIGCONT');
    await until(() => halted.stderr().includes('lost a lease'));
    await wait(300);

    expect(actsOf(halted).filter(({ atNs }) => atNs > resumedAt)).toEqual([]);
    expect(actsOf(other).at(-1)?.atNs).toBeGreaterThan(resumedAt);
  }, 60_000);

  test('a process that was halted only for a moment goes on', async () => {
    const url = await newDatabase();
    const child = start(url, 1);
    await until(() => actsOf(child).length > 0);
    child.kill('SIGSTOP');
    await wait(FAST.beliefMs + 200);
    const resumedAt = process.hrtime.bigint();
    child.kill('SIGCONT');
    await until(() => actsOf(child).some(({ atNs }) => atNs > resumedAt));
    expect(new Set(actsOf(child).map(({ number }) => number)).size).toBe(1);
  }, 60_000);

  test('a process that stops hands over at once', async () => {
    const url = await newDatabase();
    const stopped = start(url, 1);
    await until(() => actsOf(stopped).length > 0);
    const other = start(url, 1);
    const client = await openClient(url);
    await until(async () => (await client.query('SELECT FROM processes')).rowCount === 2);
    stopped.kill('SIGTERM');
    await stopped.says('stopped');
    await until(() => actsOf(other).length > 0);
    expect(gapMs(stopped, other)).toBeLessThan(FAST.beliefMs);
    expect(await stopped.exit).toBe(0);
  }, 60_000);

  test('whatever happens to processes and sessions, one at a time acts under a lease', async () => {
    const url = await newDatabase();
    const leases = 4;
    const all: Child[] = [];
    const running: Child[] = [];
    const add = (): void => {
      const child = start(url, leases);
      all.push(child);
      running.push(child);
    };
    const any = (): Child =>
      running[Math.floor(Math.random() * running.length)] ?? start(url, leases);
    for (let count = 0; count < 3; count += 1) add();
    await until(() => running.some((child) => actsOf(child).length > 0));
    const client = await openClient(url);

    for (let round = 0; round < 12; round += 1) {
      const child = any();
      if (round % 4 === 0) {
        child.kill('SIGKILL');
        running.splice(running.indexOf(child), 1);
        add();
      } else if (round % 4 === 1) {
        child.kill('SIGSTOP');
        await wait(FAST.takeOverMs * (0.5 + Math.random()));
        child.kill('SIGCONT');
      } else if (round % 4 === 2) {
        await breakSessions(client);
      } else {
        child.kill('SIGSTOP');
        await wait(FAST.beliefMs * Math.random());
        await breakSessions(client);
        child.kill('SIGCONT');
      }
      await wait(500 * Math.random());
    }
    const endedAt = process.hrtime.bigint();
    await until(() => {
      const late = running.flatMap(actsOf).filter(({ atNs }) => atNs > endedAt);
      return new Set(late.map(({ name }) => name)).size === leases;
    }, 30_000);

    const acts = all
      .flatMap((child, process) => actsOf(child).map((act) => ({ ...act, process })))
      .toSorted((a, b) => Number(a.atNs - b.atNs));
    expect(overlaps(acts)).toEqual([]);
    const { rows } = await client.query<{ name: string; number: number }>(
      'SELECT name, number FROM writes.writes ORDER BY id',
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(overlaps(rows.map((row) => ({ ...row, process: null })))).toEqual([]);
    // Leases moved, so the test was not empty.
    expect(Math.max(...rows.map(({ number }) => number))).toBeGreaterThan(2);
  }, 60_000);
});

/** Writes under a lease number after a higher number was used, or by two processes under the same number. */
function overlaps<T extends { name: string; number: number; process: number | null }>(
  acts: readonly T[],
): T[] {
  const latest = new Map<string, T>();
  return acts.filter((act) => {
    const before = latest.get(act.name);
    if (before === undefined || act.number > before.number) latest.set(act.name, act);
    else return act.number < before.number || act.process !== before.process;
    return false;
  });
}
