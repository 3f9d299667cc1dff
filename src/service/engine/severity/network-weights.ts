import { CATEGORIES } from '../categories.ts';
import type { Quantised } from '../model/weights.ts';

/** Numbers per word. */
export const DIMENSIONS = 56;
/** Cells that read the text forwards; as many read it backwards. Divisible by four. */
export const CELLS = 64;
export const HIDDEN = 24;
/** Inputs of the hidden layer: each cell's highest value and four scores of the base model. */
export const INPUTS = 2 * CELLS + 4;
/** Input of a word to the cells: forwards a gate and a value per cell, then the same backwards. */
export const SIGNALS = 4 * CELLS;

export interface NetworkWeights {
  /** The known words, as hashes; the row after the last is for unknown words. */
  words: Int32Array;
  /** `DIMENSIONS` per row. */
  own: Quantised;
  /** `SIGNALS` per dimension. */
  cells: Float32Array;
  cellBias: Float32Array;
  /** `HIDDEN` per input. */
  hidden: Float32Array;
  hiddenBias: Float32Array;
  /** `HIDDEN` per category. */
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

/** Throws a `TypeError` if the weights are of another network. */
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
