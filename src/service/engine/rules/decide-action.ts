import { CATEGORIES, type Category } from '../categories.ts';
import type { CategoryScores, EngineAction, Heads } from '../engine.ts';
import type { Meta } from '../model/weights.ts';
import type { CategoryMeta } from '../severity/category-weights.ts';

/** The action for a text, the engine's confidence in it, 0 to 1, and the category that decided. */
export interface ActionDecision {
  action: EngineAction;
  confidence: number;
  /** Null for `pass`. */
  category: Category | null;
  /** True if the base model alone would flag it. */
  isSuspected: boolean;
}

export interface Thresholds {
  base: Meta['thresholds'];
  categories: Pick<CategoryMeta, 'flag' | 'delete'>;
}

export interface Opinion {
  heads: Heads;
  /** Each category's probability by itself: whether it is certain. */
  categories: CategoryScores;
  /**
   * The same in the light of all that is known of the text: whether anything is wrong. Null if every one is below its
   * threshold for flags, and the text is no scam by its links and wording, and not toxic.
   */
  adjusted: CategoryScores | null;
  words: number;
}

/** Categories that may delete by themselves. An insult is for moderators, and vulgarity at nobody is nobody's business. */
const SEVERE: readonly Category[] = CATEGORIES.filter(
  (category) => category !== 'insult' && category !== 'vulgarity',
);
const HARMFUL: readonly Category[] = [...SEVERE, 'insult'];
/**
 * A category that is likely by itself is certain if either the base model agrees, or all that is known of the text makes it
 * so. Then it deletes below its own threshold.
 */
const AGREED = { own: 0.8, toxicity: 0.8, adjusted: 0.94 };
/** Lower thresholds for text that the base model finds toxic, and lower still in long texts, which dilute it less there. */
export const TOXIC = { from: 0.8, flag: 0.45 };
const DILUTED = { words: 7, from: 0.98, flag: 0.25 };
const SURE_INSULT = 0.9;
/** A longer text is read in windows: to delete it, a category needs the base model's support. Scams are polite, and long. */
const MAX_ALONE = 20;
const LEAST_TOXICITY = 0.6;
const POLITE: readonly Category[] = ['scam'];
const NEVER = 2;

const SLOTS: ReadonlyMap<Category, number> = new Map(
  CATEGORIES.map((category, slot) => [category, slot]),
);
const slotOf = (category: Category): number => SLOTS.get(category) ?? -1;

/** The category furthest above its threshold, or null. */
function furthestAbove(
  among: readonly Category[],
  scores: CategoryScores,
  thresholdOf: (category: Category) => number,
): Category | null {
  let found: Category | null = null;
  let furthest = 0;
  for (const category of among) {
    const threshold = thresholdOf(category);
    if (scores[category] < threshold) continue;
    const distance = (scores[category] - threshold) / (1 - Math.min(0.999, threshold));
    if (found !== null && distance <= furthest) continue;
    found = category;
    furthest = distance;
  }
  return found;
}

/**
 * Severity first: deletes if a severe category is certain by itself and likely, all considered, and for the most extreme
 * insults; flags if a harmful category is either. The confidence is the deciding score; for `pass`, how certainly the text
 * isn't toxic.
 */
export function decideAction(
  { heads, categories: scores, adjusted, words }: Opinion,
  { base, categories: thresholds }: Thresholds,
): ActionDecision {
  const { toxicity, identityHate, aggressive } = heads;
  const isSuspected =
    toxicity >= base.flag || identityHate >= base.flagHate || aggressive >= base.flagAggressive;
  const certainFrom = (category: Category): number => thresholds.delete[slotOf(category)] ?? NEVER;
  const ifCertain = (): ActionDecision => {
    const certain = furthestAbove(SEVERE, scores, certainFrom);
    return certain === null
      ? { action: 'pass', confidence: 1 - toxicity, category: null, isSuspected }
      : { action: 'flag', confidence: scores[certain], category: certain, isSuspected };
  };
  if (adjusted === null) return ifCertain();
  const isShort = words <= MAX_ALONE;
  const ifToxic = words > DILUTED.words && toxicity >= DILUTED.from ? DILUTED : TOXIC;
  const most = toxicity >= ifToxic.from ? ifToxic.flag : NEVER;
  const flagsFrom = (category: Category): number =>
    Math.min(most, thresholds.flag[slotOf(category)] ?? NEVER);
  const deletesFrom = (category: Category): number => {
    if (adjusted[category] < flagsFrom(category)) return NEVER;
    const isAgreed = toxicity >= AGREED.toxicity || adjusted[category] >= AGREED.adjusted;
    return isShort && isAgreed
      ? Math.min(certainFrom(category), AGREED.own)
      : certainFrom(category);
  };
  const remove = furthestAbove(
    isShort || toxicity >= LEAST_TOXICITY ? SEVERE : POLITE,
    scores,
    deletesFrom,
  );
  if (remove !== null) {
    return { action: 'delete', confidence: scores[remove], category: remove, isSuspected };
  }
  const flag = furthestAbove(HARMFUL, adjusted, flagsFrom);
  if (flag === 'insult' && scores.insult >= SURE_INSULT && toxicity >= base.delete) {
    return { action: 'delete', confidence: toxicity, category: 'insult', isSuspected };
  }
  if (flag !== null) {
    return { action: 'flag', confidence: adjusted[flag], category: flag, isSuspected };
  }
  return ifCertain();
}
