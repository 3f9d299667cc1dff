import { CATEGORIES, type Category } from '../categories.ts';
import type { CategoryScores, Heads } from '../engine.ts';
import type { Lexicon } from '../normalise/lexicon.ts';
import type { Tokens } from '../normalise/tokens.ts';
import type { Kernels } from '../simd/kernels.ts';
import { createCalibration } from './calibration.ts';
import { createCategoryModel, type WordRange } from './category-model.ts';
import type { CategoryMeta, CategoryWeights } from './category-weights.ts';

/** At most this many words are named as deciding, and each must contribute at least this share of the highest contribution. */
const MAX_DECIDING = 4;
const MIN_SHARE = 0.35;
const ROUNDING = 1e-6;

/** Words that never make a text harmful: named only if nothing else decided. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and are at be for he her him i if im in is it me my of on or s she so t that the them they this to u ur was we will with you your'.split(
    ' ',
  ),
);

export interface SeverityResult {
  /** The probability of each category on its own. */
  own: CategoryScores;
  /** The same, adjusted to everything known about the text; null if no category can reach its flag threshold. */
  adjusted: CategoryScores | null;
  /** The words that the highest score is based on. */
  range: WordRange;
}

export interface Severity {
  /**
   * `worst`: the base model's scores for its worst part. `isSuspect`: there is other evidence against the text, so the adjusted
   * scores count even below the thresholds.
   */
  assess(
    tokens: Tokens,
    sample: string,
    worst: { heads: Heads; part: WordRange; isSuspect: boolean },
  ): SeverityResult;
  /** The words in the range that contribute most to a category, in order of appearance. */
  decidingWords(
    tokens: Tokens,
    sample: string,
    { range, category }: { range: WordRange; category: Category },
  ): string[];
}

/** The logits of the thresholds, minus a little for sums that were rounded differently. A threshold above 1 is never reached. */
const limitsOf = ({ flag }: CategoryMeta): Float64Array =>
  Float64Array.from(flag, (threshold) =>
    threshold < 1 ? Math.log(threshold / (1 - threshold)) - ROUNDING : Infinity,
  );

export function createSeverity(
  weights: CategoryWeights,
  lexicon: Lexicon,
  kernels: Kernels,
): Severity {
  const model = createCategoryModel(weights, { kernels });
  const calibration = createCalibration(weights.meta, weights.adjustment, kernels);
  const limits = limitsOf(weights.meta);
  const sums = new Float64Array(CATEGORIES.length);

  const wordAt = (tokens: Tokens, sample: string, at: number): string => {
    const id = tokens.id[at] ?? -1;
    const isWord = (tokens.to[at] ?? 0) > (tokens.from[at] ?? 0);
    return id !== -1 && isWord
      ? lexicon.wordOf(id)
      : sample.slice(tokens.sourceFrom[at], tokens.sourceTo[at]).toLowerCase();
  };

  return {
    assess(tokens, sample, { heads, part, isSuspect }) {
      const range = model.score({ tokens, sample }, { scores: heads, part }, sums);
      const own = calibration.own(sums);
      const adjusted =
        isSuspect || calibration.mayReach(limits)
          ? calibration.adjusted({ heads, words: tokens.count })
          : null;
      return { range, own, adjusted };
    },
    decidingWords(tokens, sample, { range, category }) {
      const shares = model.explain({ tokens, sample }, range, CATEGORIES.indexOf(category));
      const counted = [...shares.keys()].filter((at) => (shares[at] ?? 0) > 0);
      const telling = counted.filter((at) => !FILLERS.has(wordAt(tokens, sample, range.from + at)));
      const named = telling.length > 0 ? telling : counted;
      const least = Math.max(0, ...named.map((at) => shares[at] ?? 0)) * MIN_SHARE;
      const positions = named
        .filter((at) => (shares[at] ?? 0) >= least)
        .toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0))
        .slice(0, MAX_DECIDING)
        .toSorted((a, b) => a - b);
      return [...new Set(positions.map((at) => wordAt(tokens, sample, range.from + at)))];
    },
  };
}
