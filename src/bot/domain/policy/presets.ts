import type { Effect } from '../effects.ts';
import { IS_CERTAIN, SEVERE_CATEGORIES } from '../verdict.ts';
import type { PresetName } from './preset-names.ts';
import type { Rule, ScoreCondition } from './rules.ts';

/* The presets: rules like a server's own, tried after them. Their thresholds are chosen from measurements (npm run evaluate). */

/** A rule of a preset; its id also names it. */
export type PresetRule = Pick<Rule, 'id' | 'when' | 'effects'>;

const alerted: Effect[] = [{ kind: 'alert' }];
const warned: Effect[] = [{ kind: 'notice' }, ...alerted];
const removed: Effect[] = [{ kind: 'delete' }, ...warned];
const timedOut: Effect[] = [...removed, { kind: 'timeout' }];

type SevereCategory = (typeof SEVERE_CATEGORIES)[number];
type Category = SevereCategory | 'insult';

/**
 * Calibrated probabilities. At this one or above, a text that the embedded service suggests for review is probably severe.
 */
const PROBABLE: Readonly<Record<SevereCategory, number>> = {
  threat: 0.6,
  selfHarm: 0.6,
  groupAttack: 0.7,
  targetedSlur: 0.6,
  sexualHarassment: 0.7,
  doxxing: 0.7,
  extremism: 0.7,
  scam: 0.8,
};
const PROBABLE_INSULT = 0.75;
/** Some words of other languages look like slurs. A text with a real slur is also toxic as a whole. */
const TOXICITY_OF_SLURS = 0.9;
const MAYBE = 0.5;

const reaches = (category: Category, atLeast: number): ScoreCondition => ({
  score: `insights.categories.${category}`,
  atLeast,
});

/** A rule for texts for which one of these actions is suggested, if the category reaches a probability. */
function category(
  id: Category,
  atLeast: number,
  { actions, effects }: { actions: readonly string[]; effects: Effect[] },
): PresetRule {
  const scores = [reaches(id, atLeast)];
  return { id, when: { actions: [...actions], scores }, effects };
}

function action(word: string, effects: Effect[]): PresetRule {
  return { id: word, when: { actions: [word] }, effects };
}

/* Suggestions of moderation services, from the least severe. */
const REVIEWS = ['flag', 'review', 'warn'];
const REMOVALS = ['delete', 'remove', 'block'];

const EXCLUDED: readonly PresetRule[] = [
  action('mute', timedOut),
  action('timeout', timedOut),
  action('kick', [...removed, { kind: 'kick' }]),
  action('ban', [...removed, { kind: 'ban' }]),
];
const DELETED: readonly PresetRule[] = REMOVALS.map((word) => action(word, removed));
const REVIEWED: readonly PresetRule[] = [
  action('flag', alerted),
  action('review', alerted),
  action('warn', warned),
];

export const BLOCKED_WORDS_ID = 'blockedWords';

/** The server's own words. The rules that exclude members come before it, because they do more. */
const BLOCKED_WORDS: PresetRule = {
  id: BLOCKED_WORDS_ID,
  when: { words: 'blocked' },
  effects: removed,
};

/**
 * `normal` does what the service suggests. `relaxed` deletes only what is certainly severe, alerts about what may be severe,
 * and leaves insults to the members. `strict` also deletes what the service would have moderators look at, if it is probably
 * severe or an insult.
 */
export const PRESETS: Readonly<Record<PresetName, readonly PresetRule[]>> = {
  relaxed: [
    ...EXCLUDED,
    BLOCKED_WORDS,
    ...SEVERE_CATEGORIES.map((id) =>
      category(id, IS_CERTAIN, { actions: REMOVALS, effects: removed }),
    ),
    ...SEVERE_CATEGORIES.map((id) =>
      category(id, MAYBE, { actions: [...REMOVALS, ...REVIEWS], effects: alerted }),
    ),
    // Reached only by texts without a severe category, if the service rates insults at all.
    category('insult', 0, { actions: REVIEWS, effects: [] }),
    category('insult', 0, { actions: REMOVALS, effects: alerted }),
    ...DELETED,
    ...REVIEWED,
  ],
  normal: [...EXCLUDED, BLOCKED_WORDS, ...DELETED, ...REVIEWED],
  strict: [
    ...EXCLUDED,
    BLOCKED_WORDS,
    ...DELETED,
    ...SEVERE_CATEGORIES.map((id) => strictRule(id)),
    category('insult', PROBABLE_INSULT, { actions: REVIEWS, effects: removed }),
    ...REVIEWED,
  ],
};

function strictRule(id: SevereCategory): PresetRule {
  const rule = category(id, PROBABLE[id], { actions: REVIEWS, effects: removed });
  if (id !== 'targetedSlur') return rule;
  const toxicity = { score: 'engine1.baseline', atLeast: TOXICITY_OF_SLURS };
  return { ...rule, when: { ...rule.when, scores: [...(rule.when.scores ?? []), toxicity] } };
}

/** The words the presets know; any other is unknown, and unknown is never punished. */
export const KNOWN_ACTIONS: ReadonlySet<string> = new Set(
  PRESETS.normal.flatMap(({ when }) => when.actions ?? []),
);
