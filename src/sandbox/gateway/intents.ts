import {
  ApplicationFlags,
  GatewayDispatchEvents as Event,
  GatewayIntentBits as Intent,
} from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';

export const ALL_INTENTS: number = Object.values(Intent)
  .filter((bit) => typeof bit === 'number')
  .reduce((all, bit) => all | bit, 0);

/** Each privileged intent with the application flags that enable it; one of the two must be set. */
const PRIVILEGED = [
  [
    Intent.GuildPresences,
    ApplicationFlags.GatewayPresence | ApplicationFlags.GatewayPresenceLimited,
  ],
  [
    Intent.GuildMembers,
    ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited,
  ],
  [
    Intent.MessageContent,
    ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited,
  ],
] as const;

export function areValidIntents(intents: number): boolean {
  return Number.isInteger(intents) && intents >= 0 && (intents & ~ALL_INTENTS) === 0;
}

/** Tells if the intents include a privileged one that is not enabled for the application. */
export function areDisallowedIntents(intents: number, flags: ApplicationFlags): boolean {
  return PRIVILEGED.some(([intent, enabling]) => (intents & intent) !== 0 && !(flags & enabling));
}

/**
 * The intents that subscribe to this event, any one of which is enough; `null`: no intent is required.
 * Follows Discord's documentation (events/gateway, list of intents).
 */
export function intentsFor(event: Pick<WorldEvent, 'type' | 'guildId'>): number | null {
  const inGuild = event.guildId !== null;
  switch (event.type) {
    case Event.GuildCreate:
    case Event.GuildUpdate:
    case Event.GuildDelete:
    case Event.GuildRoleCreate:
    case Event.GuildRoleUpdate:
    case Event.GuildRoleDelete:
    case Event.ChannelCreate:
    case Event.ChannelUpdate:
    case Event.ChannelDelete:
    case Event.ThreadCreate:
    case Event.ThreadUpdate:
    case Event.ThreadDelete:
    case Event.ThreadMemberUpdate:
    case Event.StageInstanceCreate:
    case Event.StageInstanceUpdate:
      return Intent.Guilds;
    case Event.GuildScheduledEventCreate:
    case Event.GuildScheduledEventUpdate:
      return Intent.GuildScheduledEvents;
    case Event.ThreadMembersUpdate:
      return Intent.Guilds | Intent.GuildMembers;
    case Event.ChannelPinsUpdate:
      return inGuild ? Intent.Guilds : Intent.DirectMessages;
    case Event.GuildMemberAdd:
    case Event.GuildMemberUpdate:
    case Event.GuildMemberRemove:
      return Intent.GuildMembers;
    case Event.GuildAuditLogEntryCreate:
    case Event.GuildBanAdd:
    case Event.GuildBanRemove:
      return Intent.GuildModeration;
    case Event.InviteCreate:
    case Event.InviteDelete:
      return Intent.GuildInvites;
    case Event.AutoModerationRuleCreate:
    case Event.AutoModerationRuleUpdate:
    case Event.AutoModerationRuleDelete:
      return Intent.AutoModerationConfiguration;
    case Event.AutoModerationActionExecution:
      return Intent.AutoModerationExecution;
    case Event.WebhooksUpdate:
      return Intent.GuildWebhooks;
    case Event.MessageCreate:
    case Event.MessageUpdate:
    case Event.MessageDelete:
      return inGuild ? Intent.GuildMessages : Intent.DirectMessages;
    case Event.MessageDeleteBulk:
      return Intent.GuildMessages;
    case Event.MessageReactionAdd:
    case Event.MessageReactionRemove:
    case Event.MessageReactionRemoveAll:
    case Event.MessageReactionRemoveEmoji:
      return inGuild ? Intent.GuildMessageReactions : Intent.DirectMessageReactions;
    case Event.MessagePollVoteAdd:
    case Event.MessagePollVoteRemove:
      return inGuild ? Intent.GuildMessagePolls : Intent.DirectMessagePolls;
    case Event.TypingStart:
      return inGuild ? Intent.GuildMessageTyping : Intent.DirectMessageTyping;
    default:
      return null;
  }
}
