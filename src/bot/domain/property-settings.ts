import type { EnglishCatalogue } from '../locales/english.ts';
import { message, type Message } from '../locales/message.ts';
import { MAX_TIMEOUT_SECONDS } from './actions/kinds/timeout.ts';
import { modeSchema, policySchema, type Policy } from './policy/policy.ts';

/*
 * Property settings that change the bot's policy. The interface's list of keys is "not shown"; these names follow its
 * one key for Discord, `@property/discord/feature.verify`.
 */

export type SettingValue = string | number | boolean;

/** The values that a setting accepts. */
export type SettingKind =
  | { readonly kind: 'boolean' | 'number' | 'text' }
  | { readonly kind: 'word'; readonly words: readonly string[] };

type SettingDefinition = {
  readonly accepts: SettingKind;
} & (
  | {
      /** The problem with any other value. */
      readonly invalid: keyof EnglishCatalogue['property-settings']['invalid'];
      /** The changed policy, not validated. */
      readonly change: (policy: Policy, value: SettingValue) => unknown;
    }
  /** The setting does not concern the bot. */
  | { readonly change: null }
);

const SETTINGS: Readonly<Record<string, SettingDefinition>> = {
  '@property/discord/moderation.mode': {
    accepts: { kind: 'word', words: modeSchema.options },
    invalid: 'mode',
    change: (policy, value) => ({ ...policy, mode: value }),
  },
  /** A channel id; empty: the channel that `MODERATOR_CHANNEL` names. */
  '@property/discord/moderation.channel': {
    accepts: { kind: 'text' },
    invalid: 'channel',
    change: (policy, value) => ({ ...policy, moderatorChannelId: value === '' ? null : value }),
  },
  '@property/discord/moderation.timeoutSeconds': {
    accepts: { kind: 'number' },
    invalid: 'timeoutSeconds',
    change: (policy, value) => ({ ...policy, timeoutSeconds: value }),
  },
  '@property/discord/moderation.evidenceDays': {
    accepts: { kind: 'number' },
    invalid: 'evidenceDays',
    change: (policy, value) => ({ ...policy, evidenceDays: value }),
  },
  '@property/discord/moderation.notice': {
    accepts: { kind: 'boolean' },
    invalid: 'notice',
    change: (policy, value) => ({ ...policy, notice: { ...policy.notice, enabled: value } }),
  },
  /** The two keys the interface shows. */
  '@property/name': { accepts: { kind: 'text' }, change: null },
  '@property/discord/feature.verify': { accepts: { kind: 'boolean' }, change: null },
};

/** The known keys. The service may know more. */
export const knownSettings: readonly string[] = Object.keys(SETTINGS);

/** Null for an unknown key. */
export function kindOfSetting(key: string): SettingKind | null {
  return Object.hasOwn(SETTINGS, key) ? (SETTINGS[key]?.accepts ?? null) : null;
}

export type SettingChange =
  | { readonly kind: 'policy'; readonly policy: Policy }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly reason: Message };

/** The policy with a setting applied; `unknown`: the key does not concern the bot. */
export function withSetting(policy: Policy, key: string, value: SettingValue): SettingChange {
  const setting = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
  if (setting === undefined || setting.change === null) return { kind: 'unknown' };
  const parsed = policySchema.safeParse(setting.change(policy, value));
  if (parsed.success) return { kind: 'policy', policy: parsed.data };
  const values = { key, max: MAX_TIMEOUT_SECONDS };
  return {
    kind: 'refused',
    reason: message(`property-settings:invalid.${setting.invalid}`, values),
  };
}
