import { CATEGORIES } from '../categories.ts';
import type { Quantised } from '../model/weights.ts';

/** Size of a word's embedding. */
export const DIMENSIONS = 56;
/** Number of cells that read the text forwards; as many read it backwards. Divisible by four. */
export const CELLS = 64;
export const HIDDEN = 24;
/** Inputs of the hidden layer: the highest value of each cell, and four scores of the base model. */
export const INPUTS = 2 * CELLS + 4;
/** A word's input to the cells: one gate and one value per forward cell, then the same for the backward cells. */
export const SIGNALS = 4 * CELLS;

export interface NetworkWeights {
  /** Hashes of the known words; the row after the last one is for unknown words. */
  words: Int32Array;
  /** `DIMENSIONS` numbers per row. */
  own: Quantised;
  /** `SIGNALS` numbers per dimension. */
  cells: Float32Array;
  cellBias: Float32Array;
  /** `HIDDEN` numbers per input. */
  hidden: Float32Array;
  hiddenBias: Float32Array;
  /** `HIDDEN` numbers per category. */
  out: Float32Array;
  outBias: Float32Array;
}

const LENGTHS = {
  cells: DIMENSIONS * SIGNALS,
  cellBias: SIGNALS,
  hidden: INPUTS * HIDDEN,
  hiddenBias: HIDDEN,
  out: CATEGORIES.length * HIDDEN,
  outBias: CATEGORIES.length,
} as const;

/** Throws a `TypeError` if the weights do not fit this network. */
export function checkNetwork(weights: NetworkWeights): NetworkWeights {
  const fits =
    weights.own.values.length === (weights.words.length + 1) * DIMENSIONS &&
    weights.own.scales.length === DIMENSIONS &&
    weights.cells.length === LENGTHS.cells &&
    weights.cellBias.length === LENGTHS.cellBias &&
    weights.hidden.length === LENGTHS.hidden &&
    weights.hiddenBias.length === LENGTHS.hiddenBias &&
    weights.out.length === LENGTHS.out &&
    weights.outBias.length === LENGTHS.outBias;
  if (!fits) throw new TypeError('the network of words does not fit this version of the engine');
  return weights;
}
