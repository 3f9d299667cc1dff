import { z } from 'zod';
import type { PageAccess } from './page/access.ts';
import { audioConfig, audioFields, type AudioConfig } from '../shared/environment/audio.ts';
import { parseEnvironment, type Environment } from '../shared/environment/environment.ts';
import {
  LOOPBACK,
  apiKeySchema,
  mustBe,
  optional,
  searchIntervalSchema,
  stateUrlSchema,
  portSchema,
  wholeNumberSchema,
} from '../shared/environment/fields.ts';

const environmentSchema = z.object({
  MODERATION_API_KEY: optional(apiKeySchema.optional()),
  SERVICE_STATE_URL: optional(stateUrlSchema('sqlite:data/service.sqlite')),
  SERVICE_SEARCH_INTERVAL_SECONDS: optional(searchIntervalSchema),
  SERVICE_HOST: optional(z.string().default(LOOPBACK)),
  SERVICE_PORT: optional(portSchema.default(0)),
  SERVICE_COMMENTS_PER_SECOND: optional(wholeNumberSchema({ min: 0, max: 1_000_000, fallback: 0 })),
  SERVICE_PAGE: optional(
    z.enum(['loopback', 'on', 'off'], mustBe('loopback, on or off')).default('loopback'),
  ),
  ...audioFields,
});

/** The configuration of `npm run service`. */
export interface ServiceEnvironment {
  /** Undefined: the service generates one. */
  readonly apiKey: string | undefined;
  /** `sqlite:` and a path, or `postgres:`. */
  readonly stateUrl: string;
  /** Minimum time between two searches of the statistics. 0: no limit. */
  readonly searchIntervalMs: number;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Comments per second that each key may have scored through Perspective's and OpenAI's interfaces; 0: no limit. */
  readonly commentsPerSecond: number;
  /** Access to the moderation page. */
  readonly page: PageAccess;
  readonly audio: AudioConfig;
}

/** Throws a `ConfigError`. */
export function parseServiceEnvironment(environment: Environment): ServiceEnvironment {
  const parsed = parseEnvironment(environmentSchema, environment);
  const { MODERATION_API_KEY: apiKey, SERVICE_STATE_URL: stateUrl } = parsed;
  const { SERVICE_SEARCH_INTERVAL_SECONDS: searchIntervalMs } = parsed;
  const { SERVICE_HOST: host, SERVICE_PORT: port } = parsed;
  const { SERVICE_COMMENTS_PER_SECOND: commentsPerSecond, SERVICE_PAGE: page } = parsed;
  const audio = audioConfig(parsed);
  return { apiKey, stateUrl, searchIntervalMs, host, port, commentsPerSecond, page, audio };
}
