import {
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  type APIChannel,
  type Client,
  type GatewayGuildCreateDispatchData,
  type GatewayThreadCreateDispatchData,
  type GatewayThreadListSyncDispatchData,
  type GatewayThreadUpdateDispatchData,
  type Guild,
} from 'discord.js';
import { sleep, type Clock } from '../../shared/clock.ts';
import { AppError, errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { compareSnowflakes, snowflakeTime } from '../../shared/snowflake.ts';
import type { Shards } from '../../shared/shards.ts';
import type { MissedMessage, Snapshot } from '../domain/snapshot.ts';
import { createDiscordClient, type MakeRequest } from './client.ts';
import {
  DisallowedIntentsError,
  InvalidTokenError,
  SessionEndedError,
  UnreachableError,
} from './errors.ts';
import { identifyThrottler, type IdentifyTurn } from './identify-throttler.ts';
import { createInvalidRequestLimit, type InvalidRequestLimit } from '../rest/invalid-requests.ts';
import { retryUnauthorized } from '../rest/retry-unauthorized.ts';
import { createConnectionLog } from './connection-log.ts';
import { membershipsOf } from './memberships.ts';
import { createTextEvents } from './text-events.ts';
import { createShardingStrategy } from './sharding-strategy.ts';
import { placeOf, readMessage, type IncomingMessage } from './messages/snapshot.ts';
import { authorKindOf, NO_MEMBERSHIP, snapshotOf, timeOf } from './messages/snapshot.ts';
import { channelsIn, type WatchedChannel } from './watched-channels.ts';

export interface GatewayDeps {
  readonly token: string;
  /** Without the version, such as `https://discord.com/api`. */
  readonly apiUrl: string;
  /** `auto`: all, as many as Discord recommends. */
  readonly shards: Shards | 'auto';
  /** Waits for a shard's turn to identify. Null: this process is the only one that identifies. */
  readonly identify: IdentifyTurn | null;
  /** Resolves right before each request, if it may be sent. */
  readonly beforeRequest: (signal: AbortSignal | null | undefined) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Shared by the gateways of a process. Default: one of its own. */
  readonly invalidRequests?: InvalidRequestLimit;
}

export interface GatewayHandlers {
  /** A guild message was posted or edited. Runs for every message, so it must be fast. */
  readonly onMessage: (snapshot: Snapshot) => void;
  /** A text appeared or changed that is no message: a title, a name, a topic, an event. Must be fast. */
  readonly onText: (snapshot: Snapshot) => void;
  /** A guild is available: at the start, after joining it, and after every new session or outage. */
  readonly onGuildAvailable: (
    guildId: string,
    channels: WatchedChannel[],
    /** When the bot joined it (Unix epoch, milliseconds); null if Discord does not say. */
    joinedAt: number | null,
  ) => void;
  /** A message arrived but could not be read. */
  readonly onMissed: (message: MissedMessage) => void;
  /** Channels to read again: threads that were archived or hidden from the bot and are now open to it. */
  readonly onThreadsOpened: (guildId: string, threads: WatchedChannel[]) => void;
  /** The bot was added to a guild. Not called for a guild that was there before a restart or a reconnect. */
  readonly onGuildJoined: (guildId: string, joinedAt: number) => void;
  /** The bot is no longer in a guild. */
  readonly onGuildRemoved: (guildId: string) => void;
  /** Discord ended the session permanently after `connect` had resolved. */
  readonly onEnded: (error: AppError) => void;
}

export interface Gateway {
  readonly client: Client;
  /**
   * Logs in and resolves when Discord has sent all available guilds. Call it once. Reconnects after brief losses of the
   * connection; throws errors that waiting can't fix.
   */
  connect(handlers: GatewayHandlers): Promise<void>;
  close(): Promise<void>;
}

/**
 * An update says that a message changed, but not what changed. A pin or a new thread causes an update of a message that
 * may be years old, so an update counts only while the text is recent. The hour allows for late updates (resumed sessions,
 * link previews) and clock differences.
 */
const UPDATE_COUNTS_MS = 60 * 60_000;

/** discord.js waits for Discord's close frame, which takes long over a dead connection. */
const CLOSE_WITHIN_MS = 1_000;

export function createGateway(deps: GatewayDeps): Gateway {
  const { token, apiUrl, shards, identify, clock, logger } = deps;
  const {
    invalidRequests = createInvalidRequestLimit({ clock, logger, observe: () => undefined }),
  } = deps;
  const connectionLog = createConnectionLog({ clock, logger });
  let isClosing = false;
  /** Both are set by `connect`. */
  let onEvent: (type: GatewayDispatchEvents, data: unknown) => void = () => undefined;
  let end: (error: AppError) => void = () => undefined;

  const strategy = createShardingStrategy({
    isReady: () => client.isReady(),
    onEvent: (type, data) => onEvent(type, data),
    onMalformed(type, error) {
      const stack = error instanceof Error ? error.stack : undefined;
      logger.error({ event: type, reason: errorMessage(error), stack }, 'gateway event failed');
    },
    onClosed(shardId, closeCode) {
      if (!isClosing) connectionLog.closed(shardId, closeCode);
    },
    onConnected: connectionLog.connected,
  });
  const client = createDiscordClient({
    apiUrl,
    shards,
    makeRequest: retryUnauthorized(confirmed(invalidRequests.makeRequest, deps.beforeRequest), {
      clock,
      logger,
      onRejected: () => end(new InvalidTokenError()),
    }),
    ws: {
      buildStrategy: strategy.build,
      ...(identify === null ? {} : { buildIdentifyThrottler: identifyThrottler(identify) }),
    },
  });

  const textEvents = createTextEvents({ client, clock, logger });

  /** Throws if the message cannot be read or passed on. Its channel is then read again. */
  function receive(type: GatewayDispatchEvents, payload: unknown, handlers: GatewayHandlers): void {
    try {
      const message = readMessage(payload);
      const guild = client.guilds.cache.get(message.guild_id ?? '');
      // Messages posted before the guild is available are fetched once it is.
      if (guild?.available !== true) return;
      if (type === GatewayDispatchEvents.MessageUpdate && isOld(message, clock.now())) return;
      passOn(message, guild, handlers);
      rememberLatest(message, guild);
    } catch (error) {
      missed(payload, handlers);
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

  function passOn(message: IncomingMessage, guild: Guild, handlers: GatewayHandlers): void {
    const { author, member } = message;
    const isPerson = authorKindOf(message, guild.client.user.id) === 'person';
    if (isPerson && member === undefined) {
      void passOnLater(message, guild, handlers);
      return;
    }
    // Saves a request before most actions. Later changes of the member come as events.
    if (isPerson && !guild.members.cache.has(author.id)) {
      strategy.rememberMember(guild, { ...member, user: author });
    }
    handlers.onMessage(snapshotOf(message, member ?? NO_MEMBERSHIP, guild));
  }

  /** Looks the author up first, so that no moderator is taken for a member without roles. */
  async function passOnLater(
    message: IncomingMessage,
    guild: Guild,
    handlers: GatewayHandlers,
  ): Promise<void> {
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
      missed(message, handlers);
    }
  }

  function missed(payload: unknown, { onMissed }: GatewayHandlers): void {
    const place = placeOf(payload);
    if (place === null) return;
    const { guildId, channelId, messageId } = place;
    if (client.guilds.cache.get(guildId)?.available !== true) return;
    onMissed({ guildId, channelId, messageId, editedAt: null });
  }

  /** Called after discord.js has handled the event. If it throws, only this event is lost. */
  function handle(type: GatewayDispatchEvents, data: unknown, handlers: GatewayHandlers): void {
    switch (type) {
      case GatewayDispatchEvents.MessageCreate:
      case GatewayDispatchEvents.MessageUpdate:
        receive(type, data, handlers);
        return;
      // Discord's data in the documented shape; if it has another one, reading it throws.
      case GatewayDispatchEvents.GuildCreate:
        guildCreated(data as GatewayGuildCreateDispatchData, handlers);
        return;
      case GatewayDispatchEvents.ThreadCreate: {
        const thread = data as GatewayThreadCreateDispatchData;
        // A new thread is empty. Otherwise the bot was added to an existing thread.
        if (thread.newly_created !== true) threadsOpened(thread.guild_id, [thread], handlers);
        return;
      }
      case GatewayDispatchEvents.ThreadUpdate: {
        const thread = data as GatewayThreadUpdateDispatchData;
        if (thread.thread_metadata?.archived !== true) {
          threadsOpened(thread.guild_id, [thread], handlers);
        }
        return;
      }
      case GatewayDispatchEvents.ThreadListSync: {
        const { guild_id: guildId, threads } = data as GatewayThreadListSyncDispatchData;
        threadsOpened(guildId, threads, handlers);
        return;
      }
      default:
    }
  }

  function guildCreated(guild: GatewayGuildCreateDispatchData, handlers: GatewayHandlers): void {
    if (guild.unavailable === true) return;
    const cached = client.guilds.cache.get(guild.id);
    // Without the key (Guild Create), discord.js leaves a guild from READY unavailable.
    if (cached !== undefined) cached.available = true;
    const channels = channelsIn([...guild.channels, ...guild.threads]);
    handlers.onGuildAvailable(guild.id, channels, timeOf(guild.joined_at));
  }

  /** Archived threads are in no list of their guild, so their messages are read when they open. */
  function threadsOpened(
    guildId: string | undefined,
    threads: readonly APIChannel[],
    { onThreadsOpened }: GatewayHandlers,
  ): void {
    if (guildId !== undefined) onThreadsOpened(guildId, channelsIn(threads));
  }

  function log(): void {
    client.on(Events.ClientReady, (ready) => {
      const guilds = ready.guilds.cache.size;
      logger.info({ guilds }, 'connected to Discord');
    });
    client.on(Events.ShardError, ({ message }, shardId) => connectionLog.failed(shardId, message));
    client.on(Events.Error, ({ message }) =>
      logger.error({ reason: message }, 'discord.js failed'),
    );
    client.on(Events.Warn, (message) => logger.warn({ reason: message }, 'discord.js warns'));
  }

  async function close(): Promise<void> {
    isClosing = true;
    const closed = new AbortController();
    const destroyed = client.destroy().finally(() => closed.abort());
    await Promise.race([destroyed, sleep(clock, CLOSE_WITHIN_MS, closed.signal)]);
  }

  return {
    client,

    async connect(handlers): Promise<void> {
      onEvent = (type, data) => {
        handle(type, data, handlers);
        textEvents.handle(type, data, handlers.onText);
      };
      client.on(Events.GuildCreate, ({ id, joinedTimestamp }) =>
        handlers.onGuildJoined(id, joinedTimestamp),
      );
      client.on(Events.GuildDelete, ({ id }) => handlers.onGuildRemoved(id));
      client.once(Events.ClientReady, () => strategy.releaseHeld());
      log();
      const started = new Promise<void>((resolve, reject) => {
        client.once(Events.ClientReady, () => resolve());
        end = (error) => {
          if (!client.isReady()) {
            reject(error);
            return;
          }
          handlers.onEnded(error);
          // Otherwise /readyz would stay green.
          void close();
        };
        client.on(Events.ShardDisconnect, ({ code }, shardId) => {
          logger.error({ shardId, closeCode: code }, 'shard disconnected permanently');
          end(endOf(code));
        });
      });
      try {
        // If Discord ends the session at once, `started` rejects first, with a reason that `login` doesn't have.
        await Promise.race([started, client.login(token).then(() => started)]);
      } catch (error) {
        await client.destroy();
        throw loginError(error, apiUrl);
      }
    },

    close,
  };
}

/** Waits before each request, also before those that waited for a rate limit. */
function confirmed(
  makeRequest: MakeRequest,
  beforeRequest: GatewayDeps['beforeRequest'],
): MakeRequest {
  return async (url, init) => {
    await beforeRequest(init.signal);
    return makeRequest(url, init);
  };
}

/** A message older than an update counts, or whose last edit is. */
function isOld({ edited_timestamp: edited, id }: IncomingMessage, now: number): boolean {
  return now - (timeOf(edited) ?? snowflakeTime(id)) > UPDATE_COUNTS_MS;
}

function loginError(error: unknown, apiUrl: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) {
    return new InvalidTokenError({ cause: error });
  }
  return new UnreachableError({ apiUrl, why: errorMessage(error) }, { cause: error });
}

const AUTHENTICATION_FAILED: number = GatewayCloseCodes.AuthenticationFailed;
const DISALLOWED_INTENTS: number = GatewayCloseCodes.DisallowedIntents;

function endOf(closeCode: number): AppError {
  if (closeCode === AUTHENTICATION_FAILED) return new InvalidTokenError();
  if (closeCode === DISALLOWED_INTENTS) return new DisallowedIntentsError();
  return new SessionEndedError(closeCode);
}
