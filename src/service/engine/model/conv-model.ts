import type { Tokens } from '../normalise/tokens.ts';
import type { Kernels } from '../simd/kernels.ts';
import { createDenseLayer } from './dense-layer.ts';
import { EMBEDDING, FILTERS, HEAD_COUNT, HIDDEN, MAX_WORDS, WIDTH } from './shape.ts';
import type { Weights } from './weights.ts';

const PROJECTED = WIDTH * FILTERS;
const INPUTS = FILTERS + EMBEDDING;
/** Projections of words are fixed-point integers with this scale, within ±32: integer addition is fastest. */
const PRECISION = 1024;
const LIMIT = 32767;

const toFixedPoint = (value: number): number =>
  Math.max(-LIMIT, Math.min(LIMIT, Math.round(value * PRECISION)));

export interface ConvModel {
  /** The logits of the words `from` to `to` (exclusive; at most `MAX_WORDS`) of a message. The next call overwrites them. */
  score(tokens: Tokens, from: number, to: number): Float64Array;
}

function transposed(matrix: Float32Array, rows: number, columns: number): Float64Array {
  return Float64Array.from(
    { length: matrix.length },
    (_, at) => matrix[(at % rows) * columns + Math.floor(at / rows)] ?? 0,
  );
}

export function createConvModel({ conv, lexicon }: Weights, kernels: Kernels): ConvModel {
  const { own, hiddenBias, outBias } = conv;
  const filter = Float64Array.from(conv.filter);
  const vocabularySize = lexicon.words.length;
  const slotCount = vocabularySize + 1;
  /** Cache of each word's contribution to the filters, computed when the word first occurs. */
  const projections = kernels.allocate(Int16Array, slotCount * PROJECTED);
  const embeddings = kernels.allocate(Int16Array, slotCount * EMBEDDING);
  const isProjected = new Uint8Array(slotCount);
  /** The slot for out-of-vocabulary words and for padding before and after the text. */
  const padding = vocabularySize;
  isProjected[padding] = 1;
  const projection = new Float64Array(PROJECTED);
  const hiddenLayer = createDenseLayer(
    transposed(conv.hidden, HIDDEN, INPUTS),
    hiddenBias,
    kernels,
  );
  const outLayer = createDenseLayer(transposed(conv.out, HEAD_COUNT, HIDDEN), outBias, kernels);
  /** The slots of the words, plus one slot before the first and one after the last. */
  const slots = kernels.allocate(Int32Array, MAX_WORDS + 2);
  /** The highest response of each filter, and the sums of the words' embeddings. */
  const peaks = kernels.allocate(Int32Array, FILTERS);
  const sums = kernels.allocate(Int32Array, EMBEDDING);
  const response = { unit: 1 / PRECISION, bias: kernels.copy(Float64Array, conv.filterBias) };

  const projectWord = (id: number): void => {
    projection.fill(0);
    for (let d = 0; d < EMBEDDING; d += 1) {
      const value = (own.values[id * EMBEDDING + d] ?? 0) * (own.scales[d] ?? 0);
      embeddings[id * EMBEDDING + d] = toFixedPoint(value);
      const weights = d * PROJECTED;
      for (let p = 0; p < PROJECTED; p += 1) {
        projection[p] = (projection[p] ?? 0) + value * (filter[weights + p] ?? 0);
      }
    }
    const base = id * PROJECTED;
    for (let p = 0; p < PROJECTED; p += 1) projections[base + p] = toFixedPoint(projection[p] ?? 0);
    isProjected[id] = 1;
  };

  /** The slot of the word at `at`, which may be just outside the message. */
  const slotOf = ({ id, count }: Tokens, at: number): number => {
    const word = at < 0 || at >= count ? -1 : (id[at] ?? -1);
    if (word === -1) return padding;
    if (isProjected[word] === 0) projectWord(word);
    return word;
  };

  return {
    score(tokens, from, to) {
      const words = to - from;
      for (let at = from - 1; at <= to; at += 1) slots[at - from + 1] = slotOf(tokens, at);
      kernels.findPeaks(projections.byteOffset, slots.byteOffset, words, peaks.byteOffset);
      kernels.sumEmbeddings(
        embeddings.byteOffset,
        slots.byteOffset + Int32Array.BYTES_PER_ELEMENT,
        words,
        sums.byteOffset,
      );
      hiddenLayer.begin();
      hiddenLayer.addPositive(0, peaks, response);
      const share = 1 / Math.sqrt(words + 1) / PRECISION;
      for (let d = 0; d < EMBEDDING; d += 1) hiddenLayer.add(FILTERS + d, (sums[d] ?? 0) * share);
      const hidden = hiddenLayer.sums();
      outLayer.begin();
      for (let n = 0; n < HIDDEN; n += 1) outLayer.add(n, Math.max(0, hidden[n] ?? 0));
      return outLayer.sums();
    },
  };
}
