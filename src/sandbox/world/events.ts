import type {
  APIThreadChannel,
  GatewayChannelModifyDispatchData,
  GatewayChannelPinsUpdateDispatchData,
  GatewayDispatchEvents,
  GatewayGuildAuditLogEntryCreateDispatchData,
  GatewayGuildBanModifyDispatchData,
  GatewayGuildCreateDispatchData,
  GatewayGuildDeleteDispatchData,
  GatewayGuildMemberAddDispatchData,
  GatewayGuildMemberRemoveDispatchData,
  GatewayGuildMemberUpdateDispatchData,
  GatewayGuildModifyDispatchData,
  GatewayGuildRoleDeleteDispatchData,
  GatewayGuildRoleModifyDispatchData,
  GatewayInteractionCreateDispatchData,
  GatewayMessageCreateDispatchData,
  GatewayMessageDeleteBulkDispatchData,
  GatewayMessageDeleteDispatchData,
  GatewayMessagePollVoteDispatchData,
  GatewayMessageReactionAddDispatchData,
  GatewayMessageReactionRemoveAllDispatchData,
  GatewayMessageReactionRemoveDispatchData,
  GatewayMessageReactionRemoveEmojiDispatchData,
  GatewayMessageUpdateDispatchData,
  GatewayThreadCreateDispatchData,
  GatewayThreadDeleteDispatchData,
  GatewayThreadMembersUpdateDispatchData,
  GatewayThreadMemberUpdateDispatchData,
  GatewayTypingStartDispatchData,
  GatewayWebhooksUpdateDispatchData,
} from 'discord-api-types/v10';

type Events = typeof GatewayDispatchEvents;

/** Every event the world emits, with the payload of the gateway's documentation. */
type WorldEventData =
  | [Events['GuildCreate'], GatewayGuildCreateDispatchData]
  | [Events['GuildUpdate'], GatewayGuildModifyDispatchData]
  | [Events['GuildDelete'], GatewayGuildDeleteDispatchData]
  | [Events['GuildMemberAdd'], GatewayGuildMemberAddDispatchData]
  | [Events['GuildMemberUpdate'], GatewayGuildMemberUpdateDispatchData]
  | [Events['GuildMemberRemove'], GatewayGuildMemberRemoveDispatchData]
  | [Events['GuildBanAdd'], GatewayGuildBanModifyDispatchData]
  | [Events['GuildBanRemove'], GatewayGuildBanModifyDispatchData]
  | [Events['GuildRoleCreate'], GatewayGuildRoleModifyDispatchData]
  | [Events['GuildRoleUpdate'], GatewayGuildRoleModifyDispatchData]
  | [Events['GuildRoleDelete'], GatewayGuildRoleDeleteDispatchData]
  | [Events['GuildAuditLogEntryCreate'], GatewayGuildAuditLogEntryCreateDispatchData]
  | [Events['ChannelCreate'], GatewayChannelModifyDispatchData]
  | [Events['ChannelUpdate'], GatewayChannelModifyDispatchData]
  | [Events['ChannelDelete'], GatewayChannelModifyDispatchData]
  | [Events['ChannelPinsUpdate'], GatewayChannelPinsUpdateDispatchData]
  | [Events['ThreadCreate'], GatewayThreadCreateDispatchData]
  | [Events['ThreadUpdate'], APIThreadChannel]
  | [Events['ThreadDelete'], GatewayThreadDeleteDispatchData]
  | [Events['ThreadMemberUpdate'], GatewayThreadMemberUpdateDispatchData]
  | [Events['ThreadMembersUpdate'], GatewayThreadMembersUpdateDispatchData]
  | [Events['InteractionCreate'], GatewayInteractionCreateDispatchData]
  | [Events['MessageCreate'], GatewayMessageCreateDispatchData]
  | [Events['MessageUpdate'], GatewayMessageUpdateDispatchData]
  | [Events['MessageDelete'], GatewayMessageDeleteDispatchData]
  | [Events['MessageDeleteBulk'], GatewayMessageDeleteBulkDispatchData]
  | [Events['MessageReactionAdd'], GatewayMessageReactionAddDispatchData]
  | [Events['MessageReactionRemove'], GatewayMessageReactionRemoveDispatchData]
  | [Events['MessageReactionRemoveAll'], GatewayMessageReactionRemoveAllDispatchData]
  | [Events['MessageReactionRemoveEmoji'], GatewayMessageReactionRemoveEmojiDispatchData]
  | [Events['MessagePollVoteAdd'], GatewayMessagePollVoteDispatchData]
  | [Events['MessagePollVoteRemove'], GatewayMessagePollVoteDispatchData]
  | [Events['TypingStart'], GatewayTypingStartDispatchData]
  | [Events['WebhooksUpdate'], GatewayWebhooksUpdateDispatchData];

interface Audience {
  /** null: direct messages and a user's own events. */
  readonly guildId: string | null;
  /** Only those who can view this channel hear of it. null: not bound to a channel. */
  readonly channelId: string | null;
  /** Only these users hear of it; null: every member of the guild. */
  readonly userIds: readonly string[] | null;
}

/**
 * Something that happened; the gateway decides who hears of it. Emitted synchronously. What is being deleted
 * (channel, thread) is still in the world while its event is emitted, so that visibility can be told.
 */
export type WorldEvent = WorldEventData extends infer Pair
  ? Pair extends readonly [infer Type, infer Data]
    ? Audience & { readonly type: Type; readonly data: Data }
    : never
  : never;
