import {
  managerToFetchingStrategyOptions,
  SimpleContextFetchingStrategy,
  WebSocketShard,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
  type IContextFetchingStrategy,
  type IShardingStrategy,
} from '@discordjs/ws';
import {
  Collection,
  GatewayDispatchEvents,
  GatewayOpcodes,
  type ClientOptions,
  type GatewayDispatchPayload,
  type Guild,
} from 'discord.js';

/*
 * discord.js handles an event inside the WebSocket's message handler, so an exception there ends the process. This
 * sharding strategy, a documented option of discord.js, sits between the WebSocket and discord.js: an exception loses
 * one event only, and messages do not reach discord.js at all.
 */

type BuildStrategy = NonNullable<NonNullable<ClientOptions['ws']>['buildStrategy']>;
type Manager = Parameters<BuildStrategy>[0];
type Statuses = Awaited<ReturnType<IShardingStrategy['fetchStatus']>>;

export interface ShardHandlers {
  /** False until discord.js has all servers. */
  isReady(): boolean;
  /** Called with each event after discord.js has handled it. */
  onEvent(type: GatewayDispatchEvents, data: unknown): void;
  /** The event could not be handled. */
  onMalformed(type: string, error: unknown): void;
  /** The connection closed; @discordjs/ws reconnects unless the code is final. */
  onClosed(shardId: number, closeCode: number): void;
  /** Connected: `resumed` continues the old session and replays what was missed. */
  onConnected(shardId: number, how: 'new session' | 'resumed'): void;
}

export interface ShardingStrategy {
  /** The option for discord.js. */
  readonly build: BuildStrategy;
  /** Hands over the events held back until discord.js was ready. */
  releaseHeld(): void;
  /** Has discord.js cache a member, as if Discord had sent them on request. */
  rememberMember(guild: Guild, member: object): void;
}

export function createShardingStrategy(handlers: ShardHandlers): ShardingStrategy {
  let held: (() => void)[] = [];
  let forwardTo: Manager | null = null;

  function attempt(type: string, handle: () => void): boolean {
    try {
      handle();
      return true;
    } catch (error) {
      handlers.onMalformed(type, error);
      return false;
    }
  }

  function dispatch(manager: Manager, shardId: number, payload: GatewayDispatchPayload): void {
    const { t: type } = payload;
    if (NOT_FOR_DISCORD_JS.has(type)) {
      attempt(type, () => handlers.onEvent(type, payload.d));
      return;
    }
    const forward = (data: GatewayDispatchPayload): void => {
      manager.emit(WebSocketShardEvents.Dispatch, { data, shardId });
    };
    // discord.js would queue these itself, and handle them where an exception ends the process.
    if (!handlers.isReady() && !NEEDED_FOR_READY.has(type)) {
      held.push(() => attempt(type, () => forward(payload)));
      attempt(type, () => handlers.onEvent(type, payload.d));
      return;
    }
    const handle = (): void => {
      forward(payload);
      handlers.onEvent(type, payload.d);
    };
    if (attempt(type, handle)) return;
    if (type === GatewayDispatchEvents.GuildCreate && repairGuild(payload.d)) attempt(type, handle);
  }

  function listen(manager: Manager, shard: WebSocketShard): void {
    const { id: shardId } = shard;
    shard.on(WebSocketShardEvents.Dispatch, ({ data }) => dispatch(manager, shardId, data));
    shard.on(WebSocketShardEvents.Ready, ({ data }) => {
      const isHandled = attempt(GatewayDispatchEvents.Ready, () => {
        manager.emit(WebSocketShardEvents.Ready, { data, shardId });
      });
      if (isHandled) handlers.onConnected(shardId, 'new session');
      // Without a usable READY there is no session to work with.
      else void shard.destroy({ recover: WebSocketShardDestroyRecovery.Reconnect });
    });
    shard.on(WebSocketShardEvents.Resumed, () => {
      manager.emit(WebSocketShardEvents.Resumed, { shardId });
      handlers.onConnected(shardId, 'resumed');
    });
    shard.on(WebSocketShardEvents.Closed, ({ code }) => {
      manager.emit(WebSocketShardEvents.Closed, { code, shardId });
      handlers.onClosed(shardId, code);
    });
    shard.on(WebSocketShardEvents.Hello, () => {
      manager.emit(WebSocketShardEvents.Hello, { shardId });
    });
    shard.on(WebSocketShardEvents.Error, ({ error }) => {
      manager.emit(WebSocketShardEvents.Error, { error, shardId });
    });
    shard.on(WebSocketShardEvents.HeartbeatComplete, (heartbeat) => {
      manager.emit(WebSocketShardEvents.HeartbeatComplete, { ...heartbeat, shardId });
    });
  }

  function build(manager: Manager): IShardingStrategy {
    forwardTo = manager;
    /** The state of the current shards: discord.js destroys them before it spawns new ones. */
    let state = { isDestroyed: false };
    const shards = new Collection<number, WebSocketShard>();
    return {
      async spawn(shardIds) {
        const spawned = { isDestroyed: false };
        state = spawned;
        const context = await contextOf(manager, () => spawned.isDestroyed);
        for (const id of shardIds) {
          const shard = new WebSocketShard(context, id);
          listen(manager, shard);
          shards.set(id, shard);
        }
      },
      async connect() {
        await Promise.all(shards.map(connect));
      },
      async destroy(options) {
        state.isDestroyed = true;
        await Promise.all(shards.map((shard) => shard.destroy(options)));
        shards.clear();
      },
      async send(shardId, payload) {
        await shards.get(shardId)?.send(payload);
      },
      // The types differ only because @discordjs/ws has its own version of @discordjs/collection.
      fetchStatus: () => shards.mapValues(({ status }) => status) as unknown as Statuses,
    };
  }

  return {
    build,
    releaseHeld() {
      const events = held;
      held = [];
      for (const handle of events) handle();
    },
    rememberMember({ id, shardId }, member) {
      const d = { guild_id: id, members: [member], chunk_index: 0, chunk_count: 1 };
      const data = {
        op: GatewayOpcodes.Dispatch,
        s: 0,
        t: GatewayDispatchEvents.GuildMembersChunk,
        d,
      };
      // The member has the shape that Discord documents for a message's author.
      const payload = { data: data as unknown as GatewayDispatchPayload, shardId };
      attempt(data.t, () => forwardTo?.emit(WebSocketShardEvents.Dispatch, payload));
    },
  };
}

