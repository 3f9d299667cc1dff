import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { engine } from '../../../helpers/engine.ts';
import type { ServiceDeps } from '../../../../src/service/service.ts';
import { startChild, type Child } from '../../../helpers/processes/child.ts';
import { POSTGRES_URL } from '../../../helpers/state-url.ts';
import { API_KEY, startService } from '../start.ts';

/** Starts two instances of the service on one database; resolves to their addresses. */
export async function startTwo(
  stateUrl: string,
  overrides: Partial<ServiceDeps> = {},
): Promise<[string, string]> {
  const one = await startService({ stateUrl, engine, ...overrides });
  const other = await startService({ stateUrl, engine, ...overrides });
  return [one.baseUrl, other.baseUrl];
}

const lineSchema = z.object({ baseUrl: z.string() });

/** An instance in a process of its own, which a test can kill. */
export async function startProcess(
  stateUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Child & { baseUrl: string }> {
  const child = startChild('scripts/service.ts', {
    env: { SERVICE_STATE_URL: stateUrl, MODERATION_API_KEY: API_KEY, ...env },
  });
  // A busy machine may take longer than one call waits.
  const line = await vi.waitFor(() => child.firstLine(), { timeout: 60_000 });
  const { baseUrl } = lineSchema.parse(line);
  return { ...child, baseUrl };
}

/** Locks a table of the service until `release`; writes to it wait. */
export async function lockTable(
  stateUrl: string,
  table: string,
): Promise<{ release: () => Promise<void> }> {
  const client = new Client(stateUrl);
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE service.${table} IN EXCLUSIVE MODE`);
  let released: Promise<void> | null = null;
  const release = (): Promise<void> => (released ??= client.end());
  onTestFinished(release);
  return { release };
}

/** Runs statements about a test's database on its server, where they don't depend on it. */
export async function runOnServer(
  stateUrl: string,
  statements: (name: string) => readonly string[],
): Promise<void> {
  const client = new Client(POSTGRES_URL);
  await client.connect();
  for (const statement of statements(new URL(stateUrl).pathname.slice(1))) {
    await client.query(statement);
  }
  await client.end();
}
