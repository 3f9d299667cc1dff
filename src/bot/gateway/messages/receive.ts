import { GatewayDispatchEvents, type Client, type Guild } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { compareSnowflakes, snowflakeTime } from '../../../shared/snowflake.ts';
import type { GatewayHandlers } from '../handlers.ts';
import { membershipsOf } from '../memberships.ts';
import type { RecentAuthors } from '../recent-authors.ts';
import {
  authorKindOf,
  NO_MEMBERSHIP,
  placeOf,
  readMessage,
  snapshotOf,
  timeOf,
  type IncomingMessage,
} from './snapshot.ts';

/**
 * An update says that a message changed, but not what changed. A pin or a new thread causes an update of a message that
 * may be years old, so an update counts only while the text is recent. The hour allows for late updates (resumed sessions,
 * link previews) and clock differences.
 */
const UPDATE_COUNTS_MS = 60 * 60_000;

export interface ReceiveDeps {
  readonly client: Client;
  readonly handlers: GatewayHandlers;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly recentAuthors: RecentAuthors;
}

/** Turns the gateway's messages into snapshots. */
export function createReceiver({ client, handlers, clock, logger, recentAuthors }: ReceiveDeps) {
  /** Throws if the message cannot be read or passed on. Its channel is then read again. */
  function receive(type: GatewayDispatchEvents, payload: unknown): void {
    try {
      const message = readMessage(payload);
      const guild = client.guilds.cache.get(message.guild_id ?? '');
      // Messages posted before the guild is available are fetched once it is.
      if (guild?.available !== true) return;
      if (type === GatewayDispatchEvents.MessageUpdate && isOld(message, clock.now())) return;
      passOn(message, guild);
      rememberLatest(message, guild);
    } catch (error) {
      missed(payload);
      throw error;
    }
  }

  /** discord.js does not see messages, so it does not keep this itself. */
  function rememberLatest({ id, channel_id: channelId }: IncomingMessage, guild: Guild): void {
    const channel = guild.channels.cache.get(channelId);
    if (channel?.isTextBased() !== true) return;
    const { lastMessageId } = channel;
    if (lastMessageId === null || compareSnowflakes(lastMessageId, id) < 0) {
      channel.lastMessageId = id;
    }
  }

  function passOn(message: IncomingMessage, guild: Guild): void {
    const { author, member } = message;
    const isPerson = authorKindOf(message, guild.client.user.id) === 'person';
    if (isPerson && member === undefined) {
      void passOnLater(message, guild);
      return;
    }
    if (isPerson && member !== undefined) recentAuthors.note(guild.id, author, member);
    handlers.onMessage(snapshotOf(message, member ?? NO_MEMBERSHIP, guild));
  }

  /** Looks the author up first, so that no moderator is taken for a member without roles. */
  async function passOnLater(message: IncomingMessage, guild: Guild): Promise<void> {
    const { author, channel_id: channelId, id: messageId } = message;
    try {
      const memberships = await membershipsOf(guild, new Set([author.id]));
      handlers.onMessage(snapshotOf(message, memberships.get(author.id) ?? NO_MEMBERSHIP, guild));
    } catch (error) {
      const ids = { guildId: guild.id, channelId, messageId };
      logger.error(
        { ...ids, reason: errorMessage(error) },
        'message not received, reading it later',
      );
      missed(message);
    }
  }

  function missed(payload: unknown): void {
    const place = placeOf(payload);
    if (place === null) return;
    const { guildId, channelId, messageId } = place;
    if (client.guilds.cache.get(guildId)?.available !== true) return;
    handlers.onMissed({ guildId, channelId, messageId, editedAt: null });
  }

  return { receive };
}

/** A message older than an update counts, or whose last edit is. */
function isOld({ edited_timestamp: edited, id }: IncomingMessage, now: number): boolean {
  return now - (timeOf(edited) ?? snowflakeTime(id)) > UPDATE_COUNTS_MS;
}
