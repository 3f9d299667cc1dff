import { z } from 'zod';
import { effectSchema, type Effect } from '../effects.ts';
import { ratesText } from '../verdict.ts';
import { presetNameSchema } from './preset-names.ts';

/* A server's rules: what to look for, and what follows. */

export const MAX_RULES = 50;
export const MAX_RULE_NAME_LENGTH = 60;
export const MAX_EFFECTS = 8;
/** How many values a condition can list. */
export const MAX_VALUES = 25;
/** In days. */
export const MAX_AGE_DAYS = 365;

/** The suggested action for harmless messages: the only word the interface shows. */
export const HARMLESS_ACTION = 'pass';

/**
 * A message that the service finds harmless can be punished only for a rating of at least this, or for the server's own
 * blocked words. A category's score is a probability, so from here on it says more likely yes than no.
 */
export const LEAST_PUNISHABLE_SCORE = 0.5;

/** A suggested action, which the service may spell in any case. */
const actionSchema = z.string().trim().min(1).max(64).toLowerCase();
const snowflakesSchema = z.array(z.string().min(1).max(20)).min(1).max(MAX_VALUES);
const ageSchema = z.number().positive().max(MAX_AGE_DAYS);

const scoreConditionSchema = z.object({
  /** Its path in the result, such as `engine2.vulgar` or `insights.categories.threat`. */
  score: z.string().trim().min(1).max(100),
  atLeast: z.number(),
});
export type ScoreCondition = z.infer<typeof scoreConditionSchema>;

/** All of these that are present must be met. A list is met by any of its values, except `scores`, which must all be reached. */
export const conditionsSchema = z
  .object({
    actions: z.array(actionSchema).min(1).max(MAX_VALUES).optional(),
    scores: z.array(scoreConditionSchema).min(1).max(MAX_VALUES).optional(),
    /** The service's names in lower case, such as `german`. */
    languages: z
      .array(z.string().trim().min(1).max(64).toLowerCase())
      .min(1)
      .max(MAX_VALUES)
      .optional(),
    accountAgeUnderDays: ageSchema.optional(),
    /** Since the author joined the server. */
    memberAgeUnderDays: ageSchema.optional(),
    /** Channels, or the parents of channels and threads. */
    channelIds: snowflakesSchema.optional(),
    roleIds: snowflakesSchema.optional(),
    /** The text contains a word of the server's list of blocked words. */
    words: z.literal('blocked').optional(),
  })
  .refine(
    (conditions) => Object.values(conditions).some((condition) => condition !== undefined),
    'a rule has at least one condition',
  );
export type Conditions = z.infer<typeof conditionsSchema>;

export const effectsSchema = z
  .array(effectSchema)
  .max(MAX_EFFECTS)
  .refine(
    (effects) => new Set(effects.map(targetOf)).size === effects.length,
    'a rule names each effect once',
  );

/** Two effects with the same target would repeat or undo each other. */
function targetOf(effect: Effect): string {
  return 'roleId' in effect ? effect.roleId : effect.kind;
}

export const ruleSchema = z
  .object({
    /** Unique in the server, and never used again for another rule. */
    id: z.string().min(1).max(64),
    name: z.string().trim().min(1).max(MAX_RULE_NAME_LENGTH),
    when: conditionsSchema,
    /** In any order; empty: the text is left alone. */
    effects: effectsSchema,
  })
  .refine(
    (rule) => !isHarmlessNamed(rule.when) || coversHarmless(rule),
    'a rule for harmless messages can only be an alert, unless it names blocked words or a high score',
  );
export type Rule = z.infer<typeof ruleSchema>;

/** Tried in order: the first that applies decides. */
export const rulesSchema = z
  .array(ruleSchema)
  .max(MAX_RULES)
  .refine(
    (rules) => new Set(rules.map(({ id }) => id)).size === rules.length,
    'two rules cannot have the same id',
  );

/** Whether effects do more than tell the moderators. */
export function punishes(effects: readonly Effect[]): boolean {
  return effects.some(({ kind }) => kind !== 'alert');
}

/**
 * Whether the conditions say themselves what is bad about a text, whatever the service suggests. Not every high score does:
 * of a harmless text, the certainty of the suggestion and the sentiment are high, too.
 */
export function saysWhatIsHarmful({ words, scores = [] }: Conditions): boolean {
  return (
    words !== undefined ||
    scores.some(({ score, atLeast }) => ratesText(score) && atLeast >= LEAST_PUNISHABLE_SCORE)
  );
}

/**
 * Whether a rule can be about texts that the service finds harmless. To punish them, it must say what is harmful; otherwise
 * it must name them, a score or blocked words.
 */
export function coversHarmless({
  when,
  effects,
}: {
  readonly when: Conditions;
  readonly effects: readonly Effect[];
}): boolean {
  if (punishes(effects)) return saysWhatIsHarmful(when);
  return when.words !== undefined || when.scores !== undefined || isHarmlessNamed(when);
}

function isHarmlessNamed({ actions }: Conditions): boolean {
  return actions?.includes(HARMLESS_ACTION) === true;
}

/** The rule that decided, as stored with a case: the server may change or remove it later. */
export const decidingRuleSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('server'), id: z.string(), name: z.string() }),
  /** `id`: a category of harm or a suggested action. */
  z.object({ of: z.literal('preset'), preset: presetNameSchema, id: z.string() }),
  /** A suggested action without a rule, or a text that could not be judged: only an alert. */
  z.object({ of: z.literal('unknown') }),
  /** The author posted the same in many channels at once. */
  z.object({ of: z.literal('copies') }),
  /** Moderators acted on a keyword alert. */
  z.object({ of: z.literal('keyword') }),
  /** A moderator used a command. */
  z.object({ of: z.literal('command'), command: z.string() }),
  /** A picture of the message is on one of the server's lists. */
  z.object({ of: z.literal('picture') }),
  /** Moderators acted on a message that members reported. */
  z.object({ of: z.literal('report') }),
]);
export type DecidingRule = z.infer<typeof decidingRuleSchema>;
