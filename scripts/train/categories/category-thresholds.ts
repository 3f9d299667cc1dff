import { CATEGORIES, type Category } from '../../../src/service/engine/categories.ts';

/** A holdout text's calibrated probabilities. */
export interface JudgedText {
  scores: Readonly<Record<Category, number>>;
  /** Missing: not labelled. */
  labels: Partial<Record<Category, number>>;
  /** A family of templates, or a dataset; families count alike. */
  family: string;
  isHarmless: boolean;
  weight: number;
}

export interface Limits {
  /** The lowest share of hits among what a threshold reaches. */
  precision: number;
  /** The highest share of harmless texts that it reaches. */
  harmless: number;
}

export const FLAG: Limits = { precision: 0.8, harmless: 0.002 };
export const DELETE: Limits = { precision: 0.98, harmless: 0.0001 };
const NEVER = 2;
const STEPS = 400;

/** Whether deleting a text for this category would be right: it does something at least as severe. */
const isRight = (labels: Partial<Record<Category, number>>, severe: readonly Category[]): boolean =>
  severe.some((category) => (labels[category] ?? 0) > 0.5);

/** The lowest probability within the limits, for a category that acts when it is the highest one. */
export function lowestWithin(
  judged: readonly JudgedText[],
  category: Category,
  { limits, right }: { limits: Limits; right: readonly Category[] },
): number {
  const harmless = judged.filter(({ isHarmless }) => isHarmless);
  const total = harmless.reduce((sum, { weight }) => sum + weight, 0);
  const rows = judged
    .filter(({ labels }) => isRight(labels, CATEGORIES) || labels[category] === 0)
    .map(({ scores, labels, weight, isHarmless }) => ({
      score: scores[category],
      right: isRight(labels, right),
      weight,
      isHarmless,
    }))
    .sort((a, b) => b.score - a.score);
  let [hits, misses, touched] = [0, 0, 0];
  let threshold = NEVER;
  for (const [index, { score, right: isHit, weight, isHarmless }] of rows.entries()) {
    if (isHit) hits += weight;
    else misses += weight;
    if (isHarmless) touched += weight;
    if (rows[index + 1]?.score === score || score < 1 / STEPS) continue;
    if (touched > limits.harmless * total) break;
    if (hits / (hits + misses) >= limits.precision) threshold = score;
  }
  return threshold;
}
