import { REST, Routes } from 'discord.js';
import { z } from 'zod';
import { errorMessage, type AppError } from '../../shared/errors.ts';
import { missingIntents, type PrivilegedIntent } from '../access/intents.ts';
import { InvalidTokenError, UnreachableError } from './errors.ts';

/* Requests to Discord before there is a client. */

export interface DiscordAccess {
  readonly token: string;
  /** Without the version, such as `https://discord.com/api`. */
  readonly apiUrl: string;
}

const gatewayBotSchema = z.object({ shards: z.number().int().positive() });
const applicationSchema = z.object({ flags: z.number().int().default(0) });
const channelSchema = z.object({ guild_id: z.string().optional() });

/** How many shards Discord recommends. Throws an `InvalidTokenError` or an `UnreachableError`. */
export async function recommendedShards(access: DiscordAccess): Promise<number> {
  try {
    return gatewayBotSchema.parse(await restOf(access).get(Routes.gatewayBot())).shards;
  } catch (error) {
    throw failureOf(error, access);
  }
}

/** The privileged intents that are off. Throws like `recommendedShards`. */
export async function intentsOff(access: DiscordAccess): Promise<PrivilegedIntent[]> {
  try {
    const application = await restOf(access).get(Routes.currentApplication());
    return missingIntents(applicationSchema.parse(application).flags);
  } catch (error) {
    throw failureOf(error, access);
  }
}

/** The server of a channel; null: there is no such channel, or the bot can't see it. Throws like `recommendedShards`. */
export async function guildOfChannel(
  access: DiscordAccess,
  channelId: string,
): Promise<string | null> {
  try {
    const channel = channelSchema.parse(await restOf(access).get(Routes.channel(channelId)));
    return channel.guild_id ?? null;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 403) return null;
    throw failureOf(error, access);
  }
}

function failureOf(error: unknown, { apiUrl }: DiscordAccess): AppError {
  return statusOf(error) === 401
    ? new InvalidTokenError({ cause: error })
    : new UnreachableError({ apiUrl, why: errorMessage(error) }, { cause: error });
}

function restOf({ token, apiUrl }: DiscordAccess): REST {
  return new REST({ api: apiUrl }).setToken(token);
}

function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null;
}
