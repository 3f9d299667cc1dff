import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  DiscordAPIError,
  type AutoModerationRule,
  type AutoModerationRuleCreateOptions,
  type Client,
  type Guild,
} from 'discord.js';
import type { Refusal } from '../domain/effects.ts';
import {
  MAX_KEYWORD_RULES,
  MAX_NATIVE_ALLOWED,
  MAX_NATIVE_EXEMPT_CHANNELS,
  MAX_NATIVE_EXEMPT_ROLES,
  type NativeRule,
  type NativeRules,
  type NativeTrigger,
  type SavedNativeRule,
} from '../domain/words/native-rules.ts';
import { botRoleName } from '../access/action-context.ts';
import { hasPermission, permissionName } from '../access/permissions.ts';
import { refusal } from '../acting/actions/refusals.ts';

type Refused = { readonly kind: 'refused' } & Refusal;

/** Reads and writes the rules of Discord's AutoMod. */
export function createNativeRules(client: Client): NativeRules {
  /** The server, or why the bot can't reach its rules. */
  function reachable(guildId: string): { readonly kind: 'guild'; readonly guild: Guild } | Refused {
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined) return { kind: 'refused', ...refusal('botLeft') };
    const permissions = guild.members.me?.permissions.bitfield ?? 0n;
    if (hasPermission(permissions, 'ManageGuild')) return { kind: 'guild', guild };
    const values = { permission: permissionName('ManageGuild'), botRole: botRoleName(guild) };
    return { kind: 'refused', ...refusal('missingPermission', values) };
  }

  async function rulesOf(guild: Guild): Promise<AutoModerationRule[]> {
    // Not cached: the bot doesn't have the intent for AutoMod rules, so it wouldn't learn of changes.
    return [...(await guild.autoModerationRules.fetch({ cache: false })).values()];
  }

  const isOwn = ({ creatorId }: AutoModerationRule): boolean => creatorId === client.user?.id;

  return {
    async keywordRules(guildId) {
      const place = reachable(guildId);
      if (place.kind === 'refused') return place;
      const rules = (await rulesOf(place.guild))
        .filter(({ triggerType }) => triggerType === AutoModerationRuleTriggerType.Keyword)
        .filter((rule) => !isOwn(rule))
        .map(({ name, enabled, triggerMetadata, actions, exemptRoles, exemptChannels }) => ({
          name,
          isEnabled: enabled,
          blocks: actions.some(({ type }) => type === AutoModerationActionType.BlockMessage),
          hasExemptions: exemptRoles.size + exemptChannels.size > 0,
          keywords: triggerMetadata.keywordFilter,
          allowed: triggerMetadata.allowList,
          patterns: triggerMetadata.regexPatterns.length,
        }));
      return { kind: 'rules', rules };
    },

    async save(guildId, rule) {
      const place = reachable(guildId);
      if (place.kind === 'refused') return place;
      const { guild } = place;
      const triggerType = TRIGGER_TYPES[rule.trigger.kind];
      const same = (await rulesOf(guild)).filter(
        (existing) => existing.triggerType === triggerType,
      );
      const names = new Set([rule.name, ...rule.otherNames]);
      const own = same.find((existing) => isOwn(existing) && names.has(existing.name));
      const options = optionsOf(rule, guild);
      if (own !== undefined) {
        await guild.autoModerationRules.edit(own.id, options);
        return { kind: 'changed' };
      }
      const max = rule.trigger.kind === 'keywords' ? MAX_KEYWORD_RULES : 1;
      if (same.length >= max) return { kind: 'full' };
      return create(guild, { ...options, triggerType });
    },
  };
}

const TRIGGER_TYPES = {
  keywords: AutoModerationRuleTriggerType.Keyword,
  mentions: AutoModerationRuleTriggerType.MentionSpam,
} as const satisfies Record<NativeTrigger['kind'], AutoModerationRuleTriggerType>;

const TOO_MANY = 'AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED';

async function create(
  guild: Guild,
  options: AutoModerationRuleCreateOptions,
): Promise<SavedNativeRule> {
  try {
    await guild.autoModerationRules.create(options);
    return { kind: 'created' };
  } catch (error) {
    // Another rule was created in the meantime.
    if (error instanceof DiscordAPIError && JSON.stringify(error.rawError).includes(TOO_MANY)) {
      return { kind: 'full' };
    }
    throw error;
  }
}

function optionsOf(
  rule: NativeRule,
  guild: Guild,
): Omit<AutoModerationRuleCreateOptions, 'triggerType'> {
  const { name, trigger, explanation, alertChannelId, reason } = rule;
  return {
    name,
    eventType: AutoModerationRuleEventType.MessageSend,
    triggerMetadata:
      trigger.kind === 'keywords'
        ? {
            keywordFilter: trigger.keywords,
            allowList: trigger.allowed.slice(0, MAX_NATIVE_ALLOWED),
          }
        : { mentionTotalLimit: trigger.limit, mentionRaidProtectionEnabled: true },
    actions: [
      { type: AutoModerationActionType.BlockMessage, metadata: { customMessage: explanation } },
      ...(alertChannelId === null
        ? []
        : [
            {
              type: AutoModerationActionType.SendAlertMessage,
              metadata: { channel: alertChannelId },
            },
          ]),
    ],
    enabled: true,
    // Discord rejects roles and channels that no longer exist.
    exemptRoles: rule.exemptRoleIds
      .filter((id) => guild.roles.cache.has(id))
      .slice(0, MAX_NATIVE_EXEMPT_ROLES),
    exemptChannels: rule.exemptChannelIds
      .filter((id) => guild.channels.cache.has(id))
      .slice(0, MAX_NATIVE_EXEMPT_CHANNELS),
    reason,
  };
}
