import { z } from 'zod';
import { DAY_MS } from '../../shared/clock.ts';
import { LOG_LEVELS } from '../../shared/logger.ts';
import { SNOWFLAKE_PATTERN } from '../../shared/snowflake.ts';
import { isPostgresUrl } from '../../shared/state-url.ts';
import { audioConfig, audioFields, type AudioConfig } from '../../shared/environment/audio.ts';
import { discordFields } from './discord.ts';
import type { Secrets } from './secrets.ts';
import {
  ConfigError,
  parseEnvironment,
  type Environment,
} from '../../shared/environment/environment.ts';
import {
  apiKeySchema,
  HOW_TO_CREATE_A_STATE_KEY,
  httpUrlSchema,
  mustBe,
  optional,
  searchIntervalSchema,
  stateKeySchema,
  stateUrlSchema,
  wholeNumberSchema,
} from '../../shared/environment/fields.ts';
import {
  shardingConfig,
  shardingFields,
  shardingProblem,
  type ShardingConfig,
} from './sharding.ts';
import { listenerConfig, listenerFields, type ListenerConfig } from './listener.ts';

const environmentSchema = z.object({
  ...discordFields,
  MODERATION_URL: optional(httpUrlSchema.optional()),
  MODERATION_CONSOLE_URL: optional(httpUrlSchema.optional()),
  MODERATION_API_KEY: optional(apiKeySchema.optional()),
  MODERATOR_CHANNEL: optional(z.string().default('mod-alerts')),
  FALLBACK_CHANNEL: optional(
    z
      .string()
      .regex(SNOWFLAKE_PATTERN, mustBe('a channel ID, a number of 15 to 20 digits'))
      .optional(),
  ),
  OPERATOR_SERVER: optional(
    z
      .string()
      .regex(SNOWFLAKE_PATTERN, mustBe('a server ID, a number of 15 to 20 digits'))
      .optional(),
  ),
  MODERATION_SECRETS_METHOD: optional(
    z.enum(['GET', 'POST', 'PUT', 'PATCH'], mustBe('GET, POST, PUT or PATCH')).optional(),
  ),
  EDIT_SEARCH_DAYS: optional(wholeNumberSchema({ min: 0, max: 30, fallback: 7 })),
  EDIT_SEARCH_MESSAGES: optional(wholeNumberSchema({ min: 0, max: 10_000, fallback: 1_000 })),
  STATE_URL: optional(stateUrlSchema('sqlite:data/portcullis.sqlite')),
  STATE_KEY: optional(stateKeySchema.optional()),
  CASE_DAYS: optional(
    z
      .string()
      .refine(
        (text) => /^\d{1,4}$/.test(text) && Number(text) >= 30 && Number(text) <= 1825,
        mustBe('a number of days from 30 to 1825'),
      )
      .transform(Number)
      .default(365),
  ),
  SERVICE_SEARCH_INTERVAL_SECONDS: optional(searchIntervalSchema),
  ...shardingFields,
  ...audioFields,
  ...listenerFields,
  LOG_LEVEL: optional(
    z.enum(LOG_LEVELS, mustBe(`one of ${LOG_LEVELS.join(', ')}`)).default('info'),
  ),
});

/** The embedded moderation service, or a remote one. */
export type ServiceConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'remote';
      readonly url: string;
      /** Undefined: property features are off. */
      readonly consoleUrl: string | undefined;
      /** The method of `/addons/secrets`. Default: PATCH. */
      readonly secretsMethod?: 'GET' | 'POST' | 'PUT' | 'PATCH';
    };

export interface Config extends Settings {
  readonly secrets: Secrets;
}

