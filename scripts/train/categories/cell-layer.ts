import {
  CELLS,
  DIMENSIONS,
  SIGNALS,
} from '../../../src/service/engine/severity/network-weights.ts';
import { MAX_WINDOW } from '../../../src/service/engine/severity/features.ts';
import { createAdam, type Adam } from '../models/adam.ts';
import { sigmoid } from '../sigmoid.ts';

const D = DIMENSIONS;
const S = SIGNALS;
/** Number of cells in both directions: the first half reads forwards, the second half backwards. */
export const ALL_CELLS = 2 * CELLS;
/** Initially, a cell keeps most of its value. */
const START_GATE = 1;
/** Gradients below this are not followed further back. */
const NOTHING = 1e-6;

/**
 * The recurrent cells of the word network during training. See `src/service/engine/severity/word-cells.ts` for what they compute.
 */
export interface CellLayer {
  readonly weights: Adam;
  readonly bias: Adam;
  /** Each cell's highest value in the latest text, at least 0. */
  readonly peaks: Float64Array;
  /** Reads a text, given as `DIMENSIONS` numbers per word. Throws a `RangeError` if it is longer than a window. */
  read(embedded: Float64Array, length: number): void;
  /** Propagates the gradient of a cell's highest value back to the words that it comes from. Call it once per cell and text. */
  addGradient(cell: number, gradient: number): void;
  /**
   * Propagates the gradients of all cells through a word: adds to the gradients of the weights, and returns that of the word's
   * embedding, which is valid until the next call. Call it once per word and text.
   */
  backThroughWord(at: number): Float64Array;
}

/** The index of a cell's gate among the signals; the cell's value is `CELLS` after it. */
const gateOf = (cell: number): number => (cell < CELLS ? cell : S / 2 + cell - CELLS);

