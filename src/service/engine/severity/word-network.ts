import { CATEGORIES } from '../categories.ts';
import { createDenseLayer } from '../model/dense-layer.ts';
import { createHashTable } from '../normalise/hash.ts';
import { createKernels, type Kernels } from '../simd/kernels.ts';
import { MAX_WINDOW, type BaseScores } from './features.ts';
import { CELLS, HIDDEN, type NetworkWeights } from './network-weights.ts';
import { createWordCells, PEAK_UNIT } from './word-cells.ts';

const COUNT = CATEGORIES.length;
/** The categories, padded to whole vectors. */
const OUT = 16;
const DIRECTIONS = ['forwards', 'backwards'] as const;
/** Keeps base scores away from 0 and 1, because none is certain. */
const LEAST = 0.001;

/** The words of a text, or of a window of it, as hashes. */
export interface NetworkInput {
  words: Int32Array;
  count: number;
  /** The base model's scores of the same words; null: unknown. */
  base: BaseScores | null;
}

/**
 * A small recurrent network that reads texts: word embeddings, cells that read the text forwards and backwards, the highest value
 * of each cell, and a hidden layer. It generalises to words and phrases that the linear model has not seen, because similar words
 * have similar embeddings, and because a cell can remember who is meant until it reads what is done.
 */
export interface WordNetwork {
  /** Adds each category's logit to `out`. */
  addTo(input: NetworkInput, out: Float64Array): void;
  /** The contribution of each word to a category's logit, for the input of the latest `addTo`. */
  explain(category: number, shares: Float64Array): void;
}

/** A base score as an input of the network: a logit, scaled to the size of the other inputs. */
function baseInput(score: number): number {
  const kept = Math.max(LEAST, Math.min(1 - LEAST, score));
  return Math.log(kept / (1 - kept)) / 3;
}

export const baseInputs = ({ toxicity, identityHate, aggressive, vulgar }: BaseScores): number[] =>
  [toxicity, identityHate, aggressive, vulgar].map(baseInput);

/** The weights from the hidden layer to the categories, grouped by unit and padded. */
function outWeightsOf({ out }: NetworkWeights): Float64Array {
  const weights = new Float64Array(HIDDEN * OUT);
  for (let category = 0; category < COUNT; category += 1) {
    for (let n = 0; n < HIDDEN; n += 1) {
      weights[n * OUT + category] = out[category * HIDDEN + n] ?? 0;
    }
  }
  return weights;
}

function outBiasOf({ outBias }: NetworkWeights): Float64Array {
  const bias = new Float64Array(OUT);
  bias.set(outBias);
  return bias;
}

export function createWordNetwork(
  weights: NetworkWeights,
  kernels: Kernels = createKernels(),
): WordNetwork {
  const { words, hidden, hiddenBias, out: outWeights } = weights;
  const known = createHashTable(words.length);
  words.forEach((hash, row) => known.add(hash, row));
  /** The row for unknown words. */
  const unknown = words.length;
  const cells = createWordCells(weights, kernels);
  const hiddenLayer = createDenseLayer(hidden, hiddenBias, kernels);
  const outLayer = createDenseLayer(outWeightsOf(weights), outBiasOf(weights), kernels);
  const scaled = { unit: PEAK_UNIT, bias: kernels.allocate(Float64Array, CELLS) };
  let hiddenSums: Float64Array = new Float64Array(HIDDEN);
  let count = 0;

  return {
    addTo({ words: hashes, count: length, base }, out) {
      count = Math.min(length, MAX_WINDOW);
      for (let at = 0; at < count; at += 1) {
        const found = known.find(hashes[at] ?? 0);
        cells.text[at] = cells.startOf(found === -1 ? unknown : found);
      }
      hiddenLayer.begin();
      hiddenLayer.addPositive(0, cells.read(count, 'forwards'), scaled);
      hiddenLayer.addPositive(CELLS, cells.read(count, 'backwards'), scaled);
      if (base !== null) {
        hiddenLayer.add(2 * CELLS, baseInput(base.toxicity));
        hiddenLayer.add(2 * CELLS + 1, baseInput(base.identityHate));
        hiddenLayer.add(2 * CELLS + 2, baseInput(base.aggressive));
        hiddenLayer.add(2 * CELLS + 3, baseInput(base.vulgar));
      }
      hiddenSums = hiddenLayer.sums();
      outLayer.begin();
      for (let n = 0; n < HIDDEN; n += 1) outLayer.add(n, Math.max(0, hiddenSums[n] ?? 0));
      const sums = outLayer.sums();
      for (let category = 0; category < COUNT; category += 1) {
        out[category] = (out[category] ?? 0) + (sums[category] ?? 0);
      }
    },
    explain(category, shares) {
      DIRECTIONS.forEach((direction, index) => {
        const peaks = cells.read(count, direction);
        for (let cell = 0; cell < CELLS; cell += 1) {
          if (peaks[cell] === 0) continue;
          let slope = 0;
          for (let n = 0; n < HIDDEN; n += 1) {
            if ((hiddenSums[n] ?? 0) <= 0) continue;
            slope +=
              (hidden[(index * CELLS + cell) * HIDDEN + n] ?? 0) *
              (outWeights[category * HIDDEN + n] ?? 0);
          }
          cells.explain(count, { direction, cell, slope }, shares);
        }
      });
    },
  };
}
