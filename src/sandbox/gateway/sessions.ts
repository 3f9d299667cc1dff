import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  type GatewayGuildCreateDispatchData,
} from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';
import { channelAsSeen } from '../world/guilds/guild-create.ts';
import type { Actor, ChannelState } from '../world/types.ts';
import type { World } from '../world/world.ts';
import { createAudience, type Subscriber } from './audience.ts';
import type { Identify, Resume } from './client-payloads.ts';
import type { IdentifyResult, SessionResult, SessionManager } from './connection.ts';
import { createEventBody, type EventBody } from './event-body.ts';
import { ALL_INTENTS, areDisallowedIntents, areValidIntents } from './intents.ts';
import { createMemberLimit } from './member-limit.ts';
import { readyData, trimGuild } from './ready.ts';
import { sendMembers } from './request-members.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { createSession, type Session } from './session.ts';
import type { Sharding } from './sharding.ts';
import type { Shard } from './shards.ts';

/** Discord's default `large_threshold`. */
const LARGE_GUILD_MEMBERS = 50;
/** Our choice: Discord doesn't document the number of events it keeps for a resume. */
const REPLAY_LIMIT = 10_000;

export interface SessionsOptions {
  readonly world: World;
  readonly gatewayUrl: () => string;
  readonly sharding: Sharding;
  /** Multiplies the limit of requests for all members. */
  readonly rateLimits: number | 'off';
}

export interface IdentifyRecord {
  readonly atMs: number;
  readonly userId: string;
  readonly shard: Shard;
  /** The id of the started session, or the reason for the refusal, or the close code. */
  readonly answer: { readonly sessionId: string } | 'too early' | GatewayCloseCodes;
}

export interface SessionInfo {
  readonly id: string;
  readonly userId: string;
  readonly shard: Shard;
  readonly isConnected: boolean;
}

export interface Sessions extends SessionManager {
  /** Oldest first. */
  readonly identifies: readonly IdentifyRecord[];
  list(): SessionInfo[];
  /** Sends the event to every session that should receive it. */
  dispatch(event: WorldEvent): void;
  dispatchRaw(type: string, data: unknown): void;
  endAll(): void;
}

/** All sessions, whether connected or waiting for a resume. */
export function createSessions(options: SessionsOptions): Sessions {
  const { world, gatewayUrl, sharding, rateLimits } = options;
  const { state } = world;
  const identifies: IdentifyRecord[] = [];
  const sessions = createSessionStore(state.clock);
  const memberLimit = createMemberLimit(state.clock, rateLimits);

  function open(actor: Actor, choices: Omit<Subscriber, 'userId'>): Session {
    const subscriber: Subscriber = { userId: actor.userId, ...choices };
    const session = createSession({
      id: newSessionId(state),
      actor,
      subscriber,
      audience: createAudience(state, subscriber),
      seesContent: (choices.intents & GatewayIntentBits.MessageContent) !== 0,
      replayLimit: REPLAY_LIMIT,
    });
    sessions.add(session);
    return session;
  }

  function start(actor: Actor, shard: Shard, request: Identify): IdentifyResult {
    if (shard[0] < 0 || shard[0] >= shard[1]) return closeWith(GatewayCloseCodes.InvalidShard);
    // User clients send no intents: they get every event they may see.
    const intents = actor.kind === 'user' ? ALL_INTENTS : (request.intents ?? -1);
    if (!areValidIntents(intents)) return closeWith(GatewayCloseCodes.InvalidIntents);
    if (actor.kind === 'bot') {
      if (areDisallowedIntents(intents, actor.application.flags)) {
        return closeWith(GatewayCloseCodes.DisallowedIntents);
      }
      if (sharding.isTooLarge(actor.userId, shard)) {
        return closeWith(GatewayCloseCodes.ShardingRequired);
      }
      const started = sharding.start(actor.userId, shard[0]);
      if (started === 'too early') return { kind: 'too early' };
      if (started === 'used up') {
        lockOut(world, sessions, actor.userId);
        return closeWith(GatewayCloseCodes.AuthenticationFailed);
      }
    }
    const { large_threshold: largeThreshold = LARGE_GUILD_MEMBERS } = request;
    return { kind: 'session', session: open(actor, { intents, shard, largeThreshold }) };
  }

  return {
    identifies,

    list: () => [...sessions.all()].map(infoOf),

    identify(request: Identify): IdentifyResult {
      const actor = actorOf(world, request.token);
      if (actor === null) return closeWith(GatewayCloseCodes.AuthenticationFailed);
      const { shard = [0, 1] } = request;
      const result = start(actor, shard, request);
      const { userId } = actor;
      identifies.push({ atMs: state.clock.now(), userId, shard, answer: answerOf(result) });
      return result;
    },

    resume({ token, session_id: id, seq }: Resume): SessionResult {
      const actor = actorOf(world, token);
      if (actor === null) return closeWith(GatewayCloseCodes.AuthenticationFailed);
      const session = sessions.get(id);
      if (session === undefined || session.actor.userId !== actor.userId) {
        return { kind: 'invalid' };
      }
      if (seq < 0 || seq > session.lastSequence) return closeWith(GatewayCloseCodes.InvalidSeq);
      if (!session.canReplay(seq)) {
        sessions.end(session);
        return { kind: 'invalid' };
      }
      sessions.keep(session);
      return { kind: 'session', session };
    },

    welcome(session) {
      const { userId } = session.subscriber;
      const guildIds = world
        .guildsOf(userId)
        .map((guild) => guild.id)
        .filter((id) => session.audience.isOnShard(id));
      const ready = readyData(state, session, { guildIds, gatewayUrl: gatewayUrl() });
      session.dispatch(GatewayDispatchEvents.Ready, JSON.stringify(ready));
      if (!(session.subscriber.intents & GatewayIntentBits.Guilds)) return;
      for (const id of guildIds) sendGuild(session, world.guildCreate(id, userId));
    },

    requestMembers(session, request) {
      const guild = state.guilds.get(request.guild_id);
      if (guild?.members.has(session.subscriber.userId) !== true) return;
      if (!session.audience.isOnShard(guild.id)) return;
      if (memberLimit.allows(session, request)) sendMembers(session, guild, request);
    },

    disconnected(session, ended) {
      if (ended) sessions.end(session);
      else sessions.expire(session);
    },

    dispatch(event) {
      const body = createEventBody(state, event);
      for (const session of sessions.all()) {
        const changed = session.audience.update(event);
        if (session.audience.receives(event)) send(session, event, body);
        for (const channel of changed) sendChannel(state, session, channel);
      }
    },

    dispatchRaw(type, data) {
      const body = JSON.stringify(data) ?? 'null';
      for (const session of sessions.all()) session.dispatch(type, body);
    },

    endAll: () => sessions.endAll(),
  };
}

