import { CATEGORIES, type Category } from '../../../src/service/engine/categories.ts';
import { scoreReachedBy } from '../calibration/tail.ts';
import type { CategoryLabels } from '../data/example.ts';

/** A holdout text, with the probabilities of its categories on their own and adjusted to each other. */
export interface JudgedText {
  own: Readonly<Record<Category, number>>;
  adjusted: Readonly<Record<Category, number>>;
  labels: CategoryLabels;
  /** Authored; from a set of everyday texts; or from a set that was collected by searching for harmful texts. */
  origin: 'authored' | 'everyday' | 'searched';
  /** Templates yield many similar texts, so families count almost alike. */
  weight: number;
}

/** Limits that a threshold must keep, as shares. */
interface Limits {
  /** Minimum precision among the authored texts. */
  precision: number;
  /** Share of everyday texts that may reach the threshold. */
  everyday: number;
  /** Share of the harmless texts in sets collected by searching for harmful ones, and of long texts joined from harmless ones. */
  searched: number;
  /** Share of the authored texts that are harmless but look harmful. */
  lookalikes: number;
  /** Share of the authored insults. */
  insults: number;
}

const FLAG: Limits = {
  precision: 0.7,
  // About one percent over all nine categories. A third of the everyday comments that are reached are attacks, or look like one.
  everyday: 0.0012,
  // Higher, because many of these are attacks that nobody labelled.
  searched: 0.01,
  // Measured on families that were held out entirely: the shipped model makes far fewer mistakes on those it learned from.
  lookalikes: 0.006,
  insults: 1,
};
const FLAG_INSULT: Limits = { ...FLAG, searched: 0.015 };
const DELETE: Limits = {
  precision: 0.99,
  // A tenth of a percent over the eight severe categories together.
  everyday: 0.000125,
  searched: 0.003,
  lookalikes: 0.0013,
  insults: 0.008,
};
/**
 * Lower limits for the thresholds: calibration says little about low scores, and other people's texts differ from every holdout.
 */
const LEAST = { flag: 0.55, delete: 0.9 };
export const NEVER = 2;

const SEVERE: readonly Category[] = CATEGORIES.filter(
  (category) => category !== 'insult' && category !== 'vulgarity',
);
const HARMFUL: readonly Category[] = [...SEVERE, 'insult'];

const isAny = (labels: CategoryLabels, categories: readonly Category[]): boolean =>
  categories.some((category) => (labels[category] ?? 0) > 0.5);
const isPassable = ({ labels }: Pick<JudgedText, 'labels'>): boolean =>
  HARMFUL.every((category) => labels[category] === 0);
const isInsult = ({ labels }: Pick<JudgedText, 'labels'>): boolean =>
  labels.insult === 1 && !isAny(labels, SEVERE);

interface ScoredText extends Omit<JudgedText, 'own' | 'adjusted'> {
  scores: Readonly<Record<Category, number>>;
}

/**
 * The lowest score from which on at least this share of the authored texts, by weight, is right. Insults that reach a severe
 * category count as neither right nor harmless, and have a limit of their own.
 */
function scoreOfPrecision(
  judged: readonly ScoredText[],
  category: Category,
  { precision, right }: { precision: number; right: readonly Category[] },
): number {
  let [hits, misses] = [0, 0];
  let lowest = NEVER;
  const authored = judged.filter(({ origin }) => origin === 'authored');
  for (const text of authored.toSorted((a, b) => b.scores[category] - a.scores[category])) {
    if (isAny(text.labels, right)) hits += text.weight;
    else if (isPassable(text)) misses += text.weight;
    if (hits > 0 && hits / (hits + misses) >= precision) lowest = text.scores[category];
  }
  return lowest;
}

function lowestWithin(
  judged: readonly ScoredText[],
  category: Category,
  { limits, right, least }: { limits: Limits; right: readonly Category[]; least: number },
): number {
  const groups = {
    everyday: (text: ScoredText) => text.origin === 'everyday' && isPassable(text),
    searched: (text: ScoredText) => text.origin === 'searched' && isPassable(text),
    lookalikes: (text: ScoredText) => text.origin === 'authored' && isPassable(text),
    insults: (text: ScoredText) => text.origin === 'authored' && isInsult(text),
  };
  const names = ['everyday', 'searched', 'lookalikes', 'insults'] as const;
  const reached = names.map((name) =>
    scoreReachedBy(
      limits[name],
      judged
        .filter(groups[name])
        .map(({ scores, weight }) => ({ score: scores[category], weight })),
    ),
  );
  const { precision } = limits;
  return Math.max(least, ...reached, scoreOfPrecision(judged, category, { precision, right }));
}

/** For each category, the lowest probability that flags (adjusted) and the lowest that deletes (on its own). */
export function chooseCategoryThresholds(judged: readonly JudgedText[]): {
  flag: number[];
  delete: number[];
} {
  const adjusted = judged.map((text) => ({ ...text, scores: text.adjusted }));
  const flag = CATEGORIES.map((category) =>
    category === 'vulgarity'
      ? NEVER
      : lowestWithin(adjusted, category, {
          limits: category === 'insult' ? FLAG_INSULT : FLAG,
          right: HARMFUL,
          least: LEAST.flag,
        }),
  );
  const remove = CATEGORIES.map((category, slot) => {
    if (!SEVERE.includes(category)) return NEVER;
    // Only texts that are flagged can be deleted.
    const own = judged.map((text) => {
      const isFlagged = text.adjusted[category] >= (flag[slot] ?? NEVER);
      return { ...text, scores: { ...text.own, [category]: isFlagged ? text.own[category] : 0 } };
    });
    return lowestWithin(own, category, { limits: DELETE, right: SEVERE, least: LEAST.delete });
  });
  return { flag, delete: remove };
}
