import { z } from 'zod';
import { AppError } from '../lib/errors.ts';
import { LOG_LEVELS } from '../lib/logger.ts';
import { audioConfig, audioFields, type AudioConfig } from './audio.ts';
import { discordFields, type DiscordConfig } from './discord.ts';
import { apiKeySchema, httpUrlSchema, optional, sqliteUrlSchema } from './fields.ts';
import { listenerConfig, listenerFields, type ListenerConfig } from './listener.ts';

/** The environment is missing something or holds something wrong. `problems` names every variable at fault. */
export class ConfigError extends AppError {
  readonly code = 'config_invalid';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The environment is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n` +
        'Set these variables, or write them into a file named .env (see .env.example).',
    );
    this.problems = problems;
  }
}

const environmentSchema = z.object({
  ...discordFields,
  MODERATION_URL: optional(httpUrlSchema.optional()),
  MODERATION_CONSOLE_URL: optional(httpUrlSchema.optional()),
  MODERATION_API_KEY: optional(apiKeySchema.optional()),
  MODERATOR_CHANNEL: optional(z.string().default('mod-alerts')),
  FALLBACK_CHANNEL: optional(
    z
      .string()
      .regex(/^\d{15,20}$/, 'must be the id of a channel, a number of 15 to 20 digits')
      .optional(),
  ),
  STATE_URL: optional(sqliteUrlSchema('sqlite:data/portcullis.sqlite')),
  ...audioFields,
  ...listenerFields,
  LOG_LEVEL: optional(
    z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  ),
});

/** Which moderation service is asked: the one that comes with the bot, or another. */
export type ServiceConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'remote';
      readonly url: string;
      /** Without one, property features are off. */
      readonly consoleUrl: string | undefined;
      readonly apiKey: string;
    };

/** Everything the environment decides, parsed. */
export interface Config {
  readonly discord: DiscordConfig;
  readonly service: ServiceConfig;
  /** Name or id; used in each guild until it sets its own. */
  readonly moderatorChannel: string;
  /** The id of the channel for events that belong to no guild the bot is in. Null: they are put aside. */
  readonly fallbackChannelId: string | null;
  /** For the service that comes with the bot. */
  readonly audio: AudioConfig;
  readonly listener: ListenerConfig;
  /** A `sqlite:` path. */
  readonly stateUrl: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Throws a `ConfigError` that lists every problem at once. Values never stand in it, since some are secrets. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environmentSchema.safeParse(environment);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== '';
  if (isSet('MODERATION_URL') && !isSet('MODERATION_API_KEY')) {
    problems.push('MODERATION_API_KEY is missing: MODERATION_URL names a service that wants a key');
  }
  if (isSet('MODERATION_CONSOLE_URL') && !isSet('MODERATION_URL')) {
    problems.push(
      'MODERATION_URL is missing: MODERATION_CONSOLE_URL is the other half of the same service',
    );
  }
  if (isSet('METRICS_HOST') && !isSet('METRICS_PORT')) {
    problems.push('METRICS_PORT is missing: METRICS_HOST alone moves nothing');
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);

  const { MODERATION_URL, MODERATION_CONSOLE_URL, MODERATION_API_KEY } = parsed.data;
  return {
    discord: { token: parsed.data.DISCORD_TOKEN, apiUrl: parsed.data.DISCORD_API_URL },
    service:
      MODERATION_URL === undefined || MODERATION_API_KEY === undefined
        ? { kind: 'embedded' }
        : {
            kind: 'remote',
            url: MODERATION_URL,
            consoleUrl: MODERATION_CONSOLE_URL,
            apiKey: MODERATION_API_KEY,
          },
    moderatorChannel: parsed.data.MODERATOR_CHANNEL,
    fallbackChannelId: parsed.data.FALLBACK_CHANNEL ?? null,
    audio: audioConfig(parsed.data),
    listener: listenerConfig(parsed.data),
    stateUrl: parsed.data.STATE_URL,
    logLevel: parsed.data.LOG_LEVEL,
  };
}
