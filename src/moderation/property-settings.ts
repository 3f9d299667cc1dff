import { modeSchema, policySchema, type Policy } from './policy.ts';

/*
 * Property settings that mean something to the bot. The interface's list of keys is "not shown"; these are named after
 * the one of its keys that belongs to Discord, `@property/discord/feature.verify`.
 */

export type SettingValue = string | number | boolean;

/** What kind of value a setting takes. */
export type SettingKind =
  | { readonly kind: 'boolean' | 'number' | 'text' }
  | { readonly kind: 'word'; readonly words: readonly string[] };

interface KnownSetting {
  readonly takes: SettingKind;
  /** What it makes of a policy, before that is checked; null for one that means nothing to the bot. */
  readonly effect: ((policy: Policy, value: SettingValue) => unknown) | null;
}

const SETTINGS: Readonly<Record<string, KnownSetting>> = {
  '@property/discord/moderation.mode': {
    takes: { kind: 'word', words: modeSchema.options },
    effect: (policy, value) => ({ ...policy, mode: value }),
  },
  /** A channel's id; empty: the one `MODERATOR_CHANNEL` names. */
  '@property/discord/moderation.channel': {
    takes: { kind: 'text' },
    effect: (policy, value) => ({ ...policy, moderatorChannelId: value === '' ? null : value }),
  },
  '@property/discord/moderation.timeoutSeconds': {
    takes: { kind: 'number' },
    effect: (policy, value) => ({ ...policy, timeoutSeconds: value }),
  },
  '@property/discord/moderation.evidenceDays': {
    takes: { kind: 'number' },
    effect: (policy, value) => ({ ...policy, evidenceDays: value }),
  },
  '@property/discord/moderation.notice': {
    takes: { kind: 'boolean' },
    effect: (policy, value) => ({ ...policy, notice: { ...policy.notice, enabled: value } }),
  },
  /** The two keys the interface shows. */
  '@property/name': { takes: { kind: 'text' }, effect: null },
  '@property/discord/feature.verify': { takes: { kind: 'boolean' }, effect: null },
};

/** The keys there are, as far as is known; the service may know more. */
export const knownSettings: readonly string[] = Object.keys(SETTINGS);

/** Null for a key nobody here knows. */
export function kindOfSetting(key: string): SettingKind | null {
  return Object.hasOwn(SETTINGS, key) ? (SETTINGS[key]?.takes ?? null) : null;
}

export type Changed =
  | { readonly kind: 'policy'; readonly policy: Policy }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly reason: string };

/** The policy with a setting in it; `unknown` for a key that means nothing to the bot. */
export function withSetting(policy: Policy, key: string, value: SettingValue): Changed {
  const effect = Object.hasOwn(SETTINGS, key) ? (SETTINGS[key]?.effect ?? null) : null;
  if (effect === null) return { kind: 'unknown' };
  const checked = policySchema.safeParse(effect(policy, value));
  if (checked.success) return { kind: 'policy', policy: checked.data };
  const [problem] = checked.error.issues;
  return { kind: 'refused', reason: `The value of ${key} does not fit: ${problem?.message}.` };
}
