import { RESTJSONErrorCodes, type APIGuildMember, type APIMessage } from 'discord-api-types/v10';

import type { Clock } from '../../shared/clock.ts';
import { apiError } from '../errors.ts';
import { createSnowflakes } from '../snowflakes.ts';
import type { WorldEvent } from './events.ts';
import type {
  Actor,
  ChannelState,
  EphemeralMessage,
  GuildState,
  ReactionState,
  StoredFile,
  UserState,
} from './types.ts';

/** The world's data and its event bus. Anyone may read it; only the operations change it. */
export interface WorldState {
  readonly clock: Clock;
  /** Returns a number in [0, 1), for tokens. */
  readonly random: () => number;
  /** The base URL of the sandbox's CDN, known once the server listens: `http://127.0.0.1:PORT`. */
  readonly cdnUrl: () => string;
  readonly newId: () => string;
  readonly users: Map<string, UserState>;
  readonly guilds: Map<string, GuildState>;
  /** Channels and threads of every guild, and DMs. */
  readonly channels: Map<string, ChannelState>;
  readonly actors: Map<string, Actor>;
  /** Ephemeral messages, by message id. They are not in any channel's history. */
  readonly ephemerals: Map<string, EphemeralMessage>;
  /** By message id, then by `reactionKey`. */
  readonly reactions: Map<string, Map<string, ReactionState>>;
  /** Poll votes: by message id, then by answer id. */
  readonly votes: Map<string, Map<number, Set<string>>>;
  /** By URL path. */
  readonly files: Map<string, StoredFile>;
  /** Calls every listener synchronously. */
  emit(event: WorldEvent): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: (event: WorldEvent) => void): () => void;
}

export interface WorldOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly cdnUrl: () => string;
}

export function createWorldState({ clock, random, cdnUrl }: WorldOptions): WorldState {
  const listeners = new Set<(event: WorldEvent) => void>();
  return {
    clock,
    random,
    cdnUrl,
    newId: createSnowflakes(clock),
    users: new Map(),
    guilds: new Map(),
    channels: new Map(),
    actors: new Map(),
    ephemerals: new Map(),
    reactions: new Map(),
    votes: new Map(),
    files: new Map(),
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function isoNow(state: WorldState): string {
  return isoTime(state.clock.now());
}

/** `2024-05-01T12:00:00.000000+00:00`: Discord writes microseconds and an offset, never a `Z`. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('Z', '000+00:00');
}

export function findUser(state: WorldState, id: string): UserState {
  const user = state.users.get(id);
  if (user === undefined) throw apiError(RESTJSONErrorCodes.UnknownUser);
  return user;
}

export function findGuild(state: WorldState, id: string): GuildState {
  const guild = state.guilds.get(id);
  if (guild === undefined) throw apiError(RESTJSONErrorCodes.UnknownGuild);
  return guild;
}

export function findMember(guild: GuildState, userId: string): APIGuildMember {
  const member = guild.members.get(userId);
  if (member === undefined) throw apiError(RESTJSONErrorCodes.UnknownMember);
  return member;
}

export function findChannel(state: WorldState, id: string): ChannelState {
  const channel = state.channels.get(id);
  if (channel === undefined) throw apiError(RESTJSONErrorCodes.UnknownChannel);
  return channel;
}

export function findMessage(channel: ChannelState, id: string): APIMessage {
  const message = channel.messages.get(id);
  if (message === undefined) throw apiError(RESTJSONErrorCodes.UnknownMessage);
  return message;
}

/** The guild of a channel; null for DMs. */
export function guildOf(state: WorldState, channel: ChannelState): GuildState | null {
  return channel.guildId === null ? null : findGuild(state, channel.guildId);
}
