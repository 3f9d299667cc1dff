import { describe, expect, it } from 'vitest';
import { quantise } from '../../../../../src/service/engine/model/weights.ts';
import { DIMENSIONS } from '../../../../../src/service/engine/severity/network-weights.ts';
import {
  createWordCells,
  PEAK_UNIT,
} from '../../../../../src/service/engine/severity/word-cells.ts';
import { createKernels } from '../../../../../src/service/engine/simd/kernels.ts';
import { createCellLayer, ALL_CELLS } from '../../../../../scripts/train/categories/cell-layer.ts';
import { createRandom } from '../../../../../scripts/train/random.ts';

const WORDS = 7;
const STEP = 1e-5;
/** Weights have single precision. */
const COARSE_STEP = 1e-3;

const random = createRandom(4);
const numbers = (length: number, scale: number): Float32Array =>
  Float32Array.from({ length }, () => random.normal() * scale);
const own = numbers((WORDS + 1) * DIMENSIONS, 0.5);
const text = Float64Array.from(own.subarray(0, WORDS * DIMENSIONS));
/** The weights of the cells' peaks in the measure, which is their weighted sum. */
const shares = numbers(ALL_CELLS, 1);
const layer = createCellLayer((length, scale) => numbers(length, scale * 2));

function measure(embedded: Float64Array): number {
  layer.read(embedded, WORDS);
  return shares.reduce((sum, share, cell) => sum + share * (layer.peaks[cell] ?? 0), 0);
}

/** The numerical derivative of the measure by one number. */
function derivativeBy(change: (by: number) => Float64Array): number {
  return (measure(change(STEP)) - measure(change(-STEP))) / (2 * STEP);
}

/** Propagates the gradients of the measure back; returns those of the words. */
function backpropagate(): number[] {
  measure(text);
  layer.weights.gradient.fill(0);
  layer.bias.gradient.fill(0);
  shares.forEach((share, cell) => layer.addGradient(cell, share));
  return Array.from({ length: WORDS }, (_, word) => [...layer.backThroughWord(word)]).flat();
}

/** The numerical derivative of the measure by one number of the layer. */
function derivativeOf(values: Float32Array, at: number): number {
  const value = values[at] ?? 0;
  const measureWith = (changed: number): number => {
    values[at] = changed;
    return measure(text);
  };
  const [more, less] = [Math.fround(value + COARSE_STEP), Math.fround(value - COARSE_STEP)];
  const slope = (measureWith(more) - measureWith(less)) / (more - less);
  values[at] = value;
  return slope;
}

describe('the cells in training', () => {
  it('have the gradients that small changes of a word show', () => {
    const gradients = backpropagate();
    for (let at = 0; at < text.length; at += 13) {
      const slope = derivativeBy((by) => text.with(at, (text[at] ?? 0) + by));
      expect(gradients[at]).toBeCloseTo(slope, 3);
    }
  });

  it('have the gradients that small changes of their weights show', () => {
    backpropagate();
    const { weights, bias } = layer;
    const [ofWeights, ofBias] = [weights.gradient.slice(), bias.gradient.slice()];
    for (let at = 0; at < ofWeights.length; at += 311) {
      expect(ofWeights[at]).toBeCloseTo(derivativeOf(weights.values, at), 2);
    }
    for (let at = 0; at < ofBias.length; at += 7) {
      expect(ofBias[at]).toBeCloseTo(derivativeOf(bias.values, at), 2);
    }
  });

  it('find what the engine finds with their weights', () => {
    measure(text);
    const engine = createWordCells(
      {
        words: Int32Array.from({ length: WORDS }, (_, word) => word),
        own: quantise(own, DIMENSIONS),
        cells: layer.weights.values,
        cellBias: layer.bias.values,
      },
      createKernels(),
    );
    engine.text.set(Array.from({ length: WORDS }, (_, word) => engine.startOf(word)));
    const found = (['forwards', 'backwards'] as const).flatMap((direction) =>
      Array.from(engine.read(WORDS, direction), (peak) => peak * PEAK_UNIT),
    );
    expect(Math.max(...found)).toBeGreaterThan(0.5);
    // The engine's words are bytes.
    found.forEach((peak, cell) => expect(peak).toBeCloseTo(layer.peaks[cell] ?? 0, 1));
  });

  it('read no text that is longer than a window', () => {
    expect(() => layer.read(new Float64Array(), 49)).toThrow(RangeError);
  });
});
