import { TRAINING_SEED } from '../train/random.ts';
import { authoredExamples } from '../train/data/authored/expand.ts';
import { decontaminate } from '../train/data/decontaminate.ts';

/** Shorter sequences ("i hate these people") are too common to count. */
const GRAM = 6;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

function gramsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.length < GRAM
    ? []
    : words.slice(GRAM - 1).map((_, at) => words.slice(at, at + GRAM).join(' '));
}

export interface Overlap {
  authored: number;
  /** Authored texts that are identical to a test text. */
  same: string[];
  /** Six-word sequences that occur in both an authored text and a test text. */
  grams: string[];
}

/** Searches the authored training texts for test texts, except those that training leaves out. */
export function findOverlap(testTexts: readonly string[]): Overlap {
  const whole = new Set(testTexts.map((text) => wordsOf(text).join(' ')));
  const parts = new Set(testTexts.flatMap(gramsOf));
  const authored = decontaminate(authoredExamples(TRAINING_SEED), testTexts).map(
    ({ text }) => text,
  );
  const same = new Set(authored.filter((text) => whole.has(wordsOf(text).join(' '))));
  const grams = new Set(authored.flatMap(gramsOf).filter((gram) => parts.has(gram)));
  return { authored: authored.length, same: [...same], grams: [...grams] };
}