/** Discord accepts a bot token with and without its HTTP prefix here. */
function actorOf(world: World, token: string): Actor | null {
  const actor = world.actorOf(token.replace(/^Bot /, ''));
  return actor?.kind === 'user' && token.startsWith('Bot ') ? null : actor;
}

function newSessionId({ random }: Pick<World['state'], 'random'>): string {
  return Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
}

function sendGuild(session: Session, guild: GatewayGuildCreateDispatchData): void {
  const body = JSON.stringify(trimGuild(guild, session.subscriber));
  session.dispatch(GatewayDispatchEvents.GuildCreate, body);
}

function sendChannel(state: World['state'], session: Session, channel: ChannelState): void {
  const payload = channelAsSeen(state, channel, session.subscriber.userId);
  session.dispatch(GatewayDispatchEvents.ChannelUpdate, JSON.stringify(payload));
}

function send(session: Session, event: WorldEvent, body: EventBody): void {
  if (event.type === GatewayDispatchEvents.GuildCreate && event.data.unavailable !== true) {
    sendGuild(session, event.data);
  } else {
    session.dispatch(event.type, body(session.recipient));
  }
}

/** Follows Discord: a bot that identifies too often loses its token until its owner resets it (events/gateway, identifying). */
function lockOut(world: World, sessions: SessionStore, userId: string): void {
  world.users.resetToken(userId);
  for (const session of sessions.all()) {
    if (session.actor.userId !== userId) continue;
    sessions.end(session);
    session.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.');
  }
}

function infoOf({ id, actor: { userId }, subscriber, isConnected }: Session): SessionInfo {
  return { id, userId, shard: subscriber.shard, isConnected };
}

function answerOf(result: IdentifyResult): IdentifyRecord['answer'] {
  switch (result.kind) {
    case 'session':
      return { sessionId: result.session.id };
    case 'too early':
      return 'too early';
    case 'close':
      return result.code;
  }
}

/** Discord's reasons for its close codes. */
const CLOSE_REASONS = {
  [GatewayCloseCodes.AuthenticationFailed]: 'Authentication failed.',
  [GatewayCloseCodes.InvalidSeq]: 'Invalid seq.',
  [GatewayCloseCodes.InvalidShard]: 'Invalid shard.',
  [GatewayCloseCodes.ShardingRequired]: 'Sharding required.',
  [GatewayCloseCodes.InvalidIntents]: 'Invalid intent(s).',
  [GatewayCloseCodes.DisallowedIntents]: 'Disallowed intent(s).',
} as const;

function closeWith(code: keyof typeof CLOSE_REASONS): IdentifyResult {
  return { kind: 'close', code, reason: CLOSE_REASONS[code] };
}
