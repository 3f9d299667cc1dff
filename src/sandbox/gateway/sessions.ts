import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  type GatewayGuildCreateDispatchData,
} from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';
import { channelAsSeen } from '../world/guild-create.ts';
import type { Actor, ChannelState } from '../world/types.ts';
import type { World } from '../world/world.ts';
import { createAudience, type Listener } from './audience.ts';
import type { Identify, Resume } from './client-payloads.ts';
import type { SessionAnswer, SessionDesk } from './connection.ts';
import { createEventBody, type EventBody } from './event-body.ts';
import { ALL_INTENTS, areDisallowedIntents, areValidIntents } from './intents.ts';
import { readyData, trimmedGuild } from './ready.ts';
import { sendMembers } from './request-members.ts';
import { createSession, type Session } from './session.ts';

/** Discord keeps the session of a dropped client "a few minutes". */
const SESSION_TIMEOUT_MS = 180_000;
/** Discord does not say how many events it keeps for a resume. */
const REPLAY_LIMIT = 10_000;

export interface SessionsOptions {
  readonly world: World;
  readonly gatewayUrl: () => string;
}

export interface Sessions extends SessionDesk {
  /** Hands what happened in the world to everyone who is to hear of it. */
  dispatch(event: WorldEvent): void;
  /** Forgets every session. */
  endAll(): void;
}

/** All sessions, connected or waiting to be resumed. */
export function createSessions({ world, gatewayUrl }: SessionsOptions): Sessions {
  const { state } = world;
  const sessions = new Map<string, Session>();
  /** By session id: cancels the end of one that waits for its client. */
  const expiries = new Map<string, () => void>();

  function end(session: Session): void {
    expiries.get(session.id)?.();
    expiries.delete(session.id);
    sessions.delete(session.id);
  }

  function newSessionId(): string {
    return Array.from({ length: 32 }, () => Math.floor(state.random() * 16).toString(16)).join('');
  }

  function open(actor: Actor, { intents, shard }: Pick<Listener, 'intents' | 'shard'>): Session {
    const listener: Listener = { userId: actor.userId, intents, shard };
    const session = createSession({
      id: newSessionId(),
      actor,
      listener,
      audience: createAudience(state, listener),
      seesContent: (intents & GatewayIntentBits.MessageContent) !== 0,
      replayLimit: REPLAY_LIMIT,
    });
    sessions.set(session.id, session);
    return session;
  }

  function sendGuild(session: Session, guild: GatewayGuildCreateDispatchData): void {
    const body = JSON.stringify(trimmedGuild(guild, session.listener));
    session.dispatch(GatewayDispatchEvents.GuildCreate, body);
  }

  function sendChannel(session: Session, channel: ChannelState): void {
    const payload = channelAsSeen(state, channel, session.listener.userId);
    session.dispatch(GatewayDispatchEvents.ChannelUpdate, JSON.stringify(payload));
  }

  function send(session: Session, event: WorldEvent, body: EventBody): void {
    if (event.type === GatewayDispatchEvents.GuildCreate && event.data.unavailable !== true) {
      sendGuild(session, event.data);
    } else {
      session.dispatch(event.type, body(session.reader));
    }
  }

  return {
    identify(request: Identify): SessionAnswer {
      const actor = world.actorOf(request.token);
      if (actor === null) return refuse(GatewayCloseCodes.AuthenticationFailed);
      const shard = request.shard ?? [0, 1];
      if (shard[0] < 0 || shard[0] >= shard[1]) return refuse(GatewayCloseCodes.InvalidShard);
      // People's clients know no intents: they get everything they may see.
      const intents = actor.kind === 'user' ? ALL_INTENTS : (request.intents ?? -1);
      if (!areValidIntents(intents)) return refuse(GatewayCloseCodes.InvalidIntents);
      if (actor.kind === 'bot' && areDisallowedIntents(intents, actor.application.flags)) {
        return refuse(GatewayCloseCodes.DisallowedIntents);
      }
      return { kind: 'session', session: open(actor, { intents, shard }) };
    },

    resume({ token, session_id: id, seq }: Resume): SessionAnswer {
      const actor = world.actorOf(token);
      if (actor === null) return refuse(GatewayCloseCodes.AuthenticationFailed);
      const session = sessions.get(id);
      if (session === undefined || session.actor.userId !== actor.userId) {
        return { kind: 'invalid' };
      }
      if (seq < 0 || seq > session.lastSequence) return refuse(GatewayCloseCodes.InvalidSeq);
      if (!session.canReplay(seq)) {
        end(session);
        return { kind: 'invalid' };
      }
      expiries.get(id)?.();
      expiries.delete(id);
      return { kind: 'session', session };
    },

    welcome(session) {
      const { userId } = session.listener;
      const guildIds = world
        .guildsOf(userId)
        .map((guild) => guild.id)
        .filter((id) => session.audience.hasGuild(id));
      const ready = readyData(state, session, { guildIds, gatewayUrl: gatewayUrl() });
      session.dispatch(GatewayDispatchEvents.Ready, JSON.stringify(ready));
      if (!(session.listener.intents & GatewayIntentBits.Guilds)) return;
      for (const id of guildIds) sendGuild(session, world.guildCreate(id, userId));
    },

    requestMembers(session, request) {
      const guild = state.guilds.get(request.guild_id);
      if (guild?.members.has(session.listener.userId) !== true) return;
      if (session.audience.hasGuild(guild.id)) sendMembers(session, guild, request);
    },

    left(session, ended) {
      if (ended) end(session);
      else {
        expiries.set(
          session.id,
          state.clock.after(SESSION_TIMEOUT_MS, () => end(session)),
        );
      }
    },

    dispatch(event) {
      const body = createEventBody(state, event);
      for (const session of sessions.values()) {
        const changed = session.audience.notice(event);
        if (session.audience.hears(event)) send(session, event, body);
        for (const channel of changed) sendChannel(session, channel);
      }
    },

    endAll() {
      for (const cancel of expiries.values()) cancel();
      expiries.clear();
      sessions.clear();
    },
  };
}

/** The texts of Discord's close codes. */
const CLOSE_REASONS = {
  [GatewayCloseCodes.AuthenticationFailed]: 'Authentication failed.',
  [GatewayCloseCodes.InvalidSeq]: 'Invalid seq.',
  [GatewayCloseCodes.InvalidShard]: 'Invalid shard.',
  [GatewayCloseCodes.InvalidIntents]: 'Invalid intent(s).',
  [GatewayCloseCodes.DisallowedIntents]: 'Disallowed intent(s).',
} as const;

function refuse(code: keyof typeof CLOSE_REASONS): SessionAnswer {
  return { kind: 'close', code, reason: CLOSE_REASONS[code] };
}
