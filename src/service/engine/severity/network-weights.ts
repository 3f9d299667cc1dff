import { CATEGORIES } from '../categories.ts';
import type { Quantised } from '../model/weights.ts';

/** Numbers per word. */
export const DIMENSIONS = 48;
export const FILTERS = 48;
export const HIDDEN = 24;
/** Inputs of the hidden layer: each filter's highest response and four scores of the base model. */
export const INPUTS = FILTERS + 4;

export interface NetworkWeights {
  /** The known words, as hashes; the row after the last is for unknown words. */
  words: Int32Array;
  /** `DIMENSIONS` per row. */
  own: Quantised;
  /** `3 * FILTERS` per dimension: what it adds to the filters as the word before, at and after the centre. */
  filter: Float32Array;
  filterBias: Float32Array;
  /** `HIDDEN` per input. */
  hidden: Float32Array;
  hiddenBias: Float32Array;
  /** `HIDDEN` per category. */
  out: Float32Array;
  outBias: Float32Array;
}

const LENGTHS = {
  filter: DIMENSIONS * 3 * FILTERS,
  filterBias: FILTERS,
  hidden: INPUTS * HIDDEN,
  hiddenBias: HIDDEN,
  out: CATEGORIES.length * HIDDEN,
  outBias: CATEGORIES.length,
} as const;

/** Throws a `TypeError` if the weights are of another network. */
export function checkNetwork(weights: NetworkWeights): NetworkWeights {
  const fits =
    weights.own.values.length === (weights.words.length + 1) * DIMENSIONS &&
    weights.own.scales.length === DIMENSIONS &&
    weights.filter.length === LENGTHS.filter &&
    weights.filterBias.length === LENGTHS.filterBias &&
    weights.hidden.length === LENGTHS.hidden &&
    weights.hiddenBias.length === LENGTHS.hiddenBias &&
    weights.out.length === LENGTHS.out &&
    weights.outBias.length === LENGTHS.outBias;
  if (!fits) throw new TypeError('the network of words does not fit this version of the engine');
  return weights;
}
