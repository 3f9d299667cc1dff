import {
  RESTJSONErrorCodes,
  type APIMessage,
  type Client,
  type Guild,
  type GuildTextBasedChannel,
  type RESTGetAPIChannelMessagesQuery,
} from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { compareSnowflakes, snowflakeAt } from '../../../shared/snowflake.ts';
import type { History } from '../../domain/ports.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import { DiscordUnavailableError } from '../../rest/errors.ts';
import { ownPermissionsIn } from '../../access/action-context.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { membershipsOf } from '../memberships.ts';
import { hasPermission, type RequiredPermission } from '../../access/permissions.ts';
import { getMessage, listMessages, type MessagePage } from '../../rest/rest.ts';
import { readMessage } from './snapshot.ts';
import { authorKindOf, NO_MEMBERSHIP, snapshotOf, timeOf } from './snapshot.ts';

/** Discord's largest page. */
const PAGE = 100;

const READING: readonly RequiredPermission[] = ['ViewChannel', 'ReadMessageHistory'];

/** Errors for channels and messages that are gone or hidden from the bot. */
const INVISIBLE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
]);

/** How far back `edited` reads in a channel: until either limit is reached. */
export interface EditSearch {
  readonly maxAgeMs: number;
  readonly maxMessages: number;
}

export interface HistoryDeps {
  readonly client: Client;
  readonly editSearch: EditSearch;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createHistory({ client, editSearch, clock, logger }: HistoryDeps): History {
  const { rest } = client;

  const snapshotsOf = createPageReader(logger);

  /** The channel, if it exists and the bot is allowed to read its history. */
  async function readable(channelId: string): Promise<GuildTextBasedChannel | null> {
    const channel =
      client.channels.cache.get(channelId) ??
      (await orNull(`look up channel ${channelId}`, () => client.channels.fetch(channelId)));
    if (channel === null) {
      // Before all guilds are available, their channels look unknown.
      if (!client.isReady()) throw new DiscordUnavailableError('Discord is not connected yet.');
      return null;
    }
    if (channel.isDMBased() || !channel.isTextBased()) return null;
    const permissions = ownPermissionsIn(channel);
    if (
      permissions === null ||
      !READING.every((permission) => hasPermission(permissions, permission))
    ) {
      const where = { guildId: channel.guildId, channelId };
      logger.warn(where, 'the bot may not read the history of this channel');
      return null;
    }
    return channel;
  }

  async function readPage(
    channelId: string,
    query: RESTGetAPIChannelMessagesQuery,
  ): Promise<MessagePage> {
    const page = await orNull(`read channel ${channelId}`, () =>
      listMessages(rest, channelId, query),
    );
    return page ?? { messages: [], isLast: true };
  }

  return {
    async *after(channelId, afterId): AsyncGenerator<Snapshot> {
      const channel = await readable(channelId);
      if (channel === null) return;
      let after = afterId;
      for (;;) {
        const page = await readPage(channelId, { after });
        const [newest] = page.messages;
        if (newest === undefined) return;
        yield* await snapshotsOf(channel.guild, page.messages.toReversed());
        if (page.isLast) return;
        after = newest.id;
      }
    },

    async *latest(channelId, sinceMs): AsyncGenerator<Snapshot> {
      const channel = await readable(channelId);
      if (channel === null) return;
      const oldest = snowflakeAt(sinceMs);
      let before: string | undefined;
      for (;;) {
        const page = await readPage(channelId, before === undefined ? {} : { before });
        const messages = page.messages.filter(({ id }) => compareSnowflakes(id, oldest) >= 0);
        yield* (await snapshotsOf(channel.guild, messages)).toSorted((a, b) =>
          compareSnowflakes(b.messageId, a.messageId),
        );
        const last = messages.at(-1);
        if (last === undefined || page.isLast || messages.length < page.messages.length) return;
        before = last.id;
      }
    },

    async *edited(channelId, sinceMs): AsyncGenerator<Snapshot> {
      const channel = await readable(channelId);
      if (channel === null) return;
      const oldest = snowflakeAt(clock.now() - editSearch.maxAgeMs);
      let before: string | undefined;
      for (let left = editSearch.maxMessages; left > 0; left -= PAGE) {
        const limit = Math.min(left, PAGE);
        const page = await readPage(
          channelId,
          before === undefined ? { limit } : { limit, before },
        );
        const messages = page.messages.filter(({ id }) => compareSnowflakes(id, oldest) >= 0);
        const edited = messages.filter(
          ({ edited_timestamp: at }) => (timeOf(at) ?? -Infinity) >= sinceMs,
        );
        yield* await snapshotsOf(channel.guild, edited.toReversed());
        const last = messages.at(-1);
        if (last === undefined || page.isLast || messages.length < page.messages.length) return;
        before = last.id;
      }
    },

    async message(channelId, messageId): Promise<Snapshot | null> {
      const channel = await readable(channelId);
      if (channel === null) return null;
      const message = await orNull(`read message ${messageId}`, () =>
        getMessage(rest, channelId, messageId),
      );
      if (message === null) return null;
      const [snapshot] = await snapshotsOf(channel.guild, [message]);
      return snapshot ?? null;
    },
  };
}

type ReadPage = (guild: Guild, page: readonly APIMessage[]) => Promise<Snapshot[]>;

/** Adds the authors' roles, which messages from the history lack. Skips malformed messages with a log line. */
function createPageReader(logger: Logger): ReadPage {
  /** One malformed message must not stop the others behind it. */
  function orSkip<T>({ id: guildId }: Guild, { id }: { id: string }, read: () => T): T[] {
    try {
      return [read()];
    } catch (error) {
      const ids = { guildId, messageId: id };
      logger.warn({ ...ids, reason: errorMessage(error) }, 'malformed message skipped');
      return [];
    }
  }

  return async function snapshotsOf(guild, page) {
    const messages = page.flatMap((payload) => orSkip(guild, payload, () => readMessage(payload)));
    const selfId = guild.client.user.id;
    const people = messages.filter((message) => authorKindOf(message, selfId) === 'person');
    const memberships = await membershipsOf(guild, new Set(people.map(({ author }) => author.id)));
    return messages.flatMap((message) =>
      orSkip(guild, message, () =>
        snapshotOf(message, memberships.get(message.author.id) ?? NO_MEMBERSHIP, guild),
      ),
    );
  };
}

/** Runs a request. Null: the channel or message is gone or hidden from the bot. */
async function orNull<T>(operation: string, request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'unavailable') {
      throw new DiscordUnavailableError(`Could not ${operation}: ${failure.reason}`, {
        cause: error,
      });
    }
    if (INVISIBLE.has(failure.code)) return null;
    throw error;
  }
}
