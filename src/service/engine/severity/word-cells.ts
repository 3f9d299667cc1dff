import { createDenseLayer } from '../model/dense-layer.ts';
import { higher } from '../model/higher.ts';
import { MAX_WINDOW } from './features.ts';
import { CELLS, DIMENSIONS, SIGNALS, type NetworkWeights } from './network-weights.ts';

/**
 * Integers are several times as fast. A share that is kept has 15 bits after the point, a value 10. What a word offers is
 * within ±32, and so is a cell's value, which is a mean of offers.
 */
const KEPT_BITS = 15;
const KEPT = 2 ** KEPT_BITS;
const HALF = KEPT / 2;
const VALUE = 1024;
const MOST = KEPT - 1;
const STEP_BITS = 16;
const LARGEST_OFFER = 31;

const toInteger = (value: number, unit: number): number => Math.min(MOST, Math.round(value * unit));
const withinRange = (offer: number): number =>
  Math.max(-LARGEST_OFFER, Math.min(LARGEST_OFFER, offer));

/**
 * A cell's step at a word as one integer: the value that it adds in the upper 16 bits, less than 2^15 either way, and the
 * share that it keeps in the lower 15.
 */
const stepOf = (kept: number, added: number): number => (added << STEP_BITS) | kept;
const keptOf = (step: number): number => step & MOST;
const addedOf = (step: number): number => step >> STEP_BITS;

/** A cell's value after a word. */
const next = (value: number, step: number): number =>
  ((Math.imul(value, keptOf(step)) + HALF) >> KEPT_BITS) + addedOf(step);

export type Direction = 'forwards' | 'backwards';

/** The steps of a word: of each cell forwards, then of each backwards. */
const STEPS = 2 * CELLS;
/** Words whose steps there is room for at first; it doubles whenever it is full. */
const FIRST_ROOM = 4096;

/**
 * Simple recurrent cells: each keeps a share of its value at every word and adds what the word says. Both depend on the
 * word alone, so they are computed once per word, and a text costs a multiplication and an addition per word and cell.
 */
export interface WordCells {
  /** Offset of a known word's steps, by its row. They are computed when the word first occurs. */
  startOf(row: number): number;
  /** Writes each cell's highest value in a text to `peaks`, at least 0. `starts`: where the steps of its words begin. */
  read(starts: Int32Array, count: number, direction: Direction, peaks: Float64Array): void;
  /** Adds each word's part in the highest value of a cell, times `slope`, to `shares`. */
  explain(
    starts: Int32Array,
    count: number,
    { direction, cell, slope }: { direction: Direction; cell: number; slope: number },
    shares: Float64Array,
  ): void;
}

export function createWordCells({ words, own, cells, cellBias }: NetworkWeights): WordCells {
  const allRoom = (words.length + 1) * STEPS;
  let steps = new Int32Array(Math.min(FIRST_ROOM * STEPS, allRoom));
  const starts = new Int32Array(words.length + 1).fill(-1);
  let used = 0;
  // Doubles: calculating with single-precision arrays would convert each number.
  const layer = createDenseLayer(Float64Array.from(cells), cellBias);
  const signals = new Float64Array(SIGNALS);
  const values = new Int32Array(MAX_WINDOW);

  const compute = (row: number): number => {
    layer.begin();
    for (let d = 0; d < DIMENSIONS; d += 1) {
      layer.add(d, (own.values[row * DIMENSIONS + d] ?? 0) * (own.scales[d] ?? 0));
    }
    layer.writeTo(signals);
    const start = used;
    used += STEPS;
    if (used > steps.length) {
      const grown = new Int32Array(Math.min(steps.length * 2, allRoom));
      grown.set(steps);
      steps = grown;
    }
    for (let side = 0; side < 2; side += 1) {
      for (let cell = 0; cell < CELLS; cell += 1) {
        const signal = side * 2 * CELLS + cell;
        const kept = 1 / (1 + Math.exp(-(signals[signal] ?? 0)));
        const added = (1 - kept) * withinRange(signals[signal + CELLS] ?? 0);
        steps[start + side * CELLS + cell] = stepOf(toInteger(kept, KEPT), toInteger(added, VALUE));
      }
    }
    return start;
  };

  const halfOf = (direction: Direction): number => (direction === 'forwards' ? 0 : CELLS);

  return {
    startOf(row) {
      const known = starts[row] ?? -1;
      if (known !== -1) return known;
      const start = compute(row);
      starts[row] = start;
      return start;
    },
    // Four cells at a time in local variables: several times as fast as calculating within an array.
    read(text, count, direction, peaks) {
      const half = halfOf(direction);
      const first = direction === 'forwards' ? 0 : count - 1;
      const way = direction === 'forwards' ? 1 : -1;
      for (let cell = 0; cell < CELLS; cell += 4) {
        let a = 0;
        let b = 0;
        let c = 0;
        let d = 0;
        let highA = 0;
        let highB = 0;
        let highC = 0;
        let highD = 0;
        for (let read = 0, at = first; read < count; read += 1, at += way) {
          const step = (text[at] ?? 0) + half + cell;
          a = next(a, steps[step] ?? 0);
          b = next(b, steps[step + 1] ?? 0);
          c = next(c, steps[step + 2] ?? 0);
          d = next(d, steps[step + 3] ?? 0);
          highA = higher(highA, a);
          highB = higher(highB, b);
          highC = higher(highC, c);
          highD = higher(highD, d);
        }
        peaks[cell] = highA / VALUE;
        peaks[cell + 1] = highB / VALUE;
        peaks[cell + 2] = highC / VALUE;
        peaks[cell + 3] = highD / VALUE;
      }
    },
    explain(text, count, { direction, cell, slope }, shares) {
      const half = halfOf(direction);
      const placeOf = (read: number): number =>
        direction === 'forwards' ? read : count - 1 - read;
      const stepAt = (read: number): number => steps[(text[placeOf(read)] ?? 0) + half + cell] ?? 0;
      let value = 0;
      let highest = 0;
      let peak = -1;
      for (let read = 0; read < count; read += 1) {
        const step = stepAt(read);
        value = next(value, step);
        values[read] = addedOf(step);
        if (value > highest) [highest, peak] = [value, read];
      }
      // Each word between a word and the peak keeps part of that word's contribution.
      let left = slope / VALUE;
      for (let read = peak; read >= 0; read -= 1) {
        const place = placeOf(read);
        shares[place] = (shares[place] ?? 0) + left * (values[read] ?? 0);
        left *= keptOf(stepAt(read)) / KEPT;
      }
    },
  };
}
