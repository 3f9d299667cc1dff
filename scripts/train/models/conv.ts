import {
  EMBEDDING,
  FILTERS,
  HEAD_COUNT,
  HIDDEN,
  WIDTH,
} from '../../../src/service/engine/model/shape.ts';
import {
  EMBEDDED_GRAM_BUCKETS,
  embeddedGramBucket,
  MAX_WORDS,
  type Dataset,
} from '../data/encode.ts';
import type { Grams } from './linear.ts';
import { shuffle, type Random } from '../random.ts';
import { createAdam } from './adam.ts';
import { sigmoid } from '../sigmoid.ts';

const D = EMBEDDING;
const F = FILTERS;
const H = HEAD_COUNT;
const N = HIDDEN;
const P = WIDTH * F;
/** Number of inputs to the hidden layer: each filter's maximum response, and the mean embedding. */
const X = F + D;
const CLASSES = 4;

export interface ConvModel {
  own: Float32Array;
  gram: Float32Array;
  kind: Float32Array;
  /** Maps an embedding to its contributions to the filters as the word before, at and after the centre. */
  filter: Float32Array;
  filterBias: Float32Array;
  hidden: Float32Array;
  hiddenBias: Float32Array;
  out: Float32Array;
  outBias: Float32Array;
}

export interface ConvOptions {
  rate: number;
  wordDrop: number;
  dropout: number;
  sourceRate: number;
  headWeights: readonly number[];
}

interface Conv {
  model: ConvModel;
  /** Trains one epoch; calls back after every tenth of it. Returns the mean loss. */
  trainEpoch(rateFactor: number, onTenth: () => void): number;
  /** The logits of all texts, `HEAD_COUNT` per text, including the offset of each text's dataset. */
  predict(): Float32Array;
}

