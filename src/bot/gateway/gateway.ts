import { Events, type Client, type GatewayDispatchEvents } from 'discord.js';
import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage, type AppError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Shards } from '../../shared/shards.ts';
import { createInvalidRequestLimit, type InvalidRequestLimit } from '../rest/invalid-requests.ts';
import { retryUnavailable } from '../rest/retry-unavailable.ts';
import { retryUnauthorized } from '../rest/retry-unauthorized.ts';
import { createDiscordClient, type MakeRequest } from './client.ts';
import { createConnectionLog } from './connection-log.ts';
import { InvalidTokenError } from './errors.ts';
import { createGuildEvents } from './guild-events.ts';
import type { GatewayHandlers } from './handlers.ts';
import { identifyThrottler, type IdentifyTurn } from './identify-throttler.ts';
import { handleMailEvent } from './mail-events.ts';
import { endOf, loginError } from './login-errors.ts';
import { createRecentAuthors } from './recent-authors.ts';
import { createShardingStrategy } from './sharding-strategy.ts';
import { createTextEvents } from './text-events.ts';

export interface GatewayDeps {
  readonly token: string;
  /** Without the version, such as `https://discord.com/api`. */
  readonly apiUrl: string;
  /** `auto`: all shards, as many as Discord recommends. */
  readonly shards: Shards | 'auto';
  /** Waits for a shard's turn to identify. Null: this process is the only one that identifies. */
  readonly identify: IdentifyTurn | null;
  /** Resolves right before each request, if it may be sent. */
  readonly beforeRequest: (signal: AbortSignal | null | undefined) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Shared by the gateways of a process. Default: a limit of its own. */
  readonly invalidRequests?: InvalidRequestLimit;
}

export interface Gateway {
  readonly client: Client;
  /**
   * Logs in and resolves when Discord has sent all available guilds. Call it once. Reconnects after brief losses of the
   * connection; throws errors that waiting can't fix.
   */
  connect(handlers: GatewayHandlers): Promise<void>;
  /** Puts the author of a recent message into the cache of discord.js, which saves a request before most actions. */
  rememberAuthor(guildId: string, userId: string): void;
  close(): Promise<void>;
}

/** discord.js waits for Discord's close frame, which can take long on a dead connection. */
const CLOSE_WITHIN_MS = 1_000;

export function createGateway(deps: GatewayDeps): Gateway {
  const { token, apiUrl, shards, identify, clock, logger } = deps;
  const {
    invalidRequests = createInvalidRequestLimit({ clock, logger, observe: () => undefined }),
  } = deps;
  const connectionLog = createConnectionLog({ clock, logger });
  const recentAuthors = createRecentAuthors();
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
    onConnected(shardId, how) {
      if (how === 'new session') recentAuthors.clear();
      connectionLog.connected(shardId, how);
    },
  });
  const client = createDiscordClient({
    apiUrl,
    shards,
    makeRequest: retryUnavailable(
      retryUnauthorized(confirmed(invalidRequests.makeRequest, deps.beforeRequest), {
        clock,
        logger,
        onRejected: () => end(new InvalidTokenError()),
      }),
      { clock, random: Math.random, logger },
    ),
    ws: {
      buildStrategy: strategy.build,
      ...(identify === null ? {} : { buildIdentifyThrottler: identifyThrottler(identify) }),
    },
  });

  const textEvents = createTextEvents({ client, clock, logger });

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
      const events = createGuildEvents({ client, handlers, clock, logger, recentAuthors });
      onEvent = (type, data) => {
        events.handle(type, data);
        textEvents.handle(type, data, handlers.onText);
        handleMailEvent(type, data, { selfId: client.user?.id ?? '', handlers: handlers.mail });
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

    rememberAuthor(guildId, userId) {
      const guild = client.guilds.cache.get(guildId);
      const found = recentAuthors.find(guildId, userId);
      // Later changes of the member come as events.
      if (guild === undefined || found === null || guild.members.cache.has(userId)) return;
      strategy.rememberMember(guild, found);
    },

    close,
  };
}

/** Waits for `beforeRequest` right before each request is sent, even if it waited for a rate limit. */
function confirmed(
  makeRequest: MakeRequest,
  beforeRequest: GatewayDeps['beforeRequest'],
): MakeRequest {
  return async (url, init) => {
    await beforeRequest(init.signal);
    return makeRequest(url, init);
  };
}
