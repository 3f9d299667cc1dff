import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { openSqliteConnection } from '../../../../../src/shared/database/sqlite-connection.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { sqlitePath } from '../../../../../src/shared/sqlite-url.ts';
import { embeddedServiceUrl } from '../../../../../src/shared/state-url.ts';
import { openStore } from '../../../../../src/service/store/store.ts';
import { createAllowedTexts } from '../../../../../src/bot/storage/allowed-texts.ts';
import { createCases } from '../../../../../src/bot/storage/cases.ts';
import { createKeywords } from '../../../../../src/bot/storage/keywords/keywords.ts';
import { createPolicies } from '../../../../../src/bot/storage/policies.ts';
import { openStateKey } from '../../../../../src/bot/storage/secrets/state-key.ts';
import { createServerWords } from '../../../../../src/bot/storage/server-words.ts';
import { createTaggingSessions } from '../../../../../src/bot/storage/service-records/tagging-sessions.ts';
import { startChild, type Child } from '../../../../helpers/processes/child.ts';
import { createPostgresDatabase } from '../../../../helpers/state-url.ts';
import { tempDir } from '../../../../helpers/temp-dir.ts';
import { openTestState } from '../../../../helpers/test-state.ts';

export interface Result {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

export const newSource = (): string => `sqlite:${join(tempDir(), 'bot.sqlite')}`;

/** An empty PostgreSQL database until the test ends. */
export async function newTarget(): Promise<string> {
  const { url, drop } = await createPostgresDatabase();
  onTestFinished(drop);
  return url;
}

export const startMove = (...args: string[]): Child =>
  startChild('scripts/state/migrate-state.ts', { args });

export async function move(...args: string[]): Promise<Result> {
  const child = startMove(...args);
  const code = await child.exit;
  return { code, stdout: child.stdout(), stderr: child.stderr() };
}

/** The stores of a bot and of its embedded service, as both open them. `stateKey`: default, the key file's. */
export async function openBot(stateUrl: string, stateKey = openStateKey(stateUrl)) {
  const { database, keyValues, close } = await openTestState(stateUrl);
  const service = await openStore(embeddedServiceUrl(stateUrl), silentLogger);
  return {
    database,
    service,
    cases: createCases(database, systemClock, silentLogger),
    policies: createPolicies(keyValues),
    keywords: createKeywords(database),
    words: createServerWords(database),
    allowedTexts: createAllowedTexts(keyValues),
    tagging: createTaggingSessions({ database, stateKey, clock: systemClock }),
    async close() {
      await service.destroy();
      await close();
    },
  };
}

export async function runSqlite(url: string, ...statements: string[]): Promise<void> {
  const connection = await openSqliteConnection(sqlitePath(url), 1000);
  for (const statement of statements) await connection.run(statement);
  await connection.close();
}

/** A session in the target until the test ends. */
export async function connectTo(url: string): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
