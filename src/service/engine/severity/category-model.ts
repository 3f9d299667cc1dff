import { CATEGORIES } from '../categories.ts';
import { createHashTable, hashText } from '../normalise/hash.ts';
import type { Tokens } from '../normalise/tokens.ts';
import { createKernels, type Kernels } from '../simd/kernels.ts';
import { createCategoryRows } from './category-rows.ts';
import { COLUMNS, FEATURE_BUCKETS, type CategoryWeights } from './category-weights.ts';
import {
  addBaseScores,
  createFeatureReader,
  createFeatures,
  MAX_FEATURES,
  MAX_WINDOW,
  wordHash,
  type BaseScores,
  type ClassOf,
  type ReadText,
} from './features.ts';
import { isSign } from './places.ts';
import { createWordNetwork } from './word-network.ts';

const COUNT = CATEGORIES.length;
const MASK = FEATURE_BUCKETS - 1;
/** Texts of up to this many words are read only as a whole; in longer ones, harmless words can outweigh a harmful sentence. */
const SHORT = 20;
/** Number of windows that are read of a text that is too long to read as a whole, the most alarming first. */
const MAX_WINDOWS = 3;
const WINDOW = 32;
/**
 * The network reads only texts for which the feature table gives some category at least this logit. In the 1,800 lines written
 * for such choices, that changes no verdict, and two fifths of everyday messages are decided by the table alone.
 */
const NETWORK_FROM = -4;
/** A window is picked because it looks alarming, so its score counts for less. */
const WINDOW_PENALTY = 1;
/** This many words are included before the first alarming word of a window, and after the last one. */
const LEAD = 4;
const TAIL = 1;

export interface WordRange {
  from: number;
  /** Exclusive. */
  to: number;
}

export interface CategoryModel {
  /**
   * Writes each category's sum to `out` and returns the words with the highest one. For a long text, the sums are the highest of
   * its windows. `base`: the base model's scores for the worst part of the text, which is all of a short text.
   */
  score(
    text: ReadText,
    base: { scores: BaseScores; part: WordRange },
    out: Float64Array,
  ): WordRange;
  /** The contribution of each word in a range to a category. */
  explain(text: ReadText, range: WordRange, category: number): Float64Array;
}

export interface CategoryModelOptions {
  networkFrom?: number;
  kernels?: Kernels;
}

export function createClassOf({ classWords, classes }: CategoryWeights): ClassOf {
  const table = createHashTable(classWords.length);
  classWords.forEach((word, index) => table.add(hashText(word), classes[index] ?? 0));
  return (hash) => Math.max(0, table.find(hash));
}

