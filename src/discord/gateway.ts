import {
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  type APIChannel,
  type Client,
  type GatewayGuildCreateDispatchData,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
  type GatewayThreadCreateDispatchData,
  type GatewayThreadListSyncDispatchData,
  type GatewayThreadUpdateDispatchData,
  type Guild,
} from 'discord.js';
import { sleep, type Clock } from '../lib/clock.ts';
import { AppError, messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { snowflakeTime } from '../lib/snowflake.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import { createClient } from './client.ts';
import {
  DisallowedIntentsError,
  InvalidTokenError,
  SessionEndedError,
  UnreachableError,
} from './errors.ts';
import { withFormsAsBytes } from './form-bodies.ts';
import { createInvalidRequests } from './invalid-requests.ts';
import { inviteUrl } from './invite.ts';
import { membershipsOf } from './memberships.ts';
import { authorKindOf, NO_MEMBERSHIP, snapshotOf, timeOf } from './snapshot.ts';
import { channelsIn, type WatchedChannel } from './watched-channels.ts';

export interface GatewayDeps {
  readonly token: string;
  /** Without the version, such as `https://discord.com/api`. */
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Hears of each answer that counts towards Discord's limit of invalid requests, by its status. */
  readonly observeInvalid?: (status: number) => void;
}

export interface GatewayHandlers {
  /** A guild message that was written or edited. Runs for every message: it must be quick and not throw. */
  readonly onMessage: (snapshot: Snapshot) => void;
  /** A guild can be worked in: at the start, after joining it, and after every new session or outage. */
  readonly onGuildAvailable: (
    guildId: string,
    channels: WatchedChannel[],
    /** When the bot joined it (Unix epoch, milliseconds); null where Discord does not say. */
    joinedAt: number | null,
  ) => void;
  /**
   * Channels to be looked at again: threads that were archived, or hidden from the bot, and are open to it now, and
   * wherever a message came that could not be taken in.
   */
  readonly onThreadsOpened: (guildId: string, threads: WatchedChannel[]) => void;
  /** The bot is no longer in a guild. */
  readonly onGuildRemoved: (guildId: string) => void;
  /** Discord has ended the session for good, long after `connect` was done. */
  readonly onEnded: (error: AppError) => void;
}

export interface Gateway {
  readonly client: Client;
  /** How many of the requests of the last ten minutes Discord refused. */
  invalidRequests(): number;
  /**
   * Logs in, once in a gateway's life, and resolves when Discord has sent all guilds it can. Brief losses of the
   * connection before and after are dealt with; what no waiting can mend is thrown.
   */
  connect(handlers: GatewayHandlers): Promise<void>;
  close(): Promise<void>;
}

/**
 * An update says that something of a message changed, not what. A pin or a new thread repeats the text of a
 * message that may be years old, so an update counts only while the text is new. The hour leaves room for
 * updates that come late (a resumed session, previews of links) and for a clock that is not quite right.
 */
const UPDATE_COUNTS_MS = 60 * 60_000;

/** discord.js waits for Discord to take its leave as well; over a dead line it would wait for long. */
const CLOSE_WITHIN_MS = 1_000;

type Incoming = GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData;

export function createGateway(deps: GatewayDeps): Gateway {
  const { token, apiUrl, clock, logger, observeInvalid: observe = () => undefined } = deps;
  const invalidRequests = createInvalidRequests({ clock, logger, observe });
  const client = createClient(apiUrl, withFormsAsBytes(invalidRequests.makeRequest));
  let isClosing = false;

  function receive(message: Incoming, { onMessage, onThreadsOpened }: GatewayHandlers): void {
    const { guild_id: guildId, channel_id: channelId, id: messageId } = message;
    if (guildId === undefined) return;
    const guild = client.guilds.cache.get(guildId);
    // What is written before the guild is announced is fetched when it is.
    if (guild?.available !== true) return;
    // An exception in here would end discord.js's loop and with it the process.
    const missed = (error: unknown): void => {
      const where = { guildId, channelId, messageId };
      logger.error({ ...where, reason: messageOf(error) }, 'a message could not be taken in');
      onThreadsOpened(guildId, [{ id: channelId, lastMessageId: messageId }]);
    };
    try {
      const isPerson = authorKindOf(message, guild.client.user.id) === 'person';
      if (message.member !== undefined || !isPerson) {
        onMessage(snapshotOf(message, message.member ?? NO_MEMBERSHIP, guild));
      } else {
        lookUpAuthor(message, guild).then(onMessage).catch(missed);
      }
    } catch (error) {
      missed(error);
    }
  }

  function listen(handlers: GatewayHandlers): void {
    const { onGuildAvailable, onGuildRemoved } = handlers;
    client.ws.on(GatewayDispatchEvents.MessageCreate, (message: GatewayMessageCreateDispatchData) =>
      receive(message, handlers),
    );
    client.ws.on(
      GatewayDispatchEvents.MessageUpdate,
      (message: GatewayMessageUpdateDispatchData) => {
        const edited = message.edited_timestamp;
        const changedAt = edited ? Date.parse(edited) : snowflakeTime(message.id);
        if (clock.now() - changedAt <= UPDATE_COUNTS_MS) receive(message, handlers);
      },
    );
    client.ws.on(GatewayDispatchEvents.GuildCreate, (guild: GatewayGuildCreateDispatchData) => {
      if (guild.unavailable === true) return;
      // discord.js takes the payload in only after this, in the same turn; callers rely on its caches. After a lost
      // session it forgets all members the payload does not name: their roles may have changed meanwhile.
      queueMicrotask(() => {
        const known = client.guilds.cache.get(guild.id);
        // The key may be absent (Guild Create), and discord.js then leaves a guild of READY as unavailable as it was.
        if (known !== undefined) known.available = true;
        const channels = channelsIn([...guild.channels, ...guild.threads]);
        onGuildAvailable(guild.id, channels, timeOf(guild.joined_at));
      });
    });
    client.on(Events.GuildDelete, ({ id }) => onGuildRemoved(id));
    listenToThreads(handlers);
  }

  /** A thread that is archived is in no list of its guild: what was written in it is looked at when it opens. */
  function listenToThreads({ onThreadsOpened }: GatewayHandlers): void {
    const opened = (guildId: string | undefined, threads: readonly APIChannel[]): void => {
      if (guildId !== undefined) onThreadsOpened(guildId, channelsIn(threads));
    };
    client.ws.on(GatewayDispatchEvents.ThreadCreate, (thread: GatewayThreadCreateDispatchData) => {
      // A new thread holds nothing yet; any other is one that the bot was added to.
      if (thread.newly_created !== true) opened(thread.guild_id, [thread]);
    });
    client.ws.on(GatewayDispatchEvents.ThreadUpdate, (thread: GatewayThreadUpdateDispatchData) => {
      if (thread.thread_metadata?.archived !== true) opened(thread.guild_id, [thread]);
    });
    client.ws.on(
      GatewayDispatchEvents.ThreadListSync,
      ({ guild_id: guildId, threads }: GatewayThreadListSyncDispatchData) =>
        opened(guildId, threads),
    );
  }

  function log(): void {
    client.on(Events.ClientReady, (ready) => {
      const guilds = ready.guilds.cache.size;
      logger.info({ guilds }, 'connected to Discord');
      if (guilds === 0) logger.info(`the bot is in no server yet; add it: ${inviteUrl(ready)}`);
    });
    client.on(Events.ShardReconnecting, (shardId) => {
      // discord.js says so of a connection we closed, too.
      if (!isClosing) logger.warn({ shardId }, 'shard reconnecting');
    });
    client.on(Events.ShardResume, (shardId, replayed) => {
      logger.info({ shardId, replayed }, 'shard resumed');
    });
    client.on(Events.ShardError, ({ message }, shardId) => {
      logger.warn({ shardId, reason: message }, 'shard had an error');
    });
    client.on(Events.Error, ({ message }) =>
      logger.error({ reason: message }, 'discord.js failed'),
    );
    client.on(Events.Warn, (message) => logger.warn({ reason: message }, 'discord.js warns'));
  }

  return {
    client,
    invalidRequests: invalidRequests.count,

    async connect(handlers): Promise<void> {
      listen(handlers);
      log();
      const started = new Promise<void>((resolve, reject) => {
        client.once(Events.ClientReady, () => resolve());
        client.on(Events.ShardDisconnect, ({ code }, shardId) => {
          logger.error({ shardId, closeCode: code }, 'shard disconnected for good');
          if (client.isReady()) handlers.onEnded(endOf(code));
          else reject(endOf(code));
        });
      });
      try {
        // A session that Discord ends at once fails `started` first, with the reason; `login` does not know it.
        await Promise.race([started, client.login(token).then(() => started)]);
      } catch (error) {
        await client.destroy();
        throw loginError(error, apiUrl);
      }
    },

    async close(): Promise<void> {
      isClosing = true;
      const closed = new AbortController();
      const destroyed = client.destroy().finally(() => closed.abort());
      await Promise.race([destroyed, sleep(clock, CLOSE_WITHIN_MS, closed.signal)]);
    },
  };
}

/** Nobody is judged as a member without roles before Discord was asked. */
async function lookUpAuthor(message: Incoming, guild: Guild): Promise<Snapshot> {
  const { id } = message.author;
  const memberships = await membershipsOf(guild, new Set([id]));
  return snapshotOf(message, memberships.get(id) ?? NO_MEMBERSHIP, guild);
}

function loginError(error: unknown, apiUrl: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) {
    return new InvalidTokenError({ cause: error });
  }
  return new UnreachableError({ apiUrl, why: messageOf(error) }, { cause: error });
}

const AUTHENTICATION_FAILED: number = GatewayCloseCodes.AuthenticationFailed;
const DISALLOWED_INTENTS: number = GatewayCloseCodes.DisallowedIntents;

function endOf(closeCode: number): AppError {
  if (closeCode === AUTHENTICATION_FAILED) return new InvalidTokenError();
  if (closeCode === DISALLOWED_INTENTS) return new DisallowedIntentsError();
  return new SessionEndedError(closeCode);
}
