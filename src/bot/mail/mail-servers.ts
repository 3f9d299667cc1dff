import { RESTJSONErrorCodes, Routes, type Client } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Conversation } from '../domain/mail/mail.ts';
import { findServerName } from '../interactions/client-shards.ts';
import { classifyError } from '../rest/classify-error.ts';
import type { StoredMail } from '../storage/mail/mail-store.ts';

/**
 * In how many servers the bot looks for a person: Discord tells a bot nothing about the servers it shares with somebody, so it
 * takes a request for each.
 */
const MAX_LOOKED_AT = 40;
const REMEMBERED = 1_000;
const REMEMBER_MS = 10 * 60_000;

const NO_MEMBER: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
]);

export interface NamedServer {
  readonly guildId: string;
  readonly name: string;
}

/** The servers to which a person may write. */
export function createMailServers({
  mail,
  client,
}: {
  readonly mail: Pick<StoredMail, 'channel' | 'servers'>;
  readonly client: Client;
}) {
  /** By person: the servers in which they are a member. */
  const known = new LRUCache<string, readonly string[]>({ max: REMEMBERED, ttl: REMEMBER_MS });

  async function isMember(guildId: string, userId: string): Promise<boolean> {
    try {
      await client.rest.get(Routes.guildMember(guildId, userId));
      return true;
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'refused' && NO_MEMBER.has(failure.code)) return false;
      throw error;
    }
  }

  async function memberOf(userId: string): Promise<readonly string[]> {
    const cached = known.get(userId);
    if (cached !== undefined) return cached;
    const guildIds = await mail.servers(MAX_LOOKED_AT);
    const are = await Promise.all(guildIds.map((guildId) => isMember(guildId, userId)));
    const found = guildIds.filter((_guildId, index) => are[index]);
    known.set(userId, found);
    return found;
  }

  async function takingMail(guildIds: readonly string[]): Promise<string[]> {
    const channels = await Promise.all(guildIds.map((guildId) => mail.channel(guildId)));
    return guildIds.filter((_guildId, index) => channels[index] !== null);
  }

  return {
    /** The servers with an open conversation. */
    open: (conversations: readonly Conversation[]) =>
      takingMail(
        conversations
          .filter(({ closed, blockedById }) => closed === null && blockedById === null)
          .map(({ guildId }) => guildId),
      ),
    /** The servers of which they are a member, and those that they wrote to before, banned or not. */
    async of(userId: string, conversations: readonly Conversation[]): Promise<string[]> {
      const blocked = new Set(
        conversations.flatMap(({ guildId, blockedById }) =>
          blockedById === null ? [] : [guildId],
        ),
      );
      const guildIds = new Set([
        ...conversations.map(({ guildId }) => guildId),
        ...(await memberOf(userId)),
      ]);
      return takingMail([...guildIds].filter((guildId) => !blocked.has(guildId)));
    },
    /** Without those that the bot has left. */
    async named(guildIds: readonly string[]): Promise<NamedServer[]> {
      const names = await Promise.all(guildIds.map((id) => findServerName(client, id)));
      return guildIds.flatMap((guildId, index) => {
        const name = names[index] ?? null;
        return name === null ? [] : [{ guildId, name }];
      });
    },
  };
}
