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
const LARGEST_OFFER = 31;

const toInteger = (value: number, unit: number): number => Math.min(MOST, Math.round(value * unit));
const withinRange = (offer: number): number =>
  Math.max(-LARGEST_OFFER, Math.min(LARGEST_OFFER, offer));

/** A cell's value after a word. */
const next = (value: number, kept: number, added: number): number =>
  ((Math.imul(value, kept) + HALF) >> KEPT_BITS) + added;

export type Direction = 'forwards' | 'backwards';

/** Words whose steps there is room for at first; it doubles whenever it is full. */
const FIRST_ROOM = 4096;

/**
 * Simple recurrent cells: each keeps a share of its value at every word and adds what the word says. Both depend on the
 * word alone, so they are computed once per word, and a text costs a multiplication and an addition per word and cell.
 */
export interface WordCells {
  /** Where the steps of a known word begin, by its row. They are computed when the word first occurs. */
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
  // Doubles: calculating with single-precision arrays would convert each number.
  const weights = Float64Array.from(cells);
  /** Per word and direction, `CELLS` shares that are kept and `CELLS` values that are added. */
  const allRoom = (words.length + 1) * SIGNALS;
  let steps = new Int16Array(Math.min(FIRST_ROOM * SIGNALS, allRoom));
  const starts = new Int32Array(words.length + 1).fill(-1);
  let used = 0;
  const signals = new Float64Array(SIGNALS);
  const values = new Int32Array(MAX_WINDOW);

  const compute = (row: number): number => {
    signals.set(cellBias);
    for (let d = 0; d < DIMENSIONS; d += 1) {
      const value = (own.values[row * DIMENSIONS + d] ?? 0) * (own.scales[d] ?? 0);
      for (let s = 0; s < SIGNALS; s += 1) {
        signals[s] = (signals[s] ?? 0) + value * (weights[d * SIGNALS + s] ?? 0);
      }
    }
    const start = used;
    used += SIGNALS;
    if (used > steps.length) {
      const grown = new Int16Array(Math.min(steps.length * 2, allRoom));
      grown.set(steps);
      steps = grown;
    }
    for (let half = 0; half < SIGNALS; half += 2 * CELLS) {
      for (let cell = half; cell < half + CELLS; cell += 1) {
        const kept = 1 / (1 + Math.exp(-(signals[cell] ?? 0)));
        const added = (1 - kept) * withinRange(signals[cell + CELLS] ?? 0);
        steps[start + cell] = toInteger(kept, KEPT);
        steps[start + cell + CELLS] = toInteger(added, VALUE);
      }
    }
    return start;
  };

  const halfOf = (direction: Direction): number => (direction === 'forwards' ? 0 : 2 * CELLS);

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
          const kept = (text[at] ?? 0) + half + cell;
          const added = kept + CELLS;
          a = next(a, steps[kept] ?? 0, steps[added] ?? 0);
          b = next(b, steps[kept + 1] ?? 0, steps[added + 1] ?? 0);
          c = next(c, steps[kept + 2] ?? 0, steps[added + 2] ?? 0);
          d = next(d, steps[kept + 3] ?? 0, steps[added + 3] ?? 0);
          if (a > highA) highA = a;
          if (b > highB) highB = b;
          if (c > highC) highC = c;
          if (d > highD) highD = d;
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
      const keptAt = (read: number): number => (text[placeOf(read)] ?? 0) + half + cell;
      let value = 0;
      let highest = 0;
      let peak = -1;
      for (let read = 0; read < count; read += 1) {
        const kept = keptAt(read);
        const added = steps[kept + CELLS] ?? 0;
        value = next(value, steps[kept] ?? 0, added);
        values[read] = added;
        if (value > highest) [highest, peak] = [value, read];
      }
      // What a word added is kept in part by each word between it and the peak.
      let left = slope / VALUE;
      for (let read = peak; read >= 0; read -= 1) {
        const place = placeOf(read);
        shares[place] = (shares[place] ?? 0) + left * (values[read] ?? 0);
        left *= (steps[keptAt(read)] ?? 0) / KEPT;
      }
    },
  };
}
