import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIMessage,
  type Client,
  type Guild,
  type GuildTextBasedChannel,
} from 'discord.js';
import type { Logger } from '../lib/logger.ts';
import type { History } from '../moderation/ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import { DiscordUnavailableError } from './errors.ts';
import { failureOf } from './failure.ts';
import { getMessage, listMessages } from './rest.ts';
import { authorKindOf, NO_MEMBERSHIP, snapshotOf, type Membership } from './snapshot.ts';

const PAGE = 100;

/** How long the gateway may take to tell who the authors of a page are. */
const MEMBERS_TIMEOUT_MS = 15_000;

const READING = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** Answers that mean: gone, or not for the bot to see. */
const OUT_OF_SIGHT: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
]);

export function createHistory({ client, logger }: { client: Client; logger: Logger }): History {
  const { rest } = client;

  /** The channel, if the bot knows it and may read what was written in it. */
  async function readable(channelId: string): Promise<GuildTextBasedChannel | null> {
    const channel =
      client.channels.cache.get(channelId) ??
      (await asked(`look up channel ${channelId}`, () => client.channels.fetch(channelId)));
    if (channel === null) {
      // Before all guilds are known, a channel of one of them looks like nobody's.
      if (!client.isReady()) throw new DiscordUnavailableError('Discord is not connected yet.');
      return null;
    }
    if (channel.isDMBased() || !channel.isTextBased()) return null;
    const { me } = channel.guild.members;
    if (me !== null && !channel.permissionsFor(me).has(READING)) {
      const where = { guildId: channel.guildId, channelId };
      logger.warn(where, 'the bot may not read the history of this channel');
      return null;
    }
    return channel;
  }

  return {
    async *after(channelId, afterId): AsyncGenerator<Snapshot> {
      const channel = await readable(channelId);
      if (channel === null) return;
      let after = afterId;
      for (;;) {
        const page = await asked(`read channel ${channelId}`, () =>
          listMessages(rest, channelId, { limit: PAGE, after }),
        );
        const [newest] = page ?? [];
        if (page === null || newest === undefined) return;
        yield* await snapshotsOf(channel.guild, page.toReversed());
        if (page.length < PAGE) return;
        after = newest.id;
      }
    },

    async *edited(channelId, sinceMs): AsyncGenerator<Snapshot> {
      const channel = await readable(channelId);
      if (channel === null) return;
      const latest = await asked(`read channel ${channelId}`, () => listMessages(rest, channelId));
      const edited = (latest ?? []).filter(
        ({ edited_timestamp: at }) => at !== null && Date.parse(at) >= sinceMs,
      );
      yield* await snapshotsOf(channel.guild, edited.toReversed());
    },

    async message(channelId, messageId): Promise<Snapshot | null> {
      const channel = await readable(channelId);
      if (channel === null) return null;
      const message = await asked(`read message ${messageId}`, () =>
        getMessage(rest, channelId, messageId),
      );
      if (message === null) return null;
      const [snapshot] = await snapshotsOf(channel.guild, [message]);
      return snapshot ?? null;
    },
  };
}

/** Asks Discord. Null: what is asked for is gone or not for the bot to see. */
async function asked<T>(operation: string, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'unavailable') {
      throw new DiscordUnavailableError(`Could not ${operation}: ${failure.reason}`, {
        cause: error,
      });
    }
    if (OUT_OF_SIGHT.has(failure.code)) return null;
    throw error;
  }
}

/** Messages out of the history lack their authors' roles, which tell how they stand in the guild. */
async function snapshotsOf(guild: Guild, messages: readonly APIMessage[]): Promise<Snapshot[]> {
  const selfId = guild.client.user.id;
  const people = messages.filter((message) => authorKindOf(message, selfId) === 'person');
  const memberships = await membershipsOf(guild, new Set(people.map(({ author }) => author.id)));
  return messages.map((message) =>
    snapshotOf(message, memberships.get(message.author.id) ?? NO_MEMBERSHIP, guild),
  );
}

/** Those who have left are absent. All that are not cached are asked for at once, over the gateway. */
async function membershipsOf(
  guild: Guild,
  userIds: ReadonlySet<string>,
): Promise<Map<string, Membership>> {
  const missing = [...userIds].filter((id) => !guild.members.cache.has(id));
  const cached = guild.members.cache.filter(({ id }) => userIds.has(id));
  const fetched = missing.length === 0 ? cached : cached.concat(await fetchMembers(guild, missing));
  return new Map(
    fetched.map(({ id, nickname, roles }) => {
      return [
        id,
        { nick: nickname, roles: [...roles.cache.keys()].filter((role) => role !== guild.id) },
      ];
    }),
  );
}

async function fetchMembers(guild: Guild, userIds: string[]): Promise<Guild['members']['cache']> {
  try {
    return await guild.members.fetch({ user: userIds, time: MEMBERS_TIMEOUT_MS });
  } catch (error) {
    const message = `Could not look up members of guild ${guild.id}.`;
    throw new DiscordUnavailableError(message, { cause: error });
  }
}