/**
 * A shard that is destroyed while it waits for an answer connects again half a second later, and would identify for a client
 * that no longer exists. It asks for the session first, and gets no answer.
 */
async function contextOf(
  manager: Manager,
  isDestroyed: () => boolean,
): Promise<IContextFetchingStrategy> {
  const options = await managerToFetchingStrategyOptions(manager);
  const simple = new SimpleContextFetchingStrategy(manager, options);
  return {
    options,
    retrieveSessionInfo: (shardId) =>
      isDestroyed() ? new Promise(() => undefined) : simple.retrieveSessionInfo(shardId),
    updateSessionInfo: (shardId, info) => simple.updateSessionInfo(shardId, info),
    waitForIdentify: (shardId, signal) => simple.waitForIdentify(shardId, signal),
  };
}

/**
 * Resolves when the shard is connected. After an answer that is no WebSocket, such as a 503, @discordjs/ws tries again but
 * rejects. Never rejects: after a final failure, discord.js emits `shardDisconnect`.
 */
async function connect(shard: WebSocketShard): Promise<void> {
  const ready = new Promise<void>((resolve) =>
    shard.once(WebSocketShardEvents.Ready, () => resolve()),
  );
  try {
    await shard.connect();
  } catch {
    // The error listener has logged it.
    await ready;
  }
}

/** We read messages from the payload; discord.js would build a Message from each for nobody. */
const NOT_FOR_DISCORD_JS: ReadonlySet<GatewayDispatchEvents> = new Set([
  GatewayDispatchEvents.MessageCreate,
  GatewayDispatchEvents.MessageUpdate,
]);

/** The events that discord.js handles before it is ready. It queues all others. */
const NEEDED_FOR_READY: ReadonlySet<GatewayDispatchEvents> = new Set([
  GatewayDispatchEvents.Ready,
  GatewayDispatchEvents.Resumed,
  GatewayDispatchEvents.GuildCreate,
  GatewayDispatchEvents.GuildDelete,
  GatewayDispatchEvents.GuildMembersChunk,
  GatewayDispatchEvents.GuildMemberAdd,
  GatewayDispatchEvents.GuildMemberRemove,
]);

const GUILD_LISTS = [
  'channels',
  'threads',
  'roles',
  'members',
  'emojis',
  'stickers',
  'presences',
  'voice_states',
  'stage_instances',
  'guild_scheduled_events',
  'soundboard_sounds',
];

/** Removes non-objects from a server's lists, so that one malformed channel does not lose the whole server. False: not a server. */
function repairGuild(guild: unknown): boolean {
  if (typeof guild !== 'object' || guild === null) return false;
  const lists = guild as Record<string, unknown>;
  for (const name of GUILD_LISTS) {
    const list = lists[name];
    lists[name] = Array.isArray(list) ? list.filter(isRecord) : [];
  }
  return true;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
