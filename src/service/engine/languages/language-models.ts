import type { FoldedText } from './folded-text.ts';
import { createLanguageFeatures, readFeatures, STRETCH } from './language-features.ts';
import type { LanguageWeights } from './language-weights.ts';

/** Number of stretches that are read of a long text, evenly spread. */
const MAX_STRETCHES = 6;
const WHOLE: readonly number[] = [0];
const MAX_STRETCH_NUMBER = 0xffff;

/** The harmfulness of a text read in one language. */
export interface LanguageScore {
  /** A calibrated probability; for a long text, that of its worst stretch. */
  toxicity: number;
  isFlagged: boolean;
}

export interface LanguageModels {
  has(code: string): boolean;
  /** Null for a language without a model. */
  score(text: FoldedText, code: string): LanguageScore | null;
}

/** Start positions of the stretches to read. */
function stretchesOf({ length }: FoldedText): readonly number[] {
  if (length <= STRETCH) return WHOLE;
  const count = Math.ceil(length / STRETCH);
  const read = Math.min(count, MAX_STRETCHES);
  return Array.from({ length: read }, (_, index) =>
    Math.round((index * (length - STRETCH)) / (read - 1)),
  );
}

export function createLanguageModels(weights: readonly LanguageWeights[]): LanguageModels {
  const byCode = new Map(weights.map((language) => [language.meta.code, language]));
  const features = createLanguageFeatures();
  const largest = Math.max(0, ...weights.map(({ table }) => table.length));
  /** The number of the last stretch in which each bucket occurred. */
  const seenIn = new Uint16Array(largest);
  let stretch = 0;

  const sumOf = (text: FoldedText, from: number, { table, meta }: LanguageWeights): number => {
    readFeatures(text, { from, to: from + STRETCH }, features);
    const { hash, count } = features;
    const mask = table.length - 1;
    if (stretch === MAX_STRETCH_NUMBER) {
      seenIn.fill(0);
      stretch = 0;
    }
    stretch += 1;
    let sum = 0;
    let counted = 0;
    for (let at = 0; at < count; at += 1) {
      const bucket = (hash[at] ?? 0) & mask;
      if (meta.countsOnce && seenIn[bucket] === stretch) continue;
      seenIn[bucket] = stretch;
      sum += table[bucket] ?? 0;
      counted += 1;
    }
    return (sum * meta.scale) / Math.sqrt(counted + 1) + meta.bias;
  };

  return {
    has: (code) => byCode.has(code),
    score(text, code) {
      const language = byCode.get(code);
      if (language === undefined) return null;
      const sums = stretchesOf(text).map((from) => sumOf(text, from, language));
      const { slope, offset, flag } = language.meta;
      const toxicity = 1 / (1 + Math.exp(-(slope * Math.max(...sums) + offset)));
      return { toxicity, isFlagged: toxicity >= flag };
    },
  };
}
