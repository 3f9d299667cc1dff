import { createDenseLayer } from './dense-layer.ts';
import { NO_RESPONSE, PRECISION, raisePeaks, toFixedPoint } from './filter-peaks.ts';
import type { Tokens } from '../normalise/tokens.ts';
import { EMBEDDING, FILTERS, HEAD_COUNT, HIDDEN, WIDTH } from './shape.ts';
import type { Weights } from './weights.ts';

const PROJECTED = WIDTH * FILTERS;
const INPUTS = FILTERS + EMBEDDING;

/** The maximum response of each filter over a range of words, and the sum of their embeddings. */
export interface WordWindow {
  peaks: Int32Array;
  sum: Int32Array;
  words: number;
}

export function createWordWindow(): WordWindow {
  return { peaks: new Int32Array(FILTERS), sum: new Int32Array(EMBEDDING), words: 0 };
}

export function clearWordWindow(window: WordWindow): void {
  window.peaks.fill(NO_RESPONSE);
  window.sum.fill(0);
  window.words = 0;
}

export interface ConvModel {
  /** Must be called once per message, before `read`. */
  begin(tokens: Tokens): void;
  /** Adds words `from` to `to` (exclusive) of the message to `window`. */
  read(from: number, to: number, window: WordWindow): void;
  /** Writes the window's logits to `out`. */
  score(window: WordWindow, out: Float32Array): void;
}

function transposed(matrix: Float32Array, rows: number, columns: number): Float64Array {
  return Float64Array.from(
    { length: matrix.length },
    (_, at) => matrix[(at % rows) * columns + Math.floor(at / rows)] ?? 0,
  );
}

export function createConvModel({ conv, lexicon }: Weights): ConvModel {
  const { own, filterBias, hiddenBias, outBias } = conv;
  const filter = Float64Array.from(conv.filter);
  const hidden = transposed(conv.hidden, HIDDEN, INPUTS);
  const out = transposed(conv.out, HEAD_COUNT, HIDDEN);
  const vocabularySize = lexicon.words.length;
  const slotCount = vocabularySize + 1;
  /** Cache: each word's contribution to the filters, computed when the word first occurs. */
  const projections = new Int16Array(slotCount * PROJECTED);
  const embeddings = new Int16Array(slotCount * EMBEDDING);
  const isProjected = new Uint8Array(vocabularySize);
  /** The slot for out-of-vocabulary words and for padding before and after the text. */
  const padding = vocabularySize;
  const embedding = new Float64Array(EMBEDDING);
  const projection = new Float64Array(PROJECTED);
  const hiddenLayer = createDenseLayer(hidden, hiddenBias);
  const hiddenValues = new Float64Array(HIDDEN);
  const logits = new Float64Array(HEAD_COUNT);
  /** Offset of each word's projections, with padding before and after the text. */
  let starts = new Int32Array(4096);
  /** Offset of each word's embedding. */
  let rows = new Int32Array(4096);

  const project = (slot: number): void => {
    projection.fill(0);
    for (let d = 0; d < EMBEDDING; d += 1) {
      const value = embedding[d] ?? 0;
      embeddings[slot * EMBEDDING + d] = toFixedPoint(value);
      const weights = d * PROJECTED;
      for (let p = 0; p < PROJECTED; p += 1) {
        projection[p] = (projection[p] ?? 0) + value * (filter[weights + p] ?? 0);
      }
    }
    const base = slot * PROJECTED;
    for (let p = 0; p < PROJECTED; p += 1) projections[base + p] = toFixedPoint(projection[p] ?? 0);
  };

  const projectWord = (id: number): void => {
    const row = id * EMBEDDING;
    for (let d = 0; d < EMBEDDING; d += 1) {
      embedding[d] = (own.values[row + d] ?? 0) * (own.scales[d] ?? 0);
    }
    project(id);
    isProjected[id] = 1;
  };

  return {
    begin(tokens) {
      if (starts.length < tokens.count + 2) {
        starts = new Int32Array(tokens.count * 2 + 2);
        rows = new Int32Array(tokens.count * 2);
      }
      starts[0] = padding * PROJECTED;
      for (let at = 0; at < tokens.count; at += 1) {
        const id = tokens.id[at] ?? -1;
        if (id !== -1 && isProjected[id] === 0) projectWord(id);
        const slot = id === -1 ? padding : id;
        starts[at + 1] = slot * PROJECTED;
        rows[at] = slot * EMBEDDING;
      }
      starts[tokens.count + 1] = padding * PROJECTED;
    },
    read(from, to, window) {
      const { peaks, sum } = window;
      raisePeaks({ projections, starts }, peaks, from, to);
      // Four at a time in local variables, as the filters.
      for (let d = 0; d < EMBEDDING; d += 4) {
        let a = sum[d] ?? 0;
        let b = sum[d + 1] ?? 0;
        let c = sum[d + 2] ?? 0;
        let e = sum[d + 3] ?? 0;
        for (let at = from; at < to; at += 1) {
          const row = (rows[at] ?? 0) + d;
          a += embeddings[row] ?? 0;
          b += embeddings[row + 1] ?? 0;
          c += embeddings[row + 2] ?? 0;
          e += embeddings[row + 3] ?? 0;
        }
        sum[d] = a;
        sum[d + 1] = b;
        sum[d + 2] = c;
        sum[d + 3] = e;
      }
      window.words += to - from;
    },
    score({ peaks, sum, words }, result) {
      hiddenLayer.begin();
      for (let f = 0; f < FILTERS; f += 1) {
        const response = (peaks[f] ?? 0) / PRECISION + (filterBias[f] ?? 0);
        if (response > 0) hiddenLayer.add(f, response);
      }
      const share = 1 / Math.sqrt(words + 1) / PRECISION;
      for (let d = 0; d < EMBEDDING; d += 1) hiddenLayer.add(FILTERS + d, (sum[d] ?? 0) * share);
      hiddenLayer.writeTo(hiddenValues);
      logits.set(outBias);
      for (let n = 0; n < HIDDEN; n += 1) {
        const value = hiddenValues[n] ?? 0;
        if (value <= 0) continue;
        for (let h = 0; h < HEAD_COUNT; h += 1) {
          logits[h] = (logits[h] ?? 0) + value * (out[n * HEAD_COUNT + h] ?? 0);
        }
      }
      result.set(logits);
    },
  };
}
