import { Client } from 'pg';
import type { ServiceDeps } from '../../../../src/service/service.ts';
import { POSTGRES_URL } from '../../../helpers/state-url.ts';
import { startService } from '../start.ts';

/** Starts instances of the service on one database; resolves to their addresses. */
export async function startInstances<const Count extends 2 | 3>(
  stateUrl: string,
  count: Count,
  overrides: Partial<ServiceDeps> = {},
): Promise<Count extends 2 ? [string, string] : [string, string, string]> {
  const services = [];
  for (let index = 0; index < count; index += 1) {
    services.push(await startService({ stateUrl, ...overrides }));
  }
  // The array has as many elements as asked for.
  return services.map(({ baseUrl }) => baseUrl) as Count extends 2
    ? [string, string]
    : [string, string, string];
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