export function createCellLayer(init: (length: number, scale: number) => Float32Array): CellLayer {
  const weights = createAdam(init(D * S, 1 / Math.sqrt(2 * D)));
  const bias = createAdam(new Float32Array(S));
  for (const half of [0, S / 2]) bias.values.fill(START_GATE, half, half + CELLS);

  let embedded: Float64Array = new Float64Array(0);
  let length = 0;
  /** Each word's input to the cells. */
  const signals = new Float64Array(MAX_WINDOW * S);
  const signalGradient = new Float64Array(MAX_WINDOW * S);
  const signal = new Float64Array(S);
  const wordGradient = new Float64Array(D);
  /** For each cell and word: the share kept, the value offered, and the cell's value. */
  const kept = new Float64Array(MAX_WINDOW * ALL_CELLS);
  const offered = new Float64Array(MAX_WINDOW * ALL_CELLS);
  const values = new Float64Array(MAX_WINDOW * ALL_CELLS);
  const peaks = new Float64Array(ALL_CELLS);
  /** Number of words read before the one with the cell's highest value; -1: no value is above 0. */
  const peakAt = new Int32Array(ALL_CELLS);
  /** The signals that have a gradient. */
  const live = new Int32Array(S);
  let liveCount = 0;

  // Training spends nearly all its time in `project` and `backThroughWord`. Four dimensions at a time are twice as fast as one.
  const project = (from: number): void => {
    signal.set(bias.values);
    for (let d = 0; d < D; d += 4) {
      const row = d * S;
      const at = from + d;
      const a = embedded[at] ?? 0;
      const b = embedded[at + 1] ?? 0;
      const c = embedded[at + 2] ?? 0;
      const e = embedded[at + 3] ?? 0;
      for (let s = 0; s < S; s += 1) {
        signal[s] =
          (signal[s] ?? 0) +
          a * (weights.values[row + s] ?? 0) +
          b * (weights.values[row + S + s] ?? 0) +
          c * (weights.values[row + 2 * S + s] ?? 0) +
          e * (weights.values[row + 3 * S + s] ?? 0);
      }
    }
  };

  const readBy = (cell: number): void => {
    const gate = gateOf(cell);
    let value = 0;
    peaks[cell] = 0;
    peakAt[cell] = -1;
    for (let step = 0; step < length; step += 1) {
      const at = cell < CELLS ? step : length - 1 - step;
      const share = sigmoid(signals[at * S + gate] ?? 0);
      const offer = signals[at * S + gate + CELLS] ?? 0;
      value = share * value + (1 - share) * offer;
      kept[at * ALL_CELLS + cell] = share;
      offered[at * ALL_CELLS + cell] = offer;
      values[at * ALL_CELLS + cell] = value;
      if (value <= (peaks[cell] ?? 0)) continue;
      peaks[cell] = value;
      peakAt[cell] = step;
    }
  };

  return {
    weights,
    bias,
    peaks,
    read(text, words) {
      if (words > MAX_WINDOW) throw new RangeError('a text has more words than a window');
      embedded = text;
      length = words;
      for (let at = 0; at < length; at += 1) {
        project(at * D);
        signals.set(signal, at * S);
      }
      for (let cell = 0; cell < ALL_CELLS; cell += 1) readBy(cell);
      signalGradient.fill(0, 0, length * S);
      liveCount = 0;
    },
    addGradient(cell, gradient) {
      const gate = gateOf(cell);
      live[liveCount] = gate;
      live[liveCount + 1] = gate + CELLS;
      liveCount += 2;
      let g = gradient;
      for (let step = peakAt[cell] ?? -1; step >= 0 && Math.abs(g) > NOTHING; step -= 1) {
        const at = cell < CELLS ? step : length - 1 - step;
        const before = cell < CELLS ? at - 1 : at + 1;
        const share = kept[at * ALL_CELLS + cell] ?? 0;
        const last = step === 0 ? 0 : (values[before * ALL_CELLS + cell] ?? 0);
        const ofGate = g * (last - (offered[at * ALL_CELLS + cell] ?? 0)) * share * (1 - share);
        const ofValue = g * (1 - share);
        signalGradient[at * S + gate] = ofGate;
        signalGradient[at * S + gate + CELLS] = ofValue;
        bias.gradient[gate] = (bias.gradient[gate] ?? 0) + ofGate;
        bias.gradient[gate + CELLS] = (bias.gradient[gate + CELLS] ?? 0) + ofValue;
        g *= share;
      }
    },
    backThroughWord(at) {
      const { values: weight, gradient: slope } = weights;
      for (let d = 0; d < D; d += 4) {
        const a = embedded[at * D + d] ?? 0;
        const b = embedded[at * D + d + 1] ?? 0;
        const c = embedded[at * D + d + 2] ?? 0;
        const e = embedded[at * D + d + 3] ?? 0;
        let ofA = 0;
        let ofB = 0;
        let ofC = 0;
        let ofE = 0;
        for (let n = 0; n < liveCount; n += 1) {
          const s = live[n] ?? 0;
          const g = signalGradient[at * S + s] ?? 0;
          if (g === 0) continue;
          const row = d * S + s;
          slope[row] = (slope[row] ?? 0) + g * a;
          slope[row + S] = (slope[row + S] ?? 0) + g * b;
          slope[row + 2 * S] = (slope[row + 2 * S] ?? 0) + g * c;
          slope[row + 3 * S] = (slope[row + 3 * S] ?? 0) + g * e;
          ofA += g * (weight[row] ?? 0);
          ofB += g * (weight[row + S] ?? 0);
          ofC += g * (weight[row + 2 * S] ?? 0);
          ofE += g * (weight[row + 3 * S] ?? 0);
        }
        wordGradient[d] = ofA;
        wordGradient[d + 1] = ofB;
        wordGradient[d + 2] = ofC;
        wordGradient[d + 3] = ofE;
      }
      return wordGradient;
    },
  };
}
