import { z } from 'zod';
import { effectSchema, MAX_TIMEOUT_SECONDS, type Effect } from './effects.ts';

/** The rule for words no rule names. */
export const ANY_ACTION = '*';

/** `enforce` acts, `shadow` only records what it would have done, `off` looks at nothing. */
export const modeSchema = z.enum(['enforce', 'shadow', 'off']);
export type Mode = z.infer<typeof modeSchema>;

const ruleSchema = z
  .array(effectSchema)
  .max(8)
  .refine(
    (effects) => new Set(effects.map(targetOf)).size === effects.length,
    'a rule names each effect once',
  );

/** Two effects with the same target would do the same thing, or undo each other. */
function targetOf(effect: Effect): string {
  return 'roleId' in effect ? effect.roleId : effect.kind;
}

/**
 * From a word of `suggestedAction`, in lower case, to effects. The interface leaves the words open, so a word
 * without a rule must reach the moderators and must not punish anybody: `*` can only be an alert.
 */
const rulesSchema = z
  .record(z.string().min(1).max(64).toLowerCase(), ruleSchema)
  .refine((rules) => {
    const rest = rules[ANY_ACTION];
    return rest === undefined || (rest.length === 1 && rest[0]?.kind === 'alert');
  }, 'the rule "*" stands for words nobody has decided on yet, so it can only be an alert')
  // The one word the interface shows. Without a rule for it every message would be an alert.
  .transform((rules): Record<string, Effect[]> => ({ pass: [], ...rules }));

const warned: Effect[] = [{ kind: 'notice' }, { kind: 'alert' }];
const removed: Effect[] = [{ kind: 'delete' }, ...warned];
const silenced: Effect[] = [...removed, { kind: 'timeout' }];

const DEFAULT_RULES: Record<string, Effect[]> = {
  pass: [],
  flag: [{ kind: 'alert' }],
  review: [{ kind: 'alert' }],
  warn: warned,
  delete: removed,
  remove: removed,
  block: removed,
  mute: silenced,
  timeout: silenced,
  kick: [...removed, { kind: 'kick' }],
  ban: [...removed, { kind: 'ban' }],
  [ANY_ACTION]: [{ kind: 'alert' }],
};

const DEFAULT_NOTICE =
  'Your message in {channel} on {server} broke its rules, as far as our automatic check can tell. ' +
  'If you think that is a mistake, tell a moderator there and name case {case}.';

/** Where many small offences lead: the highest rung whose number of strikes is reached adds its effect. */
const ladderSchema = z.object({
  enabled: z.boolean().default(false),
  /** Cases older than this are no strikes any more. */
  windowDays: z.int().min(1).max(90).default(7),
  rungs: z
    .array(
      z.object({
        strikes: z.int().min(2).max(100),
        effect: effectSchema.refine(
          ({ kind }) => kind === 'timeout' || kind === 'kick' || kind === 'ban',
          'a rung times out, kicks or bans',
        ),
      }),
    )
    .max(10)
    .refine(
      (rungs) => new Set(rungs.map(({ strikes }) => strikes)).size === rungs.length,
      'two rungs cannot stand at the same number of strikes',
    )
    .default([
      { strikes: 3, effect: { kind: 'timeout', seconds: 60 * 60 } },
      { strikes: 5, effect: { kind: 'timeout', seconds: 24 * 60 * 60 } },
      { strikes: 8, effect: { kind: 'ban' } },
    ]),
});
const DEFAULT_LADDER = ladderSchema.parse({});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

/** A guild's settings. Every field has a default, so that settings of an older version still parse. */
export const policySchema = z.object({
  mode: modeSchema.default('enforce'),
  /** Null: the channel that `MODERATOR_CHANNEL` names. */
  moderatorChannelId: z.string().nullable().default(null),
  rules: rulesSchema.default(DEFAULT_RULES),
  exemptRoleIds: z.array(z.string()).default([]),
  /** A category or a forum exempts all that is in it. */
  exemptChannelIds: z.array(z.string()).default([]),
  notice: z
    .object({
      enabled: z.boolean().default(true),
      /** `{channel}`, `{server}` and `{case}` are filled in. */
      text: z.string().min(1).max(1000).default(DEFAULT_NOTICE),
    })
    .default({ enabled: true, text: DEFAULT_NOTICE }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_SECONDS)
    .default(10 * 60),
  /** How long the text of a case is kept. The case itself stays, without the text. */
  evidenceDays: z.int().min(1).max(90).default(30),
  /** IANA, such as Europe/Berlin: times that moderators write and read are in it. */
  timeZone: z.string().refine(isTimeZone, 'no such time zone').default('UTC'),
  /** Alerts about registered keywords. */
  keywords: z
    .object({
      /** Null: the moderator channel. */
      channelId: z.string().nullable().default(null),
      /** The one role such an alert may ping; null: nobody. */
      roleId: z.string().nullable().default(null),
    })
    .default({ channelId: null, roleId: null }),
  ladder: ladderSchema.default(DEFAULT_LADDER),
});
export type Policy = z.infer<typeof policySchema>;

export const defaultPolicy: Policy = policySchema.parse({});

/** The rule that applies to a word of `suggestedAction`, whatever its case, and the effects it names. */
export function ruleFor(policy: Policy, action: string): { rule: string; effects: Effect[] } {
  const word = action.trim().toLowerCase();
  const effects = Object.hasOwn(policy.rules, word) ? policy.rules[word] : undefined;
  if (effects !== undefined && word !== '') return { rule: word, effects };
  return { rule: ANY_ACTION, effects: [{ kind: 'alert' }] };
}
