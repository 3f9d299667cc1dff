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

/** Categories that may delete by themselves. An insult is for moderators, and vulgarity at nobody is nobody's business. */
const SEVERE: readonly Category[] = CATEGORIES.filter(
  (category) => category !== 'insult' && category !== 'vulgarity',
);
const HARMFUL: readonly Category[] = [...SEVERE, 'insult'];

/** The category furthest above its threshold, or null. */
function furthestAbove(
  among: readonly Category[],
  scores: CategoryScores,
  thresholds: readonly number[],
): Category | null {
  let found: Category | null = null;
  let furthest = 0;
  for (const category of among) {
    const threshold = thresholds[CATEGORIES.indexOf(category)] ?? 1;
    const distance = (scores[category] - threshold) / (1 - Math.min(0.999, threshold));
    if (scores[category] < threshold || (found !== null && distance <= furthest)) continue;
    found = category;
    furthest = distance;
  }
  return found;
}

/** How far vulgarity may exceed an insult: "fuck cancer" and "you bastard, nice one" are more vulgar than insulting. */
const VULGAR_LEAD = 0.25;
const SURE_INSULT = 0.9;

const highest = (among: readonly Category[], scores: CategoryScores): Category =>
  among.reduce((best, category) => (scores[category] > scores[best] ? category : best));

/**
 * Severity first: deletes for a severe category, and for the most extreme insults; flags for any harmful category. What
 * only the base model finds is flagged if the categories don't contradict it: a curse at a thing, a group's name or a
 * report of an insult score high there. The confidence is the deciding score; for `pass`, how certainly the text isn't
 * toxic.
 */
export function decideAction(
  heads: Heads,
  scores: CategoryScores,
  { base, categories }: Thresholds,
): ActionDecision {
  const { toxicity, identityHate, aggressive } = heads;
  const reasons = [
    { score: toxicity, threshold: base.flag },
    { score: identityHate, threshold: base.flagHate },
    { score: aggressive, threshold: base.flagAggressive },
  ].filter(({ score, threshold }) => score >= threshold);
  const isSuspected = reasons.length > 0;
  const remove = furthestAbove(SEVERE, scores, categories.delete);
  if (remove !== null) {
    return { action: 'delete', confidence: scores[remove], category: remove, isSuspected };
  }
  // Swearing at nothing in particular.
  const isVulgarOnly = scores.vulgarity > scores.insult + VULGAR_LEAD;
  const harmful = isVulgarOnly ? SEVERE : HARMFUL;
  const flag = furthestAbove(harmful, scores, categories.flag);
  if (flag === 'insult' && scores.insult >= SURE_INSULT && toxicity >= base.delete) {
    return { action: 'delete', confidence: toxicity, category: 'insult', isSuspected };
  }
  if (flag !== null) {
    return { action: 'flag', confidence: scores[flag], category: flag, isSuspected };
  }
  const likeliest = highest(harmful, scores);
  if (!isSuspected || scores[likeliest] < categories.support) {
    return { action: 'pass', confidence: 1 - toxicity, category: null, isSuspected };
  }
  const confidence = Math.max(...reasons.map(({ score }) => score));
  return { action: 'flag', confidence, category: likeliest, isSuspected };
}
