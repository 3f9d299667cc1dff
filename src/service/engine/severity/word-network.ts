import { CATEGORIES } from '../categories.ts';
import { createDenseLayer } from '../model/dense-layer.ts';
import { createHashTable } from '../normalise/hash.ts';
import { MAX_WINDOW, type BaseScores } from './features.ts';
import { CELLS, HIDDEN, type NetworkWeights } from './network-weights.ts';
import { createWordCells, type Direction } from './word-cells.ts';

const COUNT = CATEGORIES.length;
const DIRECTIONS = ['forwards', 'backwards'] as const;
/** No base score is certain. */
const LEAST = 0.001;

/** The words of a text, or of a window of it, as hashes. */
export interface NetworkInput {
  words: Int32Array;
  count: number;
  /** The base model's scores of the same words; null: unknown. */
  base: BaseScores | null;
}

/**
 * A small recurrent network that reads texts: embeddings of words, cells that read the text forwards and backwards, the highest
 * value of each, and a hidden layer. It generalises to words and phrases that the linear model has not seen, because
 * similar words have similar embeddings, and a cell can remember who is meant until it reads what is done.
 */
export interface WordNetwork {
  /** Adds each category's logit to `out`. */
  addTo(input: NetworkInput, out: Float64Array): void;
  /** Each word's contribution to a category's logit, in the input of the latest `addTo`. */
  explain(category: number, shares: Float64Array): void;
}

/** A base score as the network's input: a logit, scaled to the size of the others. */
function baseInput(score: number): number {
  const kept = Math.max(LEAST, Math.min(1 - LEAST, score));
  return Math.log(kept / (1 - kept)) / 3;
}

export const baseInputs = ({ toxicity, identityHate, aggressive, vulgar }: BaseScores): number[] =>
  [toxicity, identityHate, aggressive, vulgar].map(baseInput);

export function createWordNetwork(weights: NetworkWeights): WordNetwork {
  const { words, hiddenBias, outBias } = weights;
  // Doubles: calculating with single-precision arrays would convert each number.
  const hidden = Float64Array.from(weights.hidden);
  const outWeights = Float64Array.from(weights.out);
  const known = createHashTable(words.length);
  words.forEach((hash, row) => known.add(hash, row));
  /** The row of unknown words. */
  const unknown = words.length;
  const cells = createWordCells(weights);
  /** Offset of each word's steps. */
  const starts = new Int32Array(MAX_WINDOW);
  /** The highest value of each cell. */
  const peaks = { forwards: new Float64Array(CELLS), backwards: new Float64Array(CELLS) };
  const hiddenLayer = createDenseLayer(hidden, hiddenBias);
  const hiddenValues = new Float64Array(HIDDEN);
  let count = 0;

  /** Reads the text in a direction; its cells are the inputs from `first` on. */
  const addPeaks = (direction: Direction, first: number): void => {
    const own = peaks[direction];
    cells.read(starts, count, direction, own);
    for (let cell = 0; cell < CELLS; cell += 1) {
      const peak = own[cell] ?? 0;
      if (peak > 0) hiddenLayer.add(first + cell, peak);
    }
  };

  return {
    addTo({ words: hashes, count: length, base }, out) {
      count = Math.min(length, MAX_WINDOW);
      for (let at = 0; at < count; at += 1) {
        const found = known.find(hashes[at] ?? 0);
        starts[at] = cells.startOf(found === -1 ? unknown : found);
      }
      hiddenLayer.begin();
      addPeaks('forwards', 0);
      addPeaks('backwards', CELLS);
      if (base !== null) {
        hiddenLayer.add(2 * CELLS, baseInput(base.toxicity));
        hiddenLayer.add(2 * CELLS + 1, baseInput(base.identityHate));
        hiddenLayer.add(2 * CELLS + 2, baseInput(base.aggressive));
        hiddenLayer.add(2 * CELLS + 3, baseInput(base.vulgar));
      }
      hiddenLayer.writeTo(hiddenValues);
      for (let category = 0; category < COUNT; category += 1) {
        let sum = outBias[category] ?? 0;
        for (let n = 0; n < HIDDEN; n += 1) {
          sum += Math.max(0, hiddenValues[n] ?? 0) * (outWeights[category * HIDDEN + n] ?? 0);
        }
        out[category] = (out[category] ?? 0) + sum;
      }
    },
    explain(category, shares) {
      DIRECTIONS.forEach((direction, index) => {
        for (let cell = 0; cell < CELLS; cell += 1) {
          if ((peaks[direction][cell] ?? 0) === 0) continue;
          let slope = 0;
          for (let n = 0; n < HIDDEN; n += 1) {
            if ((hiddenValues[n] ?? 0) <= 0) continue;
            slope +=
              (hidden[(index * CELLS + cell) * HIDDEN + n] ?? 0) *
              (outWeights[category * HIDDEN + n] ?? 0);
          }
          cells.explain(starts, count, { direction, cell, slope }, shares);
        }
      });
    },
  };
}
