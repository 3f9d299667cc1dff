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
  /** Whether the base model alone would flag it. */
  isSuspected: boolean;
}

export interface Thresholds {
  base: Meta['thresholds'];
  categories: Pick<CategoryMeta, 'flag' | 'delete' | 'support'>;
}

/** What the models say about a text. */
export interface Opinion {
  heads: Heads;
  categories: CategoryScores;
  words: number;
}

/** Categories that may delete by themselves. An insult is for moderators, and vulgarity at nobody is nobody's business. */
const SEVERE: readonly Category[] = CATEGORIES.filter(
  (category) => category !== 'insult' && category !== 'vulgarity',
);
const HARMFUL: readonly Category[] = [...SEVERE, 'insult'];
/** Both models agree from here on: then a severe category deletes below its own threshold. */
const AGREED = { category: 0.8, toxicity: 0.85 };
/** How far vulgarity may exceed an insult: "fuck cancer" and "you bastard, nice one" are more vulgar than insulting. */
const VULGAR_LEAD = 0.32;
const PROBABLY_VULGAR = 0.6;
const SURE_INSULT = 0.9;
/** In a longer text, which is read in windows, a category needs the base model's support. Scams are polite, and long. */
const MAX_ALONE = 20;
const POLITE: readonly Category[] = ['scam'];
const LEAST_TOXICITY = { flag: 0.3, delete: 0.6 };
/** In a shorter text, the base model needs a category's support: names of groups and single words score high there. */
const MIN_ALONE = 9;
const LITTLE_SUPPORT = 0.1;
/** A less likely category would be a wrong reason: what the base model finds is then called an insult. */
const LIKELY = 0.3;
/** That is, the category must be this close to its own threshold. */
const NEAR = 0.95;
/** The surer the base model, the less support it needs. */
const SURE_SUSPICION = 0.95;
const SURE_SUPPORT = 0.7;
const CERTAIN_SUSPICION = 0.99;

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

const highest = (among: readonly Category[], scores: CategoryScores): Category =>
  among.reduce((best, category) => (scores[category] > scores[best] ? category : best));

/**
 * Severity first: deletes for a severe category, and for the most extreme insults; flags for any harmful category. What
 * only the base model finds is flagged too, unless it is cursing at nothing or a few words that no category supports. The
 * confidence is the deciding score; for `pass`, how certainly the text isn't toxic.
 */
export function decideAction(
  { heads, categories: scores, words }: Opinion,
  { base, categories: thresholds }: Thresholds,
): ActionDecision {
  const { toxicity, identityHate, aggressive } = heads;
  const suspicion = Math.max(
    toxicity >= base.flag ? toxicity : 0,
    identityHate >= base.flagHate ? identityHate : 0,
    aggressive >= base.flagAggressive ? aggressive : 0,
  );
  const isSuspected = suspicion > 0;
  const isShort = words <= MAX_ALONE;
  const deletesFrom = (category: Category): number => {
    const own = thresholds.delete[CATEGORIES.indexOf(category)] ?? 2;
    return isShort && toxicity >= AGREED.toxicity ? Math.min(own, AGREED.category) : own;
  };
  const remove = furthestAbove(
    isShort || toxicity >= LEAST_TOXICITY.delete ? SEVERE : POLITE,
    scores,
    deletesFrom,
  );
  if (remove !== null) {
    return { action: 'delete', confidence: scores[remove], category: remove, isSuspected };
  }
  const isVulgarOnly =
    scores.vulgarity >= PROBABLY_VULGAR && scores.vulgarity > scores.insult + VULGAR_LEAD;
  const harmful = isVulgarOnly ? SEVERE : HARMFUL;
  const flag = furthestAbove(
    isShort || toxicity >= LEAST_TOXICITY.flag ? harmful : POLITE,
    scores,
    (category) => thresholds.flag[CATEGORIES.indexOf(category)] ?? 2,
  );
  if (flag === 'insult' && scores.insult >= SURE_INSULT && toxicity >= base.delete) {
    return { action: 'delete', confidence: toxicity, category: 'insult', isSuspected };
  }
  if (flag !== null) {
    return { action: 'flag', confidence: scores[flag], category: flag, isSuspected };
  }
  const likeliest = highest(harmful, scores);
  const own = thresholds.flag[CATEGORIES.indexOf(likeliest)] ?? 2;
  const needed = Math.max(thresholds.support, NEAR * own);
  const support = needed * (suspicion >= SURE_SUSPICION ? SURE_SUPPORT : 1);
  const little = suspicion >= CERTAIN_SUSPICION ? 0 : LITTLE_SUPPORT;
  const least = words < MIN_ALONE ? support : little;
  if (!isSuspected || isVulgarOnly || scores[likeliest] < least) {
    return { action: 'pass', confidence: 1 - toxicity, category: null, isSuspected };
  }
  const category = scores[likeliest] >= LIKELY ? likeliest : 'insult';
  return { action: 'flag', confidence: suspicion, category, isSuspected };
}
