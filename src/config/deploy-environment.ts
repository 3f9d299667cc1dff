import { z } from 'zod';
import { ConfigError } from './config.ts';
import { discordFields, type DiscordConfig } from './discord.ts';

const environmentSchema = z.object(discordFields);

/** All that registering the commands needs. Throws a `ConfigError` that lists every problem at once. */
export function parseDeployEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): DiscordConfig {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    );
  }
  return { token: parsed.data.DISCORD_TOKEN, apiUrl: parsed.data.DISCORD_API_URL };
}
