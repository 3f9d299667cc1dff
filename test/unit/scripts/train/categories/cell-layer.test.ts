import { describe, expect, it } from 'vitest';
import { quantise } from '../../../../../src/service/engine/model/weights.ts';
import { CELLS, DIMENSIONS } from '../../../../../src/service/engine/severity/network-weights.ts';
import { createWordCells } from '../../../../../src/service/engine/severity/word-cells.ts';
import { createCellLayer, PEAKS } from '../../../../../scripts/train/categories/cell-layer.ts';
import { createRandom } from '../../../../../scripts/train/random.ts';

const WORDS = 7;
const STEP = 1e-5;

const random = createRandom(4);
const numbers = (length: number, scale: number): Float32Array =>
  Float32Array.from({ length }, () => random.normal() * scale);
const own = numbers((WORDS + 1) * DIMENSIONS, 0.5);
const text = Float64Array.from(own.subarray(0, WORDS * DIMENSIONS));
/** What is measured of the cells: a sum of their highest values. */
const shares = numbers(PEAKS, 1);
const layer = createCellLayer((length, scale) => numbers(length, scale * 2));

function measure(embedded: Float64Array): number {
  layer.read(embedded, WORDS);
  return shares.reduce((sum, share, cell) => sum + share * (layer.peaks[cell] ?? 0), 0);
}

/** How much the measure changes per change of one number. */
function slopeBy(change: (by: number) => Float64Array): number {
  return (measure(change(STEP)) - measure(change(-STEP))) / (2 * STEP);
}

describe('the cells in training', () => {
  it('have the gradients that small changes of a word show', () => {
    measure(text);
    shares.forEach((share, cell) => {
      if ((layer.peaks[cell] ?? 0) > 0) layer.addGradient(cell, share);
    });
    const gradients = Array.from({ length: WORDS }, (_, word) =>
      layer.gradientOfWord(word).slice(),
    );
    for (let at = 0; at < text.length; at += 13) {
      const slope = slopeBy((by) => text.with(at, (text[at] ?? 0) + by));
      const gradient = gradients[Math.floor(at / DIMENSIONS)]?.[at % DIMENSIONS] ?? 0;
      expect(gradient).toBeCloseTo(slope, 3);
    }
  });

  it('find what the engine finds with their weights', () => {
    measure(text);
    const engine = createWordCells({
      words: Int32Array.from({ length: WORDS }, (_, word) => word),
      own: quantise(own, DIMENSIONS),
      cells: layer.weights.values,
      cellBias: layer.bias.values,
      hidden: new Float32Array(),
      hiddenBias: new Float32Array(),
      out: new Float32Array(),
      outBias: new Float32Array(),
    });
    const starts = Int32Array.from({ length: WORDS }, (_, word) => engine.startOf(word));
    const found = (['forwards', 'backwards'] as const).flatMap((direction) => {
      const peaks = new Float64Array(CELLS);
      engine.read(starts, WORDS, direction, peaks);
      return [...peaks];
    });
    expect(Math.max(...found)).toBeGreaterThan(0.5);
    found.forEach((peak, cell) => expect(peak).toBeCloseTo(layer.peaks[cell] ?? 0, 1));
  });

  it('read no text that is longer than a window', () => {
    expect(() => layer.read(new Float64Array(), 49)).toThrow(RangeError);
  });
});
