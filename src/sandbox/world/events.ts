import type {
  APIThreadChannel,
  GatewayAutoModerationActionExecutionDispatchData,
  GatewayAutoModerationRuleModifyDispatchData,
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
  GatewayInviteCreateDispatchData,
  GatewayInviteDeleteDispatchData,
  GatewayMessageCreateDispatchData,
  GatewayMessageDeleteBulkDispatchData,
  GatewayMessageDeleteDispatchData,
  GatewayMessagePollVoteDispatchData,
  GatewayMessageReactionAddDispatchData,
  GatewayMessageReactionRemoveAllDispatchData,
  GatewayMessageReactionRemoveDispatchData,
  GatewayMessageReactionRemoveEmojiDispatchData,
  GatewayMessageUpdateDispatchData,
  GatewayStageInstanceCreateDispatchData,
  GatewayStageInstanceUpdateDispatchData,
  GatewayGuildScheduledEventCreateDispatchData,
  GatewayGuildScheduledEventUpdateDispatchData,
  GatewayThreadCreateDispatchData,
  GatewayThreadDeleteDispatchData,
  GatewayThreadMembersUpdateDispatchData,
  GatewayThreadMemberUpdateDispatchData,
  GatewayTypingStartDispatchData,
  GatewayWebhooksUpdateDispatchData,
} from 'discord-api-types/v10';

type Events = typeof GatewayDispatchEvents;

/** Every event the world emits, with its payload as the gateway documents it. */
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
  | [Events['StageInstanceCreate'], GatewayStageInstanceCreateDispatchData]
  | [Events['StageInstanceUpdate'], GatewayStageInstanceUpdateDispatchData]
  | [Events['GuildScheduledEventCreate'], GatewayGuildScheduledEventCreateDispatchData]
  | [Events['GuildScheduledEventUpdate'], GatewayGuildScheduledEventUpdateDispatchData]
  | [Events['ThreadMembersUpdate'], GatewayThreadMembersUpdateDispatchData]
  | [Events['InteractionCreate'], GatewayInteractionCreateDispatchData]
  | [Events['InviteCreate'], GatewayInviteCreateDispatchData]
  | [Events['InviteDelete'], GatewayInviteDeleteDispatchData]
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
  | [Events['WebhooksUpdate'], GatewayWebhooksUpdateDispatchData]
  | [Events['AutoModerationRuleCreate'], GatewayAutoModerationRuleModifyDispatchData]
  | [Events['AutoModerationRuleUpdate'], GatewayAutoModerationRuleModifyDispatchData]
  | [Events['AutoModerationRuleDelete'], GatewayAutoModerationRuleModifyDispatchData]
  | [Events['AutoModerationActionExecution'], GatewayAutoModerationActionExecutionDispatchData];

interface Audience {
  /** null for DMs and for a user's own events. */
  readonly guildId: string | null;
  /** Only users who can view this channel receive the event; null: not tied to a channel. */
  readonly channelId: string | null;
  /** Only these users receive the event; null: every member of the guild. */
  readonly userIds: readonly string[] | null;
}

/**
 * An event; the gateway decides who receives it. Emitted synchronously. A deleted channel or thread is still in the
 * state while its event is emitted, so that the gateway can check who could view it.
 */
export type WorldEvent = WorldEventData extends infer Pair
  ? Pair extends readonly [infer Type, infer Data]
    ? Audience & { readonly type: Type; readonly data: Data }
    : never
  : never;
