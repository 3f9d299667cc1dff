import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import type { Holder, Lease, Leases } from '../../../../src/bot/leases/leases.ts';
import {
  openPostgresLeases,
  type PostgresLeasesOptions,
} from '../../../../src/bot/leases/postgres/postgres-leases.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { FAST } from './fast.ts';

/** The leases of one process. Several of these in a test stand for several processes. */
export interface TestProcess {
  readonly leases: Leases;
  /** The leases it holds now, by name. */
  readonly held: ReadonlyMap<string, Lease>;
  /** Calls of `start` and of `stop`, with the deadline. */
  readonly calls: string[];
  readonly lines: string[];
  start(lease: Lease): Promise<Holder>;
}

/** Opens leases that stop when the test ends. */
export async function openProcess(
  url: string,
  options: Partial<PostgresLeasesOptions> = {},
): Promise<TestProcess> {
  const { logger, lines } = createLogSink();
  const leases = await openPostgresLeases({
    url,
    isAlone: false,
    clock: systemClock,
    monotonic: () => performance.now(),
    random: () => 0,
    logger,
    timing: FAST,
    ...options,
  });
  onTestFinished(() => leases.stop({ deadlineMs: 0 }));
  const held = new Map<string, Lease>();
  const calls: string[] = [];
  return {
    leases,
    held,
    calls,
    lines,
    async start(lease) {
      calls.push(`start ${lease.name}`);
      held.set(lease.name, lease);
      return {
        async stop({ deadlineMs }) {
          calls.push(`stop ${lease.name} ${deadlineMs}`);
          held.delete(lease.name);
        },
      };
    },
  };
}

/** Another connection to the database. */
export async function openClient(url: string): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SET search_path = portcullis_leases');
  onTestFinished(() => client.end());
  return client;
}

/** Ends the sessions of all processes, as a restart of PostgreSQL does. */
export async function breakSessions(client: Client): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'portcullis leases'`,
  );
}

/** Waits until the condition holds. */
export function until(
  condition: () => boolean | Promise<boolean>,
  timeout = 15_000,
): Promise<void> {
  return vi.waitFor(async () => expect(await condition()).toBe(true), { timeout, interval: 10 });
}

/** Waits long enough for an unwanted event to happen. */
export const pause = (ms: number): Promise<void> => wait(ms);

export const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `group-${index}`);
