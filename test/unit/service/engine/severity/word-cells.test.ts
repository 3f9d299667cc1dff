import { describe, expect, it } from 'vitest';
import { quantise } from '../../../../../src/service/engine/model/weights.ts';
import {
  CELLS,
  DIMENSIONS,
  SIGNALS,
} from '../../../../../src/service/engine/severity/network-weights.ts';
import {
  createWordCells,
  PEAK_UNIT,
} from '../../../../../src/service/engine/severity/word-cells.ts';
import { createKernels } from '../../../../../src/service/engine/simd/kernels.ts';
import { createRandom } from '../../../../../scripts/train/random.ts';

const WORDS = 9_000;
const TEXT = [3, 17, 40, 3, 9, 22];
const random = createRandom(11);
const numbers = (length: number, scale: number): Float32Array =>
  Float32Array.from({ length }, () => random.normal() * scale);

const cells = createWordCells(
  {
    words: Int32Array.from({ length: WORDS }, (_, word) => word),
    own: quantise(numbers((WORDS + 1) * DIMENSIONS, 0.5), DIMENSIONS),
    cells: numbers(DIMENSIONS * SIGNALS, 0.3),
    cellBias: numbers(SIGNALS, 1),
  },
  createKernels(),
);

function peaksOf(
  rows: readonly number[],
  direction: 'forwards' | 'backwards',
  read = cells,
): Float64Array {
  read.text.set(rows.map(read.startOf));
  return Float64Array.from(read.read(rows.length, direction), (peak) => peak * PEAK_UNIT);
}

describe('the cells of the network of words', () => {
  it('explain the highest value of each cell by its words', () => {
    for (const direction of ['forwards', 'backwards'] as const) {
      const peaks = peaksOf(TEXT, direction);
      expect(Math.max(...peaks)).toBeGreaterThan(0.1);
      peaks.forEach((peak, cell) => {
        const shares = new Float64Array(TEXT.length);
        cells.explain(TEXT.length, { direction, cell, slope: 1 }, shares);
        expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(peak, 2);
      });
    }
  });

  it('say something else about the same words in another order', () => {
    const turned = TEXT.toReversed();
    expect(peaksOf(turned, 'forwards')).not.toEqual(peaksOf(TEXT, 'forwards'));
  });

  it('do not depend on words after their highest value', () => {
    const peaks = peaksOf(TEXT, 'forwards');
    peaks.forEach((peak, cell) => {
      const read = TEXT.findIndex(
        (_, at) => peaksOf(TEXT.slice(0, at + 1), 'forwards')[cell] === peak,
      );
      const shares = new Float64Array(TEXT.length);
      cells.explain(TEXT.length, { direction: 'forwards', cell, slope: 1 }, shares);
      expect([...shares.subarray(read + 1)].every((share) => share === 0)).toBe(true);
    });
  });

  it('know each word again after thousands of others', () => {
    const before = peaksOf(TEXT, 'forwards');
    for (let row = 0; row <= WORDS; row += 1) cells.startOf(row);
    expect(peaksOf(TEXT, 'forwards')).toEqual(before);
  });

  it('find nothing in a text without words', () => {
    expect(peaksOf([], 'backwards')).toEqual(new Float64Array(CELLS));
  });

  it('stay within their range for the most extreme words', () => {
    const gates = Float32Array.from({ length: SIGNALS }, (_, signal) => {
      const cell = signal % (2 * CELLS);
      if (cell < CELLS) return cell % 2 === 0 ? -20 : 20;
      return cell % 4 < 2 ? 100 : -100;
    });
    const saturated = createWordCells(
      {
        words: Int32Array.of(1),
        own: quantise(new Float32Array(2 * DIMENSIONS), DIMENSIONS),
        cells: new Float32Array(DIMENSIONS * SIGNALS),
        cellBias: gates,
      },
      createKernels(),
    );
    const peaks = peaksOf([0, 0, 0], 'forwards', saturated);
    // The first keeps nothing of its state and the second takes nothing in; the others do the opposite.
    expect(peaks[0]).toBeCloseTo(31, 1);
    expect(peaks.slice(1, 4)).toEqual(Float64Array.of(0, 0, 0));
  });
});
