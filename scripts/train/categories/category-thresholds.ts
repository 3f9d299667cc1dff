import { CATEGORIES, type Category } from '../../../src/service/engine/categories.ts';
import { scoreReachedBy } from '../calibration/tail.ts';
import type { CategoryLabels } from '../data/example.ts';

/** A holdout text's calibrated probabilities. */
export interface JudgedText {
  scores: Readonly<Record<Category, number>>;
  labels: CategoryLabels;
  /** Authored; from a set of everyday texts; or from one that was collected in search of harmful texts. */
  origin: 'authored' | 'everyday' | 'searched';
  /** Templates yield many similar texts, so families count nearly alike. */
  weight: number;
}

/** What a threshold may reach, as shares. */
interface Limits {
  /** Of what it reaches among the authored texts, what it should reach. */
  precision: number;
  /** Of the everyday texts. */
  everyday: number;
  /** Of the harmless texts in sets collected in search of harmful ones, and of long texts joined of harmless ones. */
  searched: number;
  /** Of the authored texts that only look harmful. */
  lookalikes: number;
  /** Of the authored insults. */
  insults: number;
}

const FLAG: Limits = {
  precision: 0.7,
  // With the insults, three quarters of a percent in all.
  everyday: 0.0008,
  // Many of them are attacks that nobody labelled.
  searched: 0.01,
  // Whole families were held out: of what the shipped model has learned from, it mistakes far less.
  lookalikes: 0.009,
  insults: 1,
};
const FLAG_INSULT: Limits = {
  precision: 0.7,
  everyday: 0.001,
  searched: 0.015,
  lookalikes: 0.009,
  insults: 1,
};
const DELETE: Limits = {
  precision: 0.99,
  // A tenth of a percent in the eight severe categories together.
  everyday: 0.000125,
  searched: 0.003,
  lookalikes: 0.0013,
  insults: 0.008,
};
/** Calibration says little about the lowest scores, and what strangers write differs from every holdout. */
const LEAST = { flag: 0.5, delete: 0.9 };
export const NEVER = 2;
/** What the base model suspects counts if a harmful category has at least this. */
export const SUPPORT = 0.35;

const SEVERE: readonly Category[] = CATEGORIES.filter(
  (category) => category !== 'insult' && category !== 'vulgarity',
);
const HARMFUL: readonly Category[] = [...SEVERE, 'insult'];

const isAny = (labels: CategoryLabels, categories: readonly Category[]): boolean =>
  categories.some((category) => (labels[category] ?? 0) > 0.5);
const isPassable = ({ labels }: JudgedText): boolean =>
  HARMFUL.every((category) => labels[category] === 0);
const isInsult = ({ labels }: JudgedText): boolean => labels.insult === 1 && !isAny(labels, SEVERE);

/**
 * The lowest score from which on at least this share of the authored texts' weight is right. Insults that a severe category
 * reaches are neither right nor harmless, and have a limit of their own.
 */
function scoreOfPrecision(
  judged: readonly JudgedText[],
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
  judged: readonly JudgedText[],
  category: Category,
  { limits, right, least }: { limits: Limits; right: readonly Category[]; least: number },
): number {
  const groups = {
    everyday: (text: JudgedText) => text.origin === 'everyday' && isPassable(text),
    searched: (text: JudgedText) => text.origin === 'searched' && isPassable(text),
    lookalikes: (text: JudgedText) => text.origin === 'authored' && isPassable(text),
    insults: (text: JudgedText) => text.origin === 'authored' && isInsult(text),
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

/** For each category, the lowest probabilities that flag and delete. */
export function chooseCategoryThresholds(judged: readonly JudgedText[]): {
  flag: number[];
  delete: number[];
} {
  return {
    flag: CATEGORIES.map((category) =>
      category === 'vulgarity'
        ? NEVER
        : lowestWithin(judged, category, {
            limits: category === 'insult' ? FLAG_INSULT : FLAG,
            right: HARMFUL,
            least: LEAST.flag,
          }),
    ),
    delete: CATEGORIES.map((category) =>
      SEVERE.includes(category)
        ? lowestWithin(judged, category, { limits: DELETE, right: SEVERE, least: LEAST.delete })
        : NEVER,
    ),
  };
}
