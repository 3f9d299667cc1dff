import { RESTJSONErrorCodes, type APIGuildMember, type APIMessage } from 'discord-api-types/v10';

import type { Clock } from '../../lib/clock.ts';
import { refusal } from '../errors.ts';
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

/** The maps everything is kept in, and the ear for what happens. Operations change it; everyone may read. */
export interface WorldState {
  readonly clock: Clock;
  /** In [0, 1): for tokens. */
  readonly random: () => number;
  /** Where the sandbox's files are served, known only when the server listens: `http://127.0.0.1:PORT`. */
  readonly cdnUrl: () => string;
  readonly newId: () => string;
  readonly users: Map<string, UserState>;
  readonly guilds: Map<string, GuildState>;
  /** Channels and threads of every guild, and DMs. */
  readonly channels: Map<string, ChannelState>;
  /** By token. */
  readonly actors: Map<string, Actor>;
  /** Messages only one person sees; they are in no channel's history. By message id. */
  readonly ephemerals: Map<string, EphemeralMessage>;
  /** By message id, then by the reaction's key; see `reactionKey`. */
  readonly reactions: Map<string, Map<string, ReactionState>>;
  /** Who voted for what: by message id, then by answer id. */
  readonly votes: Map<string, Map<number, Set<string>>>;
  /** By the path of their address. */
  readonly files: Map<string, StoredFile>;
  /** Calls every listener before it returns. */
  emit(event: WorldEvent): void;
  /** The returned function ends the subscription. */
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

/** Now, as Discord writes times. */
export function isoNow(state: WorldState): string {
  return isoTime(state.clock.now());
}

/** `2024-05-01T12:00:00.000000+00:00`: Discord writes microseconds and an offset, never a `Z`. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('Z', '000+00:00');
}

export function findUser(state: WorldState, id: string): UserState {
  const user = state.users.get(id);
  if (user === undefined) throw refusal(RESTJSONErrorCodes.UnknownUser);
  return user;
}

export function findGuild(state: WorldState, id: string): GuildState {
  const guild = state.guilds.get(id);
  if (guild === undefined) throw refusal(RESTJSONErrorCodes.UnknownGuild);
  return guild;
}

export function findMember(guild: GuildState, userId: string): APIGuildMember {
  const member = guild.members.get(userId);
  if (member === undefined) throw refusal(RESTJSONErrorCodes.UnknownMember);
  return member;
}

export function findChannel(state: WorldState, id: string): ChannelState {
  const channel = state.channels.get(id);
  if (channel === undefined) throw refusal(RESTJSONErrorCodes.UnknownChannel);
  return channel;
}

export function findMessage(channel: ChannelState, id: string): APIMessage {
  const message = channel.messages.get(id);
  if (message === undefined) throw refusal(RESTJSONErrorCodes.UnknownMessage);
  return message;
}

/** The guild a channel is in; null for DMs. */
export function guildOf(state: WorldState, channel: ChannelState): GuildState | null {
  return channel.guildId === null ? null : findGuild(state, channel.guildId);
}
