import {
  EMBEDDING,
  FILTERS,
  GRAM_BUCKETS,
  HEAD_COUNT,
  HIDDEN,
  PAIR_BUCKETS,
  WIDTH,
} from './shape.ts';
import { WeightsError } from './weights-error.ts';
import type { Weights } from './weights.ts';

/** Weights of another version of the model would be read without an error, and make nonsense of every text. */
export function checkLengths({ lexicon, marks, linear, conv }: Weights): void {
  const words = lexicon.words.length;
  const lengths: readonly [section: string, actual: number, expected: number][] = [
    ['costs', lexicon.costs.length, words],
    ['marks', marks.length, words],
    ['linearOwn', linear.own.values.length, words * HEAD_COUNT],
    ['linearOwnScales', linear.own.scales.length, HEAD_COUNT],
    ['linearGram', linear.gram.values.length, GRAM_BUCKETS * HEAD_COUNT],
    ['linearGramScales', linear.gram.scales.length, HEAD_COUNT],
    ['linearPair', linear.pair.values.length, PAIR_BUCKETS * HEAD_COUNT],
    ['linearPairScales', linear.pair.scales.length, HEAD_COUNT],
    ['linearBias', linear.bias.length, HEAD_COUNT],
    ['convOwn', conv.own.values.length, words * EMBEDDING],
    ['convOwnScales', conv.own.scales.length, EMBEDDING],
    ['convFilter', conv.filter.length, EMBEDDING * WIDTH * FILTERS],
    ['convFilterBias', conv.filterBias.length, FILTERS],
    ['convHidden', conv.hidden.length, HIDDEN * (FILTERS + EMBEDDING)],
    ['convHiddenBias', conv.hiddenBias.length, HIDDEN],
    ['convOut', conv.out.length, HEAD_COUNT * HIDDEN],
    ['convOutBias', conv.outBias.length, HEAD_COUNT],
  ];
  for (const [section, actual, expected] of lengths) {
    if (actual === expected) continue;
    throw new WeightsError(
      `the weights are of another version of the model: ${section} holds ${actual} numbers, not ${expected}`,
    );
  }
}
