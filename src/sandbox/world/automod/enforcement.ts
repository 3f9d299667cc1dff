import {
  AuditLogEvent,
  AutoModerationActionType,
  AutoModerationRuleEventType,
  EmbedType,
  GatewayDispatchEvents,
  MessageType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIAutoModerationAction,
  type APIAutoModerationRule,
  type APIGuildMember,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { writeAuditLog } from '../guilds/audit-log.ts';
import { setMember } from '../guilds/members.ts';
import { hasPermission, permissionsIn } from '../guilds/permissions.ts';
import { NO_FLAGS } from '../messages/flags.ts';
import { postMessage } from '../messages/post.ts';
import { findGuild, isoNow, isoTime, type WorldState } from '../state.ts';
import type { ChannelState, GuildState } from '../types.ts';
import { triggerOf, type TriggerMatch } from './triggers.ts';

/** A message that a person is about to send or edit. */
export interface MessageAttempt {
  readonly channel: ChannelState;
  readonly authorId: string;
  readonly content: string;
}

/** Runs the guild's rules. Throws 200000 if one of them blocks the message. */
export type EnforceAutoModeration = (attempt: MessageAttempt) => void;

export function createAutoModeration(state: WorldState): EnforceAutoModeration {
  return (attempt) => {
    const { channel, authorId, content } = attempt;
    if (channel.guildId === null || content === '') return;
    const guild = findGuild(state, channel.guildId);
    const member = guild.members.get(authorId);
    if (member === undefined || managesServer(state, guild, member)) return;
    let isBlocked = false;
    for (const rule of guild.autoModerationRules.values()) {
      const match = appliesTo(rule, { member, channel }) ? triggerOf(rule, content) : null;
      if (match === null) continue;
      for (const action of rule.actions) {
        execute(state, { ...attempt, guild, rule, action, match });
        if (action.type === AutoModerationActionType.BlockMessage) isBlocked = true;
      }
    }
    if (isBlocked) throw apiError(RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration);
  };
}

/** Members with Manage Server are exempt from every rule. */
function managesServer(state: WorldState, guild: GuildState, member: APIGuildMember): boolean {
  const permissions = permissionsIn({ guild, member, channel: null, nowMs: state.clock.now() });
  return hasPermission(permissions, PermissionFlagsBits.ManageGuild);
}

function appliesTo(
  rule: APIAutoModerationRule,
  { member, channel }: { member: APIGuildMember; channel: ChannelState },
): boolean {
  const places = [channel.id, channel.parent_id];
  return (
    rule.enabled &&
    rule.event_type === AutoModerationRuleEventType.MessageSend &&
    !member.roles.some((id) => rule.exempt_roles.includes(id)) &&
    !places.some((id) => id !== null && rule.exempt_channels.includes(id))
  );
}

interface Execution extends MessageAttempt {
  readonly guild: GuildState;
  readonly rule: APIAutoModerationRule;
  readonly action: APIAutoModerationAction;
  readonly match: TriggerMatch;
}

function execute(state: WorldState, execution: Execution): void {
  const { guild, rule, action, match, channel, authorId, content } = execution;
  const alertId = alert(state, execution);
  timeOut(state, execution);
  state.emit({
    type: GatewayDispatchEvents.AutoModerationActionExecution,
    data: {
      guild_id: guild.id,
      action,
      rule_id: rule.id,
      rule_trigger_type: rule.trigger_type,
      user_id: authorId,
      channel_id: channel.id,
      ...(alertId === null ? {} : { alert_system_message_id: alertId }),
      content,
      matched_keyword: match.keyword,
      matched_content: match.content,
    },
    guildId: guild.id,
    channelId: null,
    userIds: null,
  });
  const audited = AUDITED_AS[action.type];
  if (audited === null) return;
  writeAuditLog(state, guild, {
    auditContext: { byUserId: rule.creator_id, reason: null },
    action: audited,
    targetId: authorId,
    options: {
      auto_moderation_rule_name: rule.name,
      auto_moderation_rule_trigger_type: `${rule.trigger_type}`,
      channel_id: channel.id,
    },
  });
}

const AUDITED_AS: Readonly<Record<AutoModerationActionType, AuditLogEvent | null>> = {
  [AutoModerationActionType.BlockMessage]: AuditLogEvent.AutoModerationBlockMessage,
  [AutoModerationActionType.SendAlertMessage]: AuditLogEvent.AutoModerationFlagToChannel,
  [AutoModerationActionType.Timeout]: AuditLogEvent.AutoModerationUserCommunicationDisabled,
  // Only profiles trigger it, and they are not simulated.
  [AutoModerationActionType.BlockMemberInteraction]: null,
};

/** Posts a rule's alert and returns its id; null: the action is not an alert, or its channel is gone. */
function alert(
  state: WorldState,
  { action, rule, match, channel, authorId, content }: Execution,
): string | null {
  if (action.type !== AutoModerationActionType.SendAlertMessage) return null;
  const target = state.channels.get(action.metadata?.channel_id ?? '');
  const author = state.users.get(authorId)?.user;
  if (target === undefined || author === undefined) return null;
  const fields = [
    { name: 'rule_name', value: rule.name },
    { name: 'channel_id', value: channel.id },
    ...(match.keyword === null ? [] : [{ name: 'keyword', value: match.keyword }]),
    ...(match.content === null ? [] : [{ name: 'keyword_matched_content', value: match.content }]),
  ];
  const id = state.newId();
  postMessage(state, target, {
    message: {
      id,
      channel_id: target.id,
      type: MessageType.AutoModerationAction,
      author,
      content: '',
      timestamp: isoNow(state),
      edited_timestamp: null,
      tts: false,
      mentions: [],
      mention_roles: [],
      mention_everyone: false,
      attachments: [],
      embeds: [{ type: EmbedType.AutoModerationMessage, description: content, fields }],
      components: [],
      pinned: false,
      flags: NO_FLAGS,
    },
  });
  return id;
}

function timeOut(state: WorldState, { action, guild, authorId }: Execution): void {
  const member = guild.members.get(authorId);
  if (action.type !== AutoModerationActionType.Timeout || member === undefined) return;
  const untilMs = state.clock.now() + (action.metadata?.duration_seconds ?? 0) * 1000;
  setMember(state, guild, { ...member, communication_disabled_until: isoTime(untilMs) });
}
