import { z } from 'zod';
import { MEMORY, sqlitePath } from '../../shared/sqlite-url.ts';
import { embeddedServiceUrl, isPostgresUrl } from '../../shared/state-url.ts';
import {
  ConfigError,
  parseEnvironment,
  type Environment,
} from '../../shared/environment/environment.ts';
import { optional, stateKeySchema, stateUrlSchema } from '../../shared/environment/fields.ts';

const environmentSchema = z.object({
  STATE_URL: optional(stateUrlSchema('sqlite:data/portcullis.sqlite')),
  STATE_KEY: optional(stateKeySchema.optional()),
});

/** The location of a bot's state. */
export interface StatePlace {
  readonly stateUrl: string;
  /** The location of the embedded service's state, even if the service is remote and has none here. */
  readonly serviceUrl: string;
  /** Null: the state is in a PostgreSQL database. */
  readonly files: { readonly database: string; readonly service: string } | null;
  /** The value of `STATE_KEY`, which only PostgreSQL needs; null: not set. */
  readonly stateKey: Buffer | null;
}

/** The settings for scripts that work on the state. Throws a `ConfigError`. */
export function parseStateEnvironment(environment: Environment): StatePlace {
  const { STATE_URL: stateUrl, STATE_KEY: stateKey = null } = parseEnvironment(
    environmentSchema,
    environment,
  );
  const serviceUrl = embeddedServiceUrl(stateUrl);
  if (isPostgresUrl(stateUrl)) return { stateUrl, serviceUrl, files: null, stateKey };
  const database = sqlitePath(stateUrl);
  if (database === MEMORY) {
    throw new ConfigError(['STATE_URL must name a file: a state in memory has nothing to copy']);
  }
  const files = { database, service: sqlitePath(serviceUrl) };
  return { stateUrl, serviceUrl, files, stateKey: null };
}
