import { GatewayDispatchEvents, type GatewayGuildCreateDispatchData } from 'discord-api-types/v10';

import { createAutoModeration, type EnforceAutoModeration } from './automod/enforcement.ts';
import { createAutoModerationRules, type AutoModerationRules } from './automod/rules.ts';
import { createBans, type Bans } from './guilds/bans.ts';
import { createChannels, type Channels } from './channels/channels.ts';
import type { WorldEvent } from './events.ts';
import { guildCreateFor } from './guilds/guild-create.ts';
import { createCommands, type Commands } from './interactions/commands.ts';
import { createGuilds, type Guilds } from './guilds/guilds.ts';
import {
  createInteractionMessages,
  type InteractionMessages,
} from './interactions/interaction-messages.ts';
import { createInteractions, type Interactions } from './interactions/interactions.ts';
import { createInvocations, type Invocations } from './interactions/invocations.ts';
import { createInvites, type Invites } from './guilds/invites.ts';
import { createMembers, type Members } from './guilds/members.ts';
import { createMessages, type Messages } from './messages/messages.ts';
import { createPins, type Pins } from './messages/pins.ts';
import { createPolls, type Polls } from './messages/polls.ts';
import { audienceOf } from './messages/post.ts';
import { createReactions, type Reactions } from './messages/reactions.ts';
import { createRoles, type Roles } from './guilds/roles.ts';
import {
  createWorldState,
  findChannel,
  findGuild,
  guildOf,
  type WorldOptions,
  type WorldState,
} from './state.ts';
import { createThreadMembers, type ThreadMembers } from './channels/thread-members.ts';
import { createThreads, type Threads } from './channels/threads.ts';
import type { Actor, GuildState } from './types.ts';
import { createUsers, type Users } from './guilds/users.ts';
import { createWebhooks, type Webhooks } from './channels/webhooks.ts';

/**
 * The simulated Discord without HTTP and WebSocket. Operations change the state and emit the gateway's events. They
 * throw for unknown ids and exceeded limits, but don't check permissions: the caller does.
 */
export interface World {
  /** Read-only for callers; use the operations to change it. */
  readonly state: WorldState;
  subscribe(listener: (event: WorldEvent) => void): () => void;
  actorOf(token: string): Actor | null;
  guildsOf(userId: string): GuildState[];
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
  readonly autoModerationRules: AutoModerationRules;
  /** Called before a person's message is stored. */
  readonly enforceAutoModeration: EnforceAutoModeration;
  readonly invites: Invites;
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
    autoModerationRules: createAutoModerationRules(state),
    enforceAutoModeration: createAutoModeration(state),
    invites: createInvites(state),
    commands,
    interactions,
    interactionMessages: createInteractionMessages(state, interactions),
    invocations: createInvocations(state, { commands, interactions }),
  };
}
