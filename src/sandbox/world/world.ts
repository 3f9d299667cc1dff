import { GatewayDispatchEvents, type GatewayGuildCreateDispatchData } from 'discord-api-types/v10';

import { createBans, type Bans } from './bans.ts';
import { createChannels, type Channels } from './channels.ts';
import type { WorldEvent } from './events.ts';
import { guildCreateFor } from './guild-create.ts';
import { createCommands, type Commands } from './commands.ts';
import { createGuilds, type Guilds } from './guilds.ts';
import { createInteractionMessages, type InteractionMessages } from './interaction-messages.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import { createInvocations, type Invocations } from './invocations.ts';
import { createMembers, type Members } from './members.ts';
import { createMessages, type Messages } from './messages.ts';
import { createPins, type Pins } from './pins.ts';
import { createPolls, type Polls } from './polls.ts';
import { audienceOf } from './post.ts';
import { createReactions, type Reactions } from './reactions.ts';
import { createRoles, type Roles } from './roles.ts';
import {
  createWorldState,
  findChannel,
  findGuild,
  guildOf,
  type WorldOptions,
  type WorldState,
} from './state.ts';
import { createThreadMembers, type ThreadMembers } from './thread-members.ts';
import { createThreads, type Threads } from './threads.ts';
import type { Actor, GuildState } from './types.ts';
import { createUsers, type Users } from './users.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/**
 * The sandbox's Discord without HTTP and websocket. The operations change the state and emit what the gateway
 * tells of it; they refuse what can't be done to anyone (unknown ids, limits). Who may do what is the caller's to ask.
 */
export interface World {
  /** To be read; changes go through the operations. */
  readonly state: WorldState;
  subscribe(listener: (event: WorldEvent) => void): () => void;
  /** Who a token belongs to; null: nobody. */
  actorOf(token: string): Actor | null;
  guildsOf(userId: string): GuildState[];
  /** GUILD_CREATE as the user gets it. */
  guildCreate(guildId: string, forUserId: string): GatewayGuildCreateDispatchData;
  typing(channelId: string, userId: string): void;
  readonly users: Users;
  readonly guilds: Guilds;
  readonly members: Members;
  readonly roles: Roles;
  readonly channels: Channels;
  readonly threads: Threads;
  readonly threadMembers: ThreadMembers;
  readonly messages: Messages;
  readonly reactions: Reactions;
  readonly pins: Pins;
  readonly polls: Polls;
  readonly bans: Bans;
  readonly webhooks: Webhooks;
  /** What applications registered. */
  readonly commands: Commands;
  readonly interactions: Interactions;
  readonly interactionMessages: InteractionMessages;
  readonly invocations: Invocations;
}

export function createWorld(options: WorldOptions): World {
  const state = createWorldState(options);
  const commands = createCommands(state);
  const interactions = createInteractions(state);
  return {
    state,
    subscribe: (listener) => state.subscribe(listener),
    actorOf: (token) => state.actors.get(token) ?? null,
    guildsOf: (userId) => [...state.guilds.values()].filter((guild) => guild.members.has(userId)),
    guildCreate: (guildId, forUserId) =>
      guildCreateFor(state, findGuild(state, guildId), forUserId),
    typing(channelId, userId) {
      const channel = findChannel(state, channelId);
      const member = guildOf(state, channel)?.members.get(userId);
      state.emit({
        type: GatewayDispatchEvents.TypingStart,
        data: {
          channel_id: channelId,
          ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
          user_id: userId,
          timestamp: Math.floor(state.clock.now() / 1000),
          ...(member === undefined ? {} : { member }),
        },
        ...audienceOf(channel),
      });
    },
    users: createUsers(state),
    guilds: createGuilds(state),
    members: createMembers(state),
    roles: createRoles(state),
    channels: createChannels(state),
    threads: createThreads(state),
    threadMembers: createThreadMembers(state),
    messages: createMessages(state),
    reactions: createReactions(state),
    pins: createPins(state),
    polls: createPolls(state),
    bans: createBans(state),
    webhooks: createWebhooks(state),
    commands,
    interactions,
    interactionMessages: createInteractionMessages(state, interactions),
    invocations: createInvocations(state, { commands, interactions }),
  };
}
