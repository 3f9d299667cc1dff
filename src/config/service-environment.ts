import { z } from 'zod';
import { ConfigError, optional, sqliteUrlSchema } from './config.ts';

const environmentSchema = z.object({
  MODERATION_API_KEY: optional(z.string().optional()),
  SERVICE_STATE_URL: optional(sqliteUrlSchema('sqlite:data/service.sqlite')),
});

/** What the environment decides for the service as a server of its own. */
export interface ServiceEnvironment {
  /** Absent: it makes one. */
  readonly apiKey: string | undefined;
  /** A `sqlite:` path. */
  readonly stateUrl: string;
}

/** Throws a `ConfigError` that lists every problem at once. */
export function parseServiceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): ServiceEnvironment {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    );
  }
  return { apiKey: parsed.data.MODERATION_API_KEY, stateUrl: parsed.data.SERVICE_STATE_URL };
}
