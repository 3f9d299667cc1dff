import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasUsableDatabase } from '../../shared/database/existing.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { sqlitePath } from '../../shared/sqlite-url.ts';
import { isPostgresUrl } from '../../shared/state-url.ts';
import { createModerationClient } from '../../service-api/client/client.ts';
import type { Config } from '../config/config.ts';
import { intentsOff } from '../gateway/before-login.ts';
import { DisallowedIntentsError, InvalidTokenError } from '../gateway/errors.ts';
import { stateMigrations } from '../storage/migrations/migrations.ts';
import { STATE_SCHEMA } from '../storage/tables.ts';

/** The result of one check. `problem` is null if all is well. */
export interface CheckedPart {
  readonly part: 'token' | 'intents' | 'database' | 'service';
  /** For people, in English. */
  readonly text: string;
  readonly problem: null | 'unreachable' | 'token' | 'intents' | 'database' | 'service';
}

const SAMPLE = 'Hello, this is a check.';

/** Checks what a start needs. Changes nothing, sends no message, and may run beside the bot. */
export async function checkInstallation(config: Config, logger: Logger): Promise<CheckedPart[]> {
  const [discord, database, service] = await Promise.all([
    checkDiscord(config),
    checkDatabase(config.secrets.stateUrl, logger),
    checkService(config),
  ]);
  return [...discord, database, service];
}

async function checkDiscord({ secrets, discordApiUrl }: Config): Promise<CheckedPart[]> {
  try {
    const off = await intentsOff({ token: secrets.discordToken, apiUrl: discordApiUrl });
    const token = { part: 'token', text: 'Discord accepts it.', problem: null } as const;
    if (off.length === 0) {
      return [token, { part: 'intents', text: 'Both privileged intents are on.', problem: null }];
    }
    const { message } = new DisallowedIntentsError();
    return [token, { part: 'intents', text: message, problem: 'intents' }];
  } catch (error) {
    const problem = error instanceof InvalidTokenError ? 'token' : 'unreachable';
    return [{ part: 'token', text: errorMessage(error), problem }];
  }
}

async function checkDatabase(url: string, logger: Logger): Promise<CheckedPart> {
  try {
    const options = { url, schema: STATE_SCHEMA, migrations: stateMigrations, logger };
    const exists = await hasUsableDatabase(options);
    if (!exists && !isPostgresUrl(url)) assertCanCreate(sqlitePath(url));
    const text = exists ? 'It can be used.' : 'There is none yet; the first start creates it.';
    return { part: 'database', text, problem: null };
  } catch (error) {
    return { part: 'database', text: errorMessage(error), problem: 'database' };
  }
}

/** Throws if the first part of a path that exists is no folder or cannot be written. */
function assertCanCreate(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) return assertCanCreate(folder);
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`);
  accessSync(folder, constants.W_OK);
}

async function checkService({ service, secrets }: Config): Promise<CheckedPart> {
  if (service.kind === 'embedded') {
    return { part: 'service', text: 'It is embedded in the bot.', problem: null };
  }
  const client = createModerationClient({
    apiKey: secrets.serviceApiKey ?? '',
    baseUrl: service.url,
  });
  try {
    await client.text.preview(SAMPLE);
    return { part: 'service', text: 'It checks texts.', problem: null };
  } catch (error) {
    return { part: 'service', text: errorMessage(error), problem: 'service' };
  } finally {
    await client.close();
  }
}
