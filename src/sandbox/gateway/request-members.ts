import {
  GatewayDispatchEvents,
  GatewayIntentBits,
  type APIGuildMember,
  type GatewayGuildMembersChunkDispatchData,
} from 'discord-api-types/v10';

import type { GuildState } from '../world/types.ts';
import type { RequestGuildMembers } from './client-payloads.ts';
import { requestsAll } from './member-limit.ts';
import type { Session } from './session.ts';

const CHUNK_SIZE = 1000;
/** The most members a search by prefix returns. */
const MAX_QUERY_RESULTS = 100;
/** A longer nonce is ignored: the chunks are sent without one. */
const MAX_NONCE_BYTES = 32;

/**
 * Answers opcode 8 with GUILD_MEMBERS_CHUNK events. Requests for all members without the GUILD_MEMBERS intent
 * get no response, which libraries report as a timeout.
 */
export function sendMembers(
  session: Session,
  guild: GuildState,
  request: RequestGuildMembers,
): void {
  const mayRequestAll = (session.subscriber.intents & GatewayIntentBits.GuildMembers) !== 0;
  if (requestsAll(request) && !mayRequestAll) return;

  const { members, notFound } = select(guild, request);
  const hasNonce =
    request.nonce !== undefined && Buffer.byteLength(request.nonce) <= MAX_NONCE_BYTES;
  const requestsPresences =
    request.presences === true &&
    (session.subscriber.intents & GatewayIntentBits.GuildPresences) > 0;
  const chunkCount = Math.max(1, Math.ceil(members.length / CHUNK_SIZE));
  for (let index = 0; index < chunkCount; index += 1) {
    const data: GatewayGuildMembersChunkDispatchData = {
      guild_id: guild.id,
      members: members.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
      chunk_index: index,
      chunk_count: chunkCount,
      ...(notFound.length > 0 ? { not_found: notFound } : {}),
      ...(requestsPresences ? { presences: [] } : {}),
      ...(hasNonce && request.nonce !== undefined ? { nonce: request.nonce } : {}),
    };
    session.dispatch(GatewayDispatchEvents.GuildMembersChunk, JSON.stringify(data));
  }
}

function select(
  guild: GuildState,
  request: RequestGuildMembers,
): { members: APIGuildMember[]; notFound: string[] } {
  if (request.user_ids !== undefined) {
    const ids = [request.user_ids].flat();
    return {
      members: ids.flatMap((id) => guild.members.get(id) ?? []),
      notFound: ids.filter((id) => !guild.members.has(id)),
    };
  }
  const prefix = (request.query ?? '').toLowerCase();
  const all = [...guild.members.values()];
  if (prefix === '') {
    return { members: request.limit ? all.slice(0, request.limit) : all, notFound: [] };
  }
  const limit = Math.min(request.limit || MAX_QUERY_RESULTS, MAX_QUERY_RESULTS);
  const matches = all.filter((member) =>
    [member.user.username, member.nick, member.user.global_name].some((name) =>
      name?.toLowerCase().startsWith(prefix),
    ),
  );
  return { members: matches.slice(0, limit), notFound: [] };
}
