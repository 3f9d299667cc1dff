import { authoredExamples } from '../train/authored/expand.ts';
import { withoutTested } from '../train/leave-out.ts';
import { SEED } from '../train/seed.ts';

/** Shorter stretches ("i hate these people") are common property. */
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
  /** Authored texts that are a test text, word for word. */
  same: string[];
  /** Stretches of six words that stand in an authored text and in a test text. */
  grams: string[];
}

/** Whether anything of the test sets got into the texts written for training, but for those that training leaves out. */
export function findOverlap(testTexts: readonly string[]): Overlap {
  const whole = new Set(testTexts.map((text) => wordsOf(text).join(' ')));
  const parts = new Set(testTexts.flatMap(gramsOf));
  const authored = withoutTested(authoredExamples(SEED), testTexts).map(({ text }) => text);
  const same = new Set(authored.filter((text) => whole.has(wordsOf(text).join(' '))));
  const grams = new Set(authored.flatMap(gramsOf).filter((gram) => parts.has(gram)));
  return { authored: authored.length, same: [...same], grams: [...grams] };
}
