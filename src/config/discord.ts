import { z } from 'zod';
import { httpUrlSchema, optional } from './fields.ts';

/** How Discord is reached. */
export const discordFields = {
  DISCORD_TOKEN: optional(
    z.string({ error: "is missing: the bot's token, from the developer portal, page Bot" }),
  ),
  DISCORD_API_URL: optional(
    httpUrlSchema.transform((url) => url.replace(/\/+$/, '')).default('https://discord.com/api'),
  ),
};

export interface DiscordConfig {
  readonly token: string;
  /** Without the version, such as `https://discord.com/api`. */
  readonly apiUrl: string;
}