export function createCategoryModel(
  weights: CategoryWeights,
  { networkFrom = NETWORK_FROM, kernels = createKernels() }: CategoryModelOptions = {},
): CategoryModel {
  const { table, meta } = weights;
  const classOf = createClassOf(weights);
  const reader = createFeatureReader(classOf);
  const features = createFeatures(kernels.allocate(Uint32Array, MAX_FEATURES));
  const rows = createCategoryRows(table, features.hash, kernels);
  const network = createWordNetwork(weights.network, kernels);
  const ofTable = new Float64Array(COUNT);
  const ofNetwork = new Float64Array(COUNT);
  let alarms = new Float64Array(1024);

  /** Writes each category's logit from the feature table to `ofTable`, and returns the highest. */
  const readTable = (): number => {
    const sums = rows.sum(features.count);
    let highest = -Infinity;
    for (let category = 0; category < COUNT; category += 1) {
      const logit =
        (sums[category] ?? 0) * (meta.scale[category] ?? 0) + (meta.bias[category] ?? 0);
      ofTable[category] = logit;
      if (logit > highest) highest = logit;
    }
    return highest;
  };
  /** Writes each category's logit from the word network to `ofNetwork`. */
  const runNetwork = (base: BaseScores | null): void => {
    ofNetwork.fill(0);
    network.addTo({ words: features.words, count: features.wordCount, base }, ofNetwork);
  };

  /** The most alarming window among the words not read yet, or null if none of them is alarming. */
  const findWindow = (tokens: Tokens): WordRange | null => {
    const { count } = tokens;
    let sum = 0;
    let best = 0;
    let end = -1;
    for (let at = 0; at < count; at += 1) {
      sum += alarms[at] ?? 0;
      if (at >= WINDOW - LEAD - TAIL) sum -= alarms[at - WINDOW + LEAD + TAIL] ?? 0;
      if (sum > best) {
        best = sum;
        end = at + 1;
      }
    }
    if (end === -1) return null;
    const to = Math.min(count, end + TAIL);
    let from = Math.max(0, to - WINDOW);
    // Words far before the first alarming one would only dilute it.
    while (from + LEAD < to && (alarms[from + LEAD] ?? 0) === 0) from += 1;
    for (let at = from; at < to && (alarms[at] ?? 0) === 0; at += 1) {
      if (isSign(tokens.id[at] ?? -1)) from = at + 1;
    }
    return { from, to };
  };

  return {
    score(text, base, out) {
      const { count } = text.tokens;
      let worst: WordRange = { from: 0, to: Math.min(count, MAX_WINDOW) };
      let highest = -Infinity;
      out.fill(-Infinity);
      const readRange = (range: WordRange, penalty: number): void => {
        reader.read(text, range, features);
        const isJudged = range.from < base.part.to && base.part.from < range.to;
        if (isJudged) addBaseScores(features, base.scores);
        const alarm = readTable();
        // The network is the most expensive part, and it agrees with the table on texts that the table finds harmless.
        if (alarm < networkFrom) ofNetwork.set(ofTable);
        else runNetwork(isJudged ? base.scores : null);
        for (let category = 0; category < COUNT; category += 1) {
          const sum = (ofTable[category] ?? 0) + (ofNetwork[category] ?? 0) - penalty;
          if (sum > (out[category] ?? -Infinity)) out[category] = sum;
          if (sum <= highest) continue;
          highest = sum;
          worst = range;
        }
      };
      if (count <= MAX_WINDOW) readRange(worst, 0);
      if (count <= SHORT) return worst;
      if (alarms.length < count) alarms = new Float64Array(count * 2);
      for (let at = 0; at < count; at += 1) {
        alarms[at] = meta.alarm[classOf(wordHash(text, at))] ?? 0;
      }
      const windows = count <= MAX_WINDOW ? 1 : MAX_WINDOWS;
      for (let read = 0; read < windows; read += 1) {
        const range = findWindow(text.tokens);
        if (range === null) break;
        alarms.fill(0, range.from, range.to);
        readRange(range, WINDOW_PENALTY);
      }
      if (highest === -Infinity) readRange(worst, 0);
      return worst;
    },
    explain(text, range, category) {
      reader.read(text, range, features);
      const shares = new Float64Array(range.to - range.from);
      for (let at = 0; at < features.count; at += 1) {
        const [first, last] = [features.first[at] ?? -1, features.last[at] ?? -1];
        if (first === -1) continue;
        const weight = table[((features.hash[at] ?? 0) & MASK) * COLUMNS + category] ?? 0;
        const share = (first === last ? weight : weight / 2) * (meta.scale[category] ?? 0);
        shares[first - range.from] = (shares[first - range.from] ?? 0) + share;
        if (first !== last) shares[last - range.from] = (shares[last - range.from] ?? 0) + share;
      }
      runNetwork(null);
      const wordShares = new Float64Array(MAX_WINDOW);
      network.explain(category, wordShares);
      wordShares.forEach((share, index) => {
        const at = (features.places[index] ?? 0) - range.from;
        if (share !== 0) shares[at] = (shares[at] ?? 0) + share;
      });
      return shares;
    },
  };
}
