import { z } from 'zod';
import { MEMORY, pathBeside, sqlitePath } from '../lib/sqlite-url.ts';
import { ConfigError, parseEnvironment, type Environment } from './environment.ts';
import { optional, sqliteUrlSchema } from './fields.ts';

const environmentSchema = z.object({
  STATE_URL: optional(sqliteUrlSchema('sqlite:data/portcullis.sqlite')),
});

/** The files of a bot's state. */
export interface StateFiles {
  readonly stateUrl: string;
  readonly database: string;
  /** The embedded service's; it does not exist with a remote service. */
  readonly service: string;
}

/** For the scripts that work on the state. Throws a `ConfigError`. */
export function parseStateEnvironment(environment: Environment): StateFiles {
  const { STATE_URL: stateUrl } = parseEnvironment(environmentSchema, environment);
  const database = sqlitePath(stateUrl);
  if (database === MEMORY) {
    throw new ConfigError(['STATE_URL must name a file: a state in memory has nothing to copy']);
  }
  return { stateUrl, database, service: pathBeside(database, 'service') };
}
