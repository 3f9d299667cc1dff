import {
  AuditLogEvent,
  AutoModerationRuleTriggerType,
  GatewayDispatchEvents,
  type APIAutoModerationRule,
} from 'discord-api-types/v10';

import { invalidField, routeNotFound } from '../../errors.ts';
import { changesBetween, writeAuditLog } from '../guilds/audit-log.ts';
import { findGuild, type WorldState } from '../state.ts';
import type { AuditContext, GuildState } from '../types.ts';

/** Maximum number of rules per type in a guild (resources/auto-moderation, trigger types). */
const MAX_PER_TYPE: Readonly<Record<AutoModerationRuleTriggerType, number>> = {
  [AutoModerationRuleTriggerType.Keyword]: 6,
  [AutoModerationRuleTriggerType.Spam]: 1,
  [AutoModerationRuleTriggerType.KeywordPreset]: 1,
  [AutoModerationRuleTriggerType.MentionSpam]: 1,
  [AutoModerationRuleTriggerType.MemberProfile]: 1,
};

export type NewAutoModerationRule = Omit<APIAutoModerationRule, 'id' | 'guild_id' | 'creator_id'>;
export type AutoModerationRulePatch = Partial<Omit<NewAutoModerationRule, 'trigger_type'>>;

interface RuleTarget {
  readonly guildId: string;
  readonly ruleId: string;
}

export interface AutoModerationRules {
  create(
    guildId: string,
    rule: NewAutoModerationRule,
    auditContext: AuditContext,
  ): APIAutoModerationRule;
  update(
    target: RuleTarget,
    patch: AutoModerationRulePatch,
    auditContext: AuditContext,
  ): APIAutoModerationRule;
  delete(target: RuleTarget, auditContext: AuditContext): void;
}

export function findAutoModerationRule(guild: GuildState, ruleId: string): APIAutoModerationRule {
  const rule = guild.autoModerationRules.get(ruleId);
  if (rule === undefined) throw routeNotFound();
  return rule;
}

export function createAutoModerationRules(state: WorldState): AutoModerationRules {
  function announce(
    type:
      | GatewayDispatchEvents.AutoModerationRuleCreate
      | GatewayDispatchEvents.AutoModerationRuleUpdate
      | GatewayDispatchEvents.AutoModerationRuleDelete,
    rule: APIAutoModerationRule,
  ): void {
    state.emit({ type, data: rule, guildId: rule.guild_id, channelId: null, userIds: null });
  }

  return {
    create(guildId, { trigger_type: type, ...rule }, auditContext) {
      const guild = findGuild(state, guildId);
      const max = MAX_PER_TYPE[type];
      const same = [...guild.autoModerationRules.values()].filter(
        ({ trigger_type: existing }) => existing === type,
      );
      if (same.length >= max) {
        throw invalidField([], {
          code: 'AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED',
          message: `Maximum number of rules with trigger type ${type} is ${max}`,
        });
      }
      const created: APIAutoModerationRule = {
        id: state.newId(),
        guild_id: guildId,
        creator_id: auditContext.byUserId,
        trigger_type: type,
        ...rule,
      };
      guild.autoModerationRules.set(created.id, created);
      announce(GatewayDispatchEvents.AutoModerationRuleCreate, created);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.AutoModerationRuleCreate,
        targetId: created.id,
        changes: changesBetween({}, created, AUDITED),
      });
      return created;
    },

    update({ guildId, ruleId }, patch, auditContext) {
      const guild = findGuild(state, guildId);
      const before = findAutoModerationRule(guild, ruleId);
      const after = { ...before, ...patch };
      const changes = changesBetween(before, after, AUDITED);
      if (changes.length === 0) return before;
      guild.autoModerationRules.set(ruleId, after);
      announce(GatewayDispatchEvents.AutoModerationRuleUpdate, after);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.AutoModerationRuleUpdate,
        targetId: ruleId,
        changes,
      });
      return after;
    },

    delete({ guildId, ruleId }, auditContext) {
      const guild = findGuild(state, guildId);
      const rule = findAutoModerationRule(guild, ruleId);
      guild.autoModerationRules.delete(ruleId);
      announce(GatewayDispatchEvents.AutoModerationRuleDelete, rule);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.AutoModerationRuleDelete,
        targetId: ruleId,
        changes: changesBetween(rule, {}, AUDITED),
      });
    },
  };
}

const AUDITED = [
  'name',
  'trigger_type',
  'event_type',
  'trigger_metadata',
  'actions',
  'enabled',
  'exempt_roles',
  'exempt_channels',
];
