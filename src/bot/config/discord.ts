import { z } from 'zod';
import { parseEnvironment, type Environment } from '../../shared/environment/environment.ts';
import { httpUrlSchema, optional } from '../../shared/environment/fields.ts';

export const DEFAULT_API_URL = 'https://discord.com/api';

export const discordFields = {
  DISCORD_TOKEN: optional(
    z.string({
      error:
        'is missing: copy the bot’s token from https://discord.com/developers/applications → your application → Bot → Reset Token',
    }),
  ),
  DISCORD_API_URL: optional(
    httpUrlSchema.transform((url) => url.replace(/\/+$/, '')).default(DEFAULT_API_URL),
  ),
};

export interface DiscordConfig {
  readonly token: string;
  /** Without the version, such as `https://discord.com/api`. */
  readonly apiUrl: string;
}

/** The settings for `npm run deploy-commands`. Throws a `ConfigError`. */
export function parseDiscordConfig(environment: Environment): DiscordConfig {
  const { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl } = parseEnvironment(
    z.object(discordFields),
    environment,
  );
  return { token, apiUrl };
}
