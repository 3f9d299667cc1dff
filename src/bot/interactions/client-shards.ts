import { RESTJSONErrorCodes, Routes, type Client } from 'discord.js';
import { z } from 'zod';
import { isInShards, type Shards } from '../../shared/shards.ts';
import { classifyError } from '../rest/classify-error.ts';

/** A client may have only some of the bot's shards. Null until it connects. */
function shardsOf({ options: { shards, shardCount: count } }: Client): Shards | null {
  return typeof shards === 'object' && count !== undefined ? { ids: shards, count } : null;
}

/** Whether the servers in a client's cache are all servers of the bot. */
export function hasAllServers(client: Client): boolean {
  const shards = shardsOf(client);
  return shards !== null && shards.ids.length === shards.count;
}

const guildSchema = z.object({ name: z.string() });

/**
 * The name of one of the bot's servers, on any shard. For interactions in direct messages, which come to a shard of their
 * own. Null: the bot is not in the server. Throws when Discord does not answer.
 */
export async function findServerName(client: Client, guildId: string): Promise<string | null> {
  const cached = client.guilds.cache.get(guildId);
  // During an outage of the server, discord.js does not know its name.
  if (cached !== undefined) return cached.available ? cached.name : '';
  const shards = shardsOf(client);
  if (shards !== null && isInShards(guildId, shards)) return null;
  try {
    // The client's guild manager would cache the server as if it were on one of the client's shards.
    return guildSchema.parse(await client.rest.get(Routes.guild(guildId))).name;
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'refused' && GONE.has(failure.code)) return null;
    throw error;
  }
}

/** Discord's errors for a bot that is not in the server. */
const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
]);
