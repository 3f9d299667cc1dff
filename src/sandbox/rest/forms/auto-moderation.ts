import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleKeywordPresetType,
  AutoModerationRuleTriggerType,
  type APIAutoModerationAction,
  type APIAutoModerationRuleTriggerMetadata,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { invalidField } from '../../errors.ts';
import { compile } from '../../world/automod/triggers.ts';
import { snowflakeSchema, textSchema } from './fields.ts';

/* Limits from resources/auto-moderation. */

const wordsSchema = (max: number) => z.array(textSchema(60, 1)).max(max).nullish();

const patternSchema = textSchema(260, 1).refine((pattern) => compile(pattern) !== null, {
  error: 'Regex parse error',
  params: { code: 'AUTO_MODERATION_INVALID_REGEX' },
});

const metadataSchema = z.object({
  keyword_filter: wordsSchema(1000),
  regex_patterns: z.array(patternSchema).max(10).nullish(),
  presets: z.array(z.enum(AutoModerationRuleKeywordPresetType)).nullish(),
  allow_list: wordsSchema(1000),
  mention_total_limit: z.int().min(0).max(50).nullish(),
  mention_raid_protection_enabled: z.boolean().nullish(),
});
type Metadata = z.infer<typeof metadataSchema>;

const actionSchema = z.object({
  type: z.enum(AutoModerationActionType),
  metadata: z
    .object({
      channel_id: snowflakeSchema.nullish(),
      duration_seconds: z.int().min(0).max(2_419_200).nullish(),
      custom_message: textSchema(150).nullish(),
    })
    .nullish(),
});

const ruleFields = {
  name: textSchema(100, 1),
  event_type: z.enum(AutoModerationRuleEventType),
  trigger_metadata: metadataSchema.nullish(),
  actions: z.array(actionSchema).min(1).max(5),
  enabled: z.boolean().nullish(),
  exempt_roles: z.array(snowflakeSchema).max(20).nullish(),
  exempt_channels: z.array(snowflakeSchema).max(50).nullish(),
};

export const createRuleSchema = z.object({
  ...ruleFields,
  trigger_type: z.enum(AutoModerationRuleTriggerType),
});
export const editRuleSchema = z.object(ruleFields).partial();
export type RuleForm = z.infer<typeof editRuleSchema>;

const { Keyword, KeywordPreset, MentionSpam, MemberProfile, Spam } = AutoModerationRuleTriggerType;
/** Maximum length of an allow list, except for rules that use Discord's own word lists. */
const MAX_ALLOWED = 100;

/** Metadata of the trigger type; fields of other types are ignored. */
export function metadataOf(
  type: AutoModerationRuleTriggerType,
  metadata: Metadata,
): APIAutoModerationRuleTriggerMetadata {
  const allow_list = metadata.allow_list ?? [];
  switch (type) {
    case Keyword:
    case MemberProfile:
      if (allow_list.length > MAX_ALLOWED) {
        throw invalidField(['trigger_metadata', 'allow_list'], {
          code: 'BASE_TYPE_MAX_LENGTH',
          message: `Must be ${MAX_ALLOWED} or fewer in length.`,
        });
      }
      return {
        keyword_filter: metadata.keyword_filter ?? [],
        regex_patterns: metadata.regex_patterns ?? [],
        allow_list,
      };
    case KeywordPreset:
      return { presets: metadata.presets ?? [], allow_list };
    case MentionSpam:
      return {
        mention_total_limit: metadata.mention_total_limit ?? 0,
        mention_raid_protection_enabled: metadata.mention_raid_protection_enabled ?? false,
      };
    case Spam:
      return {};
  }
}

/** Actions in stored form. Throws 50035 for one the trigger type does not allow, or in a missing channel. */
export function actionsOf(
  actions: NonNullable<RuleForm['actions']>,
  {
    type,
    hasChannel,
  }: { type: AutoModerationRuleTriggerType; hasChannel: (id: string) => boolean },
): APIAutoModerationAction[] {
  return actions.map(({ type: action, metadata }, index) => {
    const path = ['actions', index];
    switch (action) {
      case AutoModerationActionType.BlockMessage: {
        const text = metadata?.custom_message ?? null;
        return { type: action, metadata: text === null ? {} : { custom_message: text } };
      }
      case AutoModerationActionType.SendAlertMessage: {
        const id = metadata?.channel_id ?? '';
        if (hasChannel(id)) return { type: action, metadata: { channel_id: id } };
        throw invalidField([...path, 'metadata', 'channel_id'], {
          code: 'AUTO_MODERATION_INVALID_CHANNEL',
          message: 'Channel does not exist',
        });
      }
      case AutoModerationActionType.Timeout:
        if (type !== Keyword && type !== MentionSpam) throw unsupported(path);
        return { type: action, metadata: { duration_seconds: metadata?.duration_seconds ?? 0 } };
      case AutoModerationActionType.BlockMemberInteraction:
        if (type !== MemberProfile) throw unsupported(path);
        return { type: action, metadata: {} };
    }
  });
}

function unsupported(path: readonly (string | number)[]): Error {
  return invalidField([...path, 'type'], {
    code: 'AUTO_MODERATION_INVALID_ACTION_TYPE',
    message: 'This action cannot be used with this trigger type',
  });
}