/** Embeddings, filters over three words, max pooling, and a hidden layer. */
export function createConv(
  data: Dataset,
  { gramStart, grams }: Grams,
  {
    texts,
    kinds,
    options,
    random,
    sourceCount,
  }: {
    texts: Int32Array;
    kinds: Uint8Array;
    options: ConvOptions;
    random: Random;
    sourceCount: number;
  },
): Conv {
  const vocabularySize = kinds.length;
  const init = (length: number, scale: number): Float32Array =>
    Float32Array.from({ length }, () => random.normal() * scale);
  const model: ConvModel = {
    own: init(vocabularySize * D, 0.1),
    gram: init(EMBEDDED_GRAM_BUCKETS * D, 0.1),
    kind: init(CLASSES * D, 0.1),
    filter: init(D * P, 1 / Math.sqrt(D * WIDTH)),
    filterBias: new Float32Array(F),
    hidden: init(N * X, 1 / Math.sqrt(X)),
    hiddenBias: new Float32Array(N),
    out: init(H * N, 1 / Math.sqrt(N)),
    outBias: new Float32Array(H),
  };
  model.kind.fill(0, 0, D);
  const squares = {
    own: new Float32Array(model.own.length).fill(1e-3),
    gram: new Float32Array(model.gram.length).fill(1e-3),
    kind: new Float32Array(model.kind.length).fill(1e-3),
  };
  const dense = {
    filter: createAdam(model.filter),
    filterBias: createAdam(model.filterBias),
    hidden: createAdam(model.hidden),
    hiddenBias: createAdam(model.hiddenBias),
    out: createAdam(model.out),
    outBias: createAdam(model.outBias),
  };
  const sourceBias = new Float32Array(sourceCount * H);
  const order = texts.slice();

  const embedded = new Float64Array(MAX_WORDS * D);
  const embeddedGradient = new Float32Array(MAX_WORDS * D);
  const projected = new Float64Array((MAX_WORDS + 2) * P);
  const best = new Float64Array(F);
  const winner = new Int32Array(F);
  /** A copy in double precision, with which computing is fastest. */
  const filter = Float64Array.from(model.filter);
  const x = new Float32Array(X);
  const xGradient = new Float32Array(X);
  const keep = new Float32Array(X).fill(1);
  const hidden = new Float32Array(N);
  const hiddenGradient = new Float32Array(N);
  const logits = new Float32Array(H);
  const gradient = new Float32Array(H);
  const dropped = new Uint8Array(MAX_WORDS);

  const embed = (type: number, at: number, isDropped: boolean): void => {
    const base = at * D;
    for (let d = 0; d < D; d += 1) embedded[base + d] = 0;
    // Unknown words contribute nothing, as at run time, where computing their n-grams would be too slow.
    if (type >= vocabularySize || isDropped) return;
    const first = gramStart[type] ?? 0;
    const last = gramStart[type + 1] ?? 0;
    for (let gram = first; gram < last; gram += 1) {
      const row = embeddedGramBucket(grams[gram] ?? 0) * D;
      for (let d = 0; d < D; d += 1) {
        embedded[base + d] = (embedded[base + d] ?? 0) + (model.gram[row + d] ?? 0);
      }
    }
    const share = last > first ? 1 / Math.sqrt(last - first) : 0;
    const kind = (kinds[type] ?? 0) * D;
    for (let d = 0; d < D; d += 1) {
      embedded[base + d] =
        (embedded[base + d] ?? 0) * share +
        (model.own[type * D + d] ?? 0) +
        (kind > 0 ? (model.kind[kind + d] ?? 0) : 0);
    }
  };

  /** Computes the filter contributions of embeddings. Unrolled by eight, because training spends most of its time here. */
  const project = (from: number, to: number): void => {
    for (let d = 0; d < D; d += 8) {
      const v0 = embedded[from + d] ?? 0;
      const v1 = embedded[from + d + 1] ?? 0;
      const v2 = embedded[from + d + 2] ?? 0;
      const v3 = embedded[from + d + 3] ?? 0;
      const v4 = embedded[from + d + 4] ?? 0;
      const v5 = embedded[from + d + 5] ?? 0;
      const v6 = embedded[from + d + 6] ?? 0;
      const v7 = embedded[from + d + 7] ?? 0;
      const row = d * P;
      for (let p = 0; p < P; p += 1) {
        const at = row + p;
        projected[to + p] =
          (projected[to + p] ?? 0) +
          v0 * (filter[at] ?? 0) +
          v1 * (filter[at + P] ?? 0) +
          v2 * (filter[at + 2 * P] ?? 0) +
          v3 * (filter[at + 3 * P] ?? 0) +
          v4 * (filter[at + 4 * P] ?? 0) +
          v5 * (filter[at + 5 * P] ?? 0) +
          v6 * (filter[at + 6 * P] ?? 0) +
          v7 * (filter[at + 7 * P] ?? 0);
      }
    }
  };

  const forward = (text: number, isTraining: boolean): number => {
    const from = data.wordStart[text] ?? 0;
    const count = Math.min((data.wordStart[text + 1] ?? 0) - from, MAX_WORDS);
    projected.fill(0, 0, (count + 2) * P);
    x.fill(0);
    for (let at = 0; at < count; at += 1) {
      const isDropped = isTraining && random.next() < options.wordDrop;
      dropped[at] = isDropped ? 1 : 0;
      const type = data.words[from + at] ?? 0;
      embed(type, at, isDropped);
      if (isDropped || type >= vocabularySize) continue;
      for (let d = 0; d < D; d += 1) x[F + d] = (x[F + d] ?? 0) + (embedded[at * D + d] ?? 0);
      project(at * D, (at + 1) * P);
    }
    const meanShare = 1 / Math.sqrt(count + 1);
    for (let d = 0; d < D; d += 1) x[F + d] = (x[F + d] ?? 0) * meanShare;
    best.fill(-1e9);
    for (let at = 0; at < count; at += 1) {
      const row = at * P;
      for (let f = 0; f < F; f += 1) {
        const value =
          (projected[row + f] ?? 0) +
          (projected[row + P + F + f] ?? 0) +
          (projected[row + 2 * P + 2 * F + f] ?? 0);
        if (value > (best[f] ?? 0)) {
          best[f] = value;
          winner[f] = at;
        }
      }
    }
    for (let f = 0; f < F; f += 1) {
      const value = (best[f] ?? 0) + (model.filterBias[f] ?? 0);
      if (value <= 0) winner[f] = -1;
      x[f] = value > 0 ? value : 0;
    }
    if (isTraining && options.dropout > 0) {
      const scale = 1 / (1 - options.dropout);
      for (let i = 0; i < X; i += 1) {
        keep[i] = random.next() < options.dropout ? 0 : scale;
        x[i] = (x[i] ?? 0) * (keep[i] ?? 0);
      }
    }
    for (let n = 0; n < N; n += 1) {
      let sum = model.hiddenBias[n] ?? 0;
      for (let i = 0; i < X; i += 1) sum += (model.hidden[n * X + i] ?? 0) * (x[i] ?? 0);
      hidden[n] = sum > 0 ? sum : 0;
    }
    for (let h = 0; h < H; h += 1) {
      let sum = model.outBias[h] ?? 0;
      for (let n = 0; n < N; n += 1) sum += (model.out[h * N + n] ?? 0) * (hidden[n] ?? 0);
      logits[h] = sum;
    }
    return count;
  };

  const backwardDense = (): void => {
    hiddenGradient.fill(0);
    for (let h = 0; h < H; h += 1) {
      const g = gradient[h] ?? 0;
      if (g === 0) continue;
      dense.outBias.gradient[h] = (dense.outBias.gradient[h] ?? 0) + g;
      for (let n = 0; n < N; n += 1) {
        const at = h * N + n;
        dense.out.gradient[at] = (dense.out.gradient[at] ?? 0) + g * (hidden[n] ?? 0);
        hiddenGradient[n] = (hiddenGradient[n] ?? 0) + g * (model.out[at] ?? 0);
      }
    }
    xGradient.fill(0);
    for (let n = 0; n < N; n += 1) {
      const g = hiddenGradient[n] ?? 0;
      if ((hidden[n] ?? 0) <= 0 || g === 0) continue;
      dense.hiddenBias.gradient[n] = (dense.hiddenBias.gradient[n] ?? 0) + g;
      for (let i = 0; i < X; i += 1) {
        const at = n * X + i;
        dense.hidden.gradient[at] = (dense.hidden.gradient[at] ?? 0) + g * (x[i] ?? 0);
        xGradient[i] = (xGradient[i] ?? 0) + g * (model.hidden[at] ?? 0);
      }
    }
  };

  const backwardFilters = (count: number): void => {
    embeddedGradient.fill(0, 0, count * D);
    const meanShare = 1 / Math.sqrt(count + 1);
    for (let d = 0; d < D; d += 1) {
      const g = (xGradient[F + d] ?? 0) * (keep[F + d] ?? 1) * meanShare;
      if (g !== 0) for (let at = 0; at < count; at += 1) embeddedGradient[at * D + d] = g;
    }
    for (let f = 0; f < F; f += 1) {
      const middle = winner[f] ?? -1;
      const g = (xGradient[f] ?? 0) * (keep[f] ?? 1);
      if (middle < 0 || g === 0) continue;
      dense.filterBias.gradient[f] = (dense.filterBias.gradient[f] ?? 0) + g;
      for (let k = 0; k < WIDTH; k += 1) {
        const at = middle + k - 1;
        if (at < 0 || at >= count) continue;
        const column = k * F + f;
        for (let d = 0; d < D; d += 1) {
          const weight = d * P + column;
          const here = at * D + d;
          dense.filter.gradient[weight] =
            (dense.filter.gradient[weight] ?? 0) + g * (embedded[here] ?? 0);
          embeddedGradient[here] = (embeddedGradient[here] ?? 0) + g * (filter[weight] ?? 0);
        }
      }
    }
  };

  const updateRow = (
    rows: Float32Array,
    sums: Float32Array,
    { row, at, factor }: { row: number; at: number; factor: number },
  ): void => {
    for (let d = 0; d < D; d += 1) {
      const g = (embeddedGradient[at + d] ?? 0) * factor;
      const sum = (sums[row + d] ?? 0) + g * g;
      sums[row + d] = sum;
      rows[row + d] = (rows[row + d] ?? 0) - (embeddingRate * g) / Math.sqrt(sum);
    }
  };
  let embeddingRate = 0.05;

  const updateEmbeddings = (text: number, count: number): void => {
    const from = data.wordStart[text] ?? 0;
    for (let at = 0; at < count; at += 1) {
      const type = data.words[from + at] ?? 0;
      if (type >= vocabularySize || dropped[at] === 1) continue;
      const first = gramStart[type] ?? 0;
      const last = gramStart[type + 1] ?? 0;
      const share = last > first ? 1 / Math.sqrt(last - first) : 0;
      for (let gram = first; gram < last; gram += 1) {
        updateRow(model.gram, squares.gram, {
          row: embeddedGramBucket(grams[gram] ?? 0) * D,
          at: at * D,
          factor: share,
        });
      }
      updateRow(model.own, squares.own, { row: type * D, at: at * D, factor: 1 });
      const kind = kinds[type] ?? 0;
      if (kind > 0) updateRow(model.kind, squares.kind, { row: kind * D, at: at * D, factor: 1 });
    }
  };

  const BATCH = 8;
  return {
    model,
    trainEpoch(rateFactor, onTenth) {
      const stretch = Math.ceil(order.length / 10);
      shuffle(order, random);
      embeddingRate = options.rate * 20 * rateFactor;
      let loss = 0;
      let done = 0;
      for (const text of order) {
        const count = forward(text, true);
        const biasAt = (data.sources[text] ?? 0) * H;
        for (let head = 0; head < H; head += 1) {
          const label = data.labels[text * H + head] ?? -1;
          gradient[head] = 0;
          if (label < 0) continue;
          const p = sigmoid((logits[head] ?? 0) + (sourceBias[biasAt + head] ?? 0));
          if (head === 0) loss -= label * Math.log(p + 1e-9) + (1 - label) * Math.log(1 - p + 1e-9);
          const weight = data.weights[text * H + head] ?? 1;
          const g = (p - label) * weight * (options.headWeights[head] ?? 1);
          gradient[head] = g;
          sourceBias[biasAt + head] = (sourceBias[biasAt + head] ?? 0) - options.sourceRate * g;
        }
        backwardDense();
        backwardFilters(count);
        updateEmbeddings(text, count);
        done += 1;
        if (done % BATCH === 0) {
          for (const part of Object.values(dense)) part.step(options.rate * rateFactor);
          filter.set(model.filter);
        }
        if (done % stretch === 0) onTenth();
      }
      return loss / order.length;
    },
    predict() {
      filter.set(model.filter);
      const result = new Float32Array(data.count * H);
      for (let text = 0; text < data.count; text += 1) {
        forward(text, false);
        const biasAt = (data.sources[text] ?? 0) * H;
        for (let head = 0; head < H; head += 1) {
          result[text * H + head] = (logits[head] ?? 0) + (sourceBias[biasAt + head] ?? 0);
        }
      }
      return result;
    },
  };
}
