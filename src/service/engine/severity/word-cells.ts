import { createDenseLayer } from '../model/dense-layer.ts';
import type { Kernels } from '../simd/kernels.ts';
import { MAX_WINDOW } from './features.ts';
import { CELLS, DIMENSIONS, type NetworkWeights } from './network-weights.ts';

/**
 * Integer arithmetic is many times as fast. The share that a cell keeps has 15 fractional bits, a value has 10. The input from a
 * word is within ±32, and so is a cell's value, which is a mean of inputs: both fit into 16 bits.
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

export type Direction = 'forwards' | 'backwards';

/** Size of a word's steps: the share to keep and the value to add for each forward cell, then the same for the backward cells. */
const STEPS = 4 * CELLS;
const BYTES = Int16Array.BYTES_PER_ELEMENT;
const START_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** A cell's highest value is the integer in `peaks` times this unit. */
export const PEAK_UNIT = 1 / VALUE;

/**
 * Simple recurrent cells: at every word, each cell keeps a share of its value and adds the word's input. Both depend on the word
 * alone, so they are computed once per word, and a text costs one multiplication and one addition per word and cell.
 */
export interface WordCells {
  /** The offsets of the steps of a text's words. Written by the caller. */
  readonly text: Int32Array;
  /** The byte offset of a word's steps, by the word's row. The steps are computed when the word first occurs. */
  startOf(row: number): number;
  /** Each cell's highest value over a text of `count` words, at least 0. The next call overwrites it. */
  read(count: number, direction: Direction): Int32Array;
  /** Adds each word's share of a cell's highest value, times `slope`, to `shares`. */
  explain(
    count: number,
    { direction, cell, slope }: { direction: Direction; cell: number; slope: number },
    shares: Float64Array,
  ): void;
}

export function createWordCells(
  { words, own, cells, cellBias }: Pick<NetworkWeights, 'words' | 'own' | 'cells' | 'cellBias'>,
  kernels: Kernels,
): WordCells {
  /** In the order in which words first occur, because memory that is never written to costs nothing. */
  const steps = kernels.allocate(Int16Array, (words.length + 1) * STEPS);
  let computed = 0;
  const starts = new Int32Array(words.length + 1).fill(-1);
  const layer = createDenseLayer(cells, cellBias, kernels);
  const text = kernels.allocate(Int32Array, MAX_WINDOW);
  const peaks = kernels.allocate(Int32Array, CELLS);
  const values = new Int32Array(MAX_WINDOW);

  const compute = (row: number): number => {
    const first = computed * STEPS;
    computed += 1;
    layer.begin();
    for (let d = 0; d < DIMENSIONS; d += 1) {
      layer.add(d, (own.values[row * DIMENSIONS + d] ?? 0) * (own.scales[d] ?? 0));
    }
    const signals = layer.sums();
    for (let side = 0; side < 2; side += 1) {
      const start = first + side * 2 * CELLS;
      for (let cell = 0; cell < CELLS; cell += 1) {
        const signal = side * 2 * CELLS + cell;
        const kept = 1 / (1 + Math.exp(-(signals[signal] ?? 0)));
        const added = (1 - kept) * withinRange(signals[signal + CELLS] ?? 0);
        steps[start + cell] = toInteger(kept, KEPT);
        steps[start + CELLS + cell] = toInteger(added, VALUE);
      }
    }
    return first * BYTES;
  };

  return {
    text,
    startOf(row) {
      const known = starts[row] ?? -1;
      if (known !== -1) return known;
      const start = compute(row);
      starts[row] = start;
      return start;
    },
    read(count, direction) {
      const isForwards = direction === 'forwards';
      kernels.findCellPeaks(
        steps.byteOffset + (isForwards ? 0 : 2 * CELLS * BYTES),
        text.byteOffset + (isForwards ? 0 : (count - 1) * START_BYTES),
        isForwards ? START_BYTES : -START_BYTES,
        count,
        peaks.byteOffset,
      );
      return peaks;
    },
    explain(count, { direction, cell, slope }, shares) {
      const first = direction === 'forwards' ? cell : 2 * CELLS + cell;
      const placeOf = (read: number): number =>
        direction === 'forwards' ? read : count - 1 - read;
      const stepOf = (read: number): number => (text[placeOf(read)] ?? 0) / BYTES + first;
      const keptAt = (read: number): number => steps[stepOf(read)] ?? 0;
      const addedAt = (read: number): number => steps[stepOf(read) + CELLS] ?? 0;
      let value = 0;
      let highest = 0;
      let peak = -1;
      for (let read = 0; read < count; read += 1) {
        value = ((value * keptAt(read) + HALF) >> KEPT_BITS) + addedAt(read);
        values[read] = addedAt(read);
        if (value > highest) [highest, peak] = [value, read];
      }
      // Each word between a word and the peak keeps only a share of that word's contribution.
      let left = slope / VALUE;
      for (let read = peak; read >= 0; read -= 1) {
        const place = placeOf(read);
        shares[place] = (shares[place] ?? 0) + left * (values[read] ?? 0);
        left *= keptAt(read) / KEPT;
      }
    },
  };
}
