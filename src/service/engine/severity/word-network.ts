import { CATEGORIES } from '../categories.ts';
import { createDenseLayer } from '../model/dense-layer.ts';
import { NO_RESPONSE, PRECISION, raisePeaks, toFixedPoint } from '../model/filter-peaks.ts';
import { createHashTable } from '../normalise/hash.ts';
import { MAX_WINDOW, type BaseScores } from './features.ts';
import { DIMENSIONS, FILTERS, HIDDEN, type NetworkWeights } from './network-weights.ts';

const COUNT = CATEGORIES.length;
/** A filter covers a word and its two neighbours. */
const PROJECTED = 3 * FILTERS;
/** No base score is certain. */
const LEAST = 0.001;

/** The words of a text, or of a window of it, as hashes. */
export interface NetworkInput {
  words: Int32Array;
  count: number;
  /** What the base model says about the same words; null: unknown. */
  base: BaseScores | null;
}

/**
 * A small convolutional network per text: embeddings of words, filters over three words, max pooling and a hidden layer.
 * It generalises to words and phrases that the linear model has not seen, because similar words have similar embeddings.
 */
export interface WordNetwork {
  /** Adds each category's logit to `out`. */
  addTo(input: NetworkInput, out: Float64Array): void;
  /** How much each word contributed to a category's logit, in the input of the latest `addTo`. */
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
  const { words, own, filterBias, hiddenBias, outBias } = weights;
  // Doubles: calculating with single-precision arrays would convert each number.
  const filter = Float64Array.from(weights.filter);
  const hidden = Float64Array.from(weights.hidden);
  const outWeights = Float64Array.from(weights.out);
  const rows = createHashTable(words.length);
  words.forEach((hash, row) => rows.add(hash, row));
  /** The row of unknown words. */
  const unknown = words.length;
  /** The row of what is before and after the text, which contributes nothing. */
  const outside = unknown + 1;
  /** Each word's contribution to the filters, computed when it first occurs. */
  const projections = new Int16Array((outside + 1) * PROJECTED);
  const isProjected = new Uint8Array(outside + 1);
  const projection = new Float64Array(PROJECTED);

  /** Where the projections of each word begin, between two of `outside`. */
  const starts = new Int32Array(MAX_WINDOW + 2).fill(outside * PROJECTED);
  const peaks = new Int32Array(FILTERS);
  /** What each filter found; 0: nothing. */
  const responses = new Float64Array(FILTERS);
  const hiddenLayer = createDenseLayer(hidden, hiddenBias);
  const hiddenValues = new Float64Array(HIDDEN);
  let count = 0;

  const project = (row: number): void => {
    projection.fill(0);
    for (let d = 0; d < DIMENSIONS; d += 1) {
      const value = (own.values[row * DIMENSIONS + d] ?? 0) * (own.scales[d] ?? 0);
      for (let p = 0; p < PROJECTED; p += 1) {
        projection[p] = (projection[p] ?? 0) + value * (filter[d * PROJECTED + p] ?? 0);
      }
    }
    const base = row * PROJECTED;
    for (let p = 0; p < PROJECTED; p += 1) projections[base + p] = toFixedPoint(projection[p] ?? 0);
    isProjected[row] = 1;
  };

  /** Where a filter first responded most. */
  const peakOf = (f: number): number => {
    for (let at = 0; at < count; at += 1) {
      const response =
        (projections[(starts[at] ?? 0) + f] ?? 0) +
        (projections[(starts[at + 1] ?? 0) + FILTERS + f] ?? 0) +
        (projections[(starts[at + 2] ?? 0) + 2 * FILTERS + f] ?? 0);
      if (response === peaks[f]) return at;
    }
    return 0;
  };

  return {
    addTo({ words: hashes, count: length, base }, out) {
      count = Math.min(length, MAX_WINDOW);
      for (let at = 0; at < count; at += 1) {
        const found = rows.find(hashes[at] ?? 0);
        const row = found === -1 ? unknown : found;
        if (isProjected[row] === 0) project(row);
        starts[at + 1] = row * PROJECTED;
      }
      starts[count + 1] = outside * PROJECTED;
      peaks.fill(NO_RESPONSE);
      raisePeaks({ projections, starts }, peaks, 0, count);
      hiddenLayer.begin();
      for (let f = 0; f < FILTERS; f += 1) {
        const response = Math.max(0, (peaks[f] ?? 0) / PRECISION + (filterBias[f] ?? 0));
        responses[f] = response;
        if (response > 0) hiddenLayer.add(f, response);
      }
      if (base !== null) {
        hiddenLayer.add(FILTERS, baseInput(base.toxicity));
        hiddenLayer.add(FILTERS + 1, baseInput(base.identityHate));
        hiddenLayer.add(FILTERS + 2, baseInput(base.aggressive));
        hiddenLayer.add(FILTERS + 3, baseInput(base.vulgar));
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
      for (let f = 0; f < FILTERS; f += 1) {
        if ((responses[f] ?? 0) === 0) continue;
        let slope = 0;
        for (let n = 0; n < HIDDEN; n += 1) {
          if ((hiddenValues[n] ?? 0) <= 0) continue;
          slope += (hidden[f * HIDDEN + n] ?? 0) * (outWeights[category * HIDDEN + n] ?? 0);
        }
        const peak = peakOf(f);
        for (let place = 0; place < 3; place += 1) {
          const at = peak + place - 1;
          if (at < 0 || at >= count) continue;
          const response = projections[(starts[at + 1] ?? 0) + place * FILTERS + f] ?? 0;
          shares[at] = (shares[at] ?? 0) + (slope * response) / PRECISION;
        }
      }
    },
  };
}
