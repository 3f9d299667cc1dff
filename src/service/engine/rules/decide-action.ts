import { CATEGORIES, type Category } from '../categories.ts';
import type { CategoryScores, EngineAction, Heads } from '../engine.ts';
import type { Meta } from '../model/weights.ts';
import type { CategoryMeta } from '../severity/category-weights.ts';

/** The action for a text, the engine's confidence in it from 0 to 1, and the category that decided. */
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
  /** The probability of each category judged on its own, which shows whether the category is certain. */
  categories: CategoryScores;
  /**
   * The same probabilities given everything known about the text, which show whether anything is wrong at all. Null if each is
   * below its flag threshold, and the text is neither toxic nor a scam by its links and wording.
   */
  adjusted: CategoryScores | null;
  words: number;
}

/** Categories that may delete by themselves. An insult is left to moderators, and vulgarity aimed at nobody is ignored. */
const SEVERE: readonly Category[] = CATEGORIES.filter(
  (category) => category !== 'insult' && category !== 'vulgarity',
);
const HARMFUL: readonly Category[] = [...SEVERE, 'insult'];
/**
 * A category that is likely on its own counts as certain if the base model agrees, or if everything known about the text does. It
 * then deletes below its own threshold.
 */
const AGREED = { own: 0.8, toxicity: 0.8, adjusted: 0.94 };
/**
 * Flag thresholds for text that the base model finds toxic: lower than usual, and lower still for a longer text that it is nearly
 * certain about.
 */
export const TOXIC = { from: 0.8, flag: 0.45 };
const DILUTED = { words: 7, from: 0.98, flag: 0.25 };
const SURE_INSULT = 0.9;
/**
 * Longer texts are read in windows, so a category needs the base model's support to delete them. Scams don't: they are polite and
 * long.
 */
const MAX_ALONE = 20;
const LEAST_TOXICITY = 0.6;
const POLITE: readonly Category[] = ['scam'];
const NEVER = 2;

const SLOTS: ReadonlyMap<Category, number> = new Map(
  CATEGORIES.map((category, slot) => [category, slot]),
);
const slotOf = (category: Category): number => SLOTS.get(category) ?? -1;

/** The category whose score is furthest above its threshold, or null. */
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
 * Most severe first: deletes if a severe category is certain on its own and likely given everything known, and for the most
 * extreme insults; flags if a harmful category is either of the two. The confidence is the deciding score; for `pass`, it is how
 * certain it is that the text isn't toxic.
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
