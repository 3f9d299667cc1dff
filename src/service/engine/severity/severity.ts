import { CATEGORIES, type Category } from '../categories.ts';
import type { Heads } from '../engine.ts';
import type { Lexicon } from '../normalise/lexicon.ts';
import type { Tokens } from '../normalise/tokens.ts';
import type { Kernels } from '../simd/kernels.ts';
import { createCalibration, type CalibratedScores } from './calibration.ts';
import { createCategoryModel, type WordRange } from './category-model.ts';
import type { CategoryWeights } from './category-weights.ts';

/** The words that decide are at most this many, and each contributes at least this share of the highest contribution. */
const MAX_DECIDING = 4;
const MIN_SHARE = 0.35;

/** Words that no text is harmful for: named only if nothing else decided. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and are at be for he her him i if im in is it me my of on or s she so t that the them they this to u ur was we will with you your'.split(
    ' ',
  ),
);

export interface SeverityResult extends CalibratedScores {
  /** The words that the highest score is based on. */
  range: WordRange;
}

export interface Severity {
  /** `worst`: the base model's heads for its worst part. */
  assess(tokens: Tokens, sample: string, worst: { heads: Heads; part: WordRange }): SeverityResult;
  /** The words of the range that contribute most to a category, in order of appearance. */
  decidingWords(
    tokens: Tokens,
    sample: string,
    { range, category }: { range: WordRange; category: Category },
  ): string[];
}

export function createSeverity(
  weights: CategoryWeights,
  lexicon: Lexicon,
  kernels: Kernels,
): Severity {
  const model = createCategoryModel(weights, { kernels });
  const calibrate = createCalibration(weights.meta, weights.adjustment);
  const sums = new Float64Array(CATEGORIES.length);

  const wordAt = (tokens: Tokens, sample: string, at: number): string => {
    const id = tokens.id[at] ?? -1;
    const isWord = (tokens.to[at] ?? 0) > (tokens.from[at] ?? 0);
    return id !== -1 && isWord
      ? lexicon.wordOf(id)
      : sample.slice(tokens.sourceFrom[at], tokens.sourceTo[at]).toLowerCase();
  };

  return {
    assess(tokens, sample, { heads, part }) {
      const range = model.score({ tokens, sample }, { scores: heads, part }, sums);
      return { range, ...calibrate(sums, { heads, words: tokens.count }) };
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
