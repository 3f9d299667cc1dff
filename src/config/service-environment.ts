import { z } from 'zod';
import { audioConfig, audioFields, type AudioConfig } from './audio.ts';
import { ConfigError } from './config.ts';
import { apiKeySchema, optional, sqliteUrlSchema } from './fields.ts';

const environmentSchema = z.object({
  MODERATION_API_KEY: optional(apiKeySchema.optional()),
  SERVICE_STATE_URL: optional(sqliteUrlSchema('sqlite:data/service.sqlite')),
  ...audioFields,
});

/** What the environment decides for the service as a server of its own. */
export interface ServiceEnvironment {
  /** Absent: it makes one. */
  readonly apiKey: string | undefined;
  /** A `sqlite:` path. */
  readonly stateUrl: string;
  readonly audio: AudioConfig;
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
  const { MODERATION_API_KEY: apiKey, SERVICE_STATE_URL: stateUrl } = parsed.data;
  return { apiKey, stateUrl, audio: audioConfig(parsed.data) };
}
