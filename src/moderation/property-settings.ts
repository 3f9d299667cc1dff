import { policySchema, type Policy } from './policy.ts';

/*
 * Property settings that mean something to the bot. The interface's list of keys is "not shown"; these are named after
 * the one of its keys that belongs to Discord, `@property/discord/feature.verify`.
 */

export type SettingValue = string | number | boolean;

/** What a setting makes of a policy, before it is checked. */
const EFFECTS: Readonly<Record<string, (policy: Policy, value: SettingValue) => unknown>> = {
  '@property/discord/moderation.mode': (policy, value) => ({ ...policy, mode: value }),
  /** A channel's id; empty: the one `MODERATOR_CHANNEL` names. */
  '@property/discord/moderation.channel': (policy, value) => {
    return { ...policy, moderatorChannelId: value === '' ? null : value };
  },
  '@property/discord/moderation.timeoutSeconds': (policy, value) => {
    return { ...policy, timeoutSeconds: value };
  },
  '@property/discord/moderation.evidenceDays': (policy, value) => {
    return { ...policy, evidenceDays: value };
  },
  '@property/discord/moderation.notice': (policy, value) => {
    return { ...policy, notice: { ...policy.notice, enabled: value } };
  },
};

export type Changed =
  | { readonly kind: 'policy'; readonly policy: Policy }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly reason: string };

/** The policy with a setting in it; `unknown` for a key that means nothing to the bot. */
export function withSetting(policy: Policy, key: string, value: SettingValue): Changed {
  const effect = Object.hasOwn(EFFECTS, key) ? EFFECTS[key] : undefined;
  if (effect === undefined) return { kind: 'unknown' };
  const checked = policySchema.safeParse(effect(policy, value));
  if (checked.success) return { kind: 'policy', policy: checked.data };
  const [problem] = checked.error.issues;
  return { kind: 'refused', reason: `The value of ${key} does not fit: ${problem?.message}.` };
}