/** The part of the configuration that contains no secrets. */
export interface Settings {
  /** The address of Discord's API without the version, such as `https://discord.com/api`. */
  readonly discordApiUrl: string;
  readonly service: ServiceConfig;
  /** A channel's name or id, for servers that did not set their own. */
  readonly moderatorChannel: string;
  /** The channel for events that belong to none of the bot's servers. Null: such events are kept as failed. */
  readonly fallbackChannelId: string | null;
  /** The server whose managers may change the service's add-ons, which all servers share. Null: nobody may. */
  readonly operatorGuildId: string | null;
  /** How far back each channel is searched for edits made while the bot was offline. */
  readonly editSearch: { readonly maxAgeMs: number; readonly maxMessages: number };
  readonly sharding: ShardingConfig;
  /** For the embedded service. */
  readonly audio: AudioConfig;
  readonly listener: ListenerConfig;
  /** How many days cases are kept in servers that haven't set this. */
  readonly caseDays: number;
  /** The shortest time between two searches of the statistics, for the client and the embedded service. 0: no limit. */
  readonly searchIntervalMs: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Throws a `ConfigError` that lists all problems at once, without secrets. */
export function parseConfig(environment: Environment): Config {
  const parsed = parseEnvironment(environmentSchema, environment, missingPartners(environment));
  const { MODERATION_URL, MODERATION_CONSOLE_URL, MODERATION_API_KEY } = parsed;
  const sharding = shardingConfig(parsed);
  const problem = shardingProblem(sharding);
  if (problem !== null) throw new ConfigError([problem]);
  return {
    secrets: {
      discordToken: parsed.DISCORD_TOKEN,
      serviceApiKey: MODERATION_URL === undefined ? null : (MODERATION_API_KEY ?? null),
      webhookKeys: parsed.MODERATION_WEBHOOK_SECRET,
      stateUrl: parsed.STATE_URL,
      stateKey: isPostgresUrl(parsed.STATE_URL) ? (parsed.STATE_KEY ?? null) : null,
    },
    discordApiUrl: parsed.DISCORD_API_URL,
    service:
      MODERATION_URL === undefined
        ? { kind: 'embedded' }
        : {
            kind: 'remote',
            url: MODERATION_URL,
            consoleUrl: MODERATION_CONSOLE_URL,
            ...(parsed.MODERATION_SECRETS_METHOD === undefined
              ? {}
              : { secretsMethod: parsed.MODERATION_SECRETS_METHOD }),
          },
    moderatorChannel: parsed.MODERATOR_CHANNEL,
    fallbackChannelId: parsed.FALLBACK_CHANNEL ?? null,
    operatorGuildId: parsed.OPERATOR_SERVER ?? null,
    editSearch: {
      maxAgeMs: parsed.EDIT_SEARCH_DAYS * DAY_MS,
      maxMessages: parsed.EDIT_SEARCH_MESSAGES,
    },
    sharding,
    audio: audioConfig(parsed),
    listener: listenerConfig(parsed),
    caseDays: parsed.CASE_DAYS,
    searchIntervalMs: parsed.SERVICE_SEARCH_INTERVAL_SECONDS,
    logLevel: parsed.LOG_LEVEL,
  };
}

/** The secrets to strike out of logs and posts. */
export function secretsOf({ secrets }: Pick<Config, 'secrets'>): string[] {
  const { discordToken, serviceApiKey, webhookKeys, stateUrl, stateKey } = secrets;
  return [
    discordToken,
    ...(serviceApiKey === null ? [] : [serviceApiKey]),
    ...webhookKeys,
    ...(isPostgresUrl(stateUrl) ? [stateUrl, passwordOf(stateUrl)] : []),
    ...(stateKey === null ? [] : [stateKey.toString('base64'), stateKey.toString('hex')]),
  ];
}

function passwordOf(url: string): string {
  return URL.canParse(url) ? decodeURIComponent(new URL(url).password) : '';
}

/** Problems: variables that are missing although another one requires them. */
function missingPartners(environment: Environment): string[] {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== '';
  const problems: string[] = [];
  if (isSet('MODERATION_URL') && !isSet('MODERATION_API_KEY')) {
    problems.push('MODERATION_API_KEY is missing: the service at MODERATION_URL needs an API key');
  }
  if (isSet('MODERATION_CONSOLE_URL') && !isSet('MODERATION_URL')) {
    problems.push(
      'MODERATION_URL is missing: MODERATION_CONSOLE_URL works only with the service it belongs to',
    );
  }
  if (isPostgresUrl(environment.STATE_URL?.trim() ?? '') && !isSet('STATE_KEY')) {
    problems.push(
      `STATE_KEY is missing: it encrypts secrets in the PostgreSQL database; ${HOW_TO_CREATE_A_STATE_KEY}`,
    );
  }
  if (isSet('METRICS_HOST') && !isSet('METRICS_PORT')) {
    problems.push('METRICS_PORT is missing: METRICS_HOST has no effect without it');
  }
  return problems;
}
