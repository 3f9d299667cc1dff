import { hashText, spread } from '../../../src/service/engine/normalise/hash.ts';
import type { Example } from './example.ts';

/** One in this many groups of texts is held out for calibration and thresholds. */
const HOLDOUT_INTERVAL = 10;

export interface Split {
  training: readonly Example[];
  holdout: readonly Example[];
}

const groupHash = ({ group }: Example): number => spread(hashText(group));
const isInHoldout = (example: Example): boolean =>
  example.isHoldout ?? groupHash(example) % HOLDOUT_INTERVAL === 0;

/** The fold of an example, from 0 to `count` (exclusive). */
export const foldOf = (example: Example, count: number): number =>
  Math.floor(groupHash(example) / HOLDOUT_INTERVAL) % count;

export function splitExamples(examples: readonly Example[]): Split {
  return {
    training: examples.filter((example) => !isInHoldout(example)),
    holdout: examples.filter(isInHoldout),
  };
}

/** The examples whose text none of `others` has, ignoring case. */
export function withoutTextsOf(
  examples: readonly Example[],
  others: readonly Example[],
): Example[] {
  const texts = new Set(others.map(({ text }) => text.toLowerCase()));
  return examples.filter(({ text }) => !texts.has(text.toLowerCase()));
}
