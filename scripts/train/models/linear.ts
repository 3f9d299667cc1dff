import { GRAM_BUCKETS, HEAD_COUNT, PAIR_BUCKETS } from '../../../src/service/engine/model/shape.ts';
import { gramBucket, type Dataset } from '../data/encode.ts';
import { shuffle, type Random } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';

export interface Grams {
  gramStart: Int32Array;
  grams: Int32Array;
}

/** Rows with one weight per head, for vocabulary words, letter n-grams and word pairs. */
export interface LinearModel {
  own: Float32Array;
  gram: Float32Array;
  pair: Float32Array;
  bias: Float32Array;
}

export interface LinearOptions {
  epochs: number;
  rate: number;
  /** The share of vocabulary words that training treats as unknown, so that their n-grams learn, too. */
  wordDrop: number;
  /** The weight of a word pair relative to that of a word. */
  pairFactor: number;
  /** The learning rate of the datasets' offsets: low, so that they learn only what words can't explain. */
  sourceRate: number;
  decay: number;
  headWeights: readonly number[];
}

interface Linear {
  model: LinearModel;
  /** Trains one epoch; calls back after every tenth of it. Returns the mean loss. */
  trainEpoch(rate: number, onTenth: () => void): number;
  /** The logits of all texts, `HEAD_COUNT` per text, including the offset of each text's dataset. */
  predict(): Float32Array;
}

/** A multi-head linear model over words, letter n-grams and word pairs, trained with AdaGrad. */
export function createLinear(
  data: Dataset,
  { gramStart, grams }: Grams,
  {
    texts,
    vocabularySize,
    options,
    random,
    sourceCount,
  }: {
    texts: Int32Array;
    vocabularySize: number;
    options: LinearOptions;
    random: Random;
    sourceCount: number;
  },
): Linear {
  const H = HEAD_COUNT;
  const model: LinearModel = {
    own: new Float32Array(vocabularySize * H),
    gram: new Float32Array(GRAM_BUCKETS * H),
    pair: new Float32Array(PAIR_BUCKETS * H),
    bias: new Float32Array(H),
  };
  const squares = {
    own: new Float32Array(model.own.length).fill(0.1),
    gram: new Float32Array(model.gram.length).fill(0.1),
    pair: new Float32Array(model.pair.length).fill(0.1),
  };
  const sourceBias = new Float32Array(sourceCount * H);
  const order = texts.slice();
  const logits = new Float64Array(H);
  const gradient = new Float64Array(H);
  const dropped = new Uint8Array(1024);

  const addRow = (rows: Float32Array, row: number, factor: number): void => {
    const at = row * H;
    for (let head = 0; head < H; head += 1) {
      logits[head] = (logits[head] ?? 0) + factor * (rows[at + head] ?? 0);
    }
  };
  const updateRow = (
    rows: Float32Array,
    sums: Float32Array,
    { row, factor, rate }: { row: number; factor: number; rate: number },
  ): void => {
    const at = row * H;
    for (let head = 0; head < H; head += 1) {
      const g0 = gradient[head] ?? 0;
      if (g0 === 0) continue;
      const weight = rows[at + head] ?? 0;
      const g = g0 * factor + options.decay * weight;
      const sum = (sums[at + head] ?? 0) + g * g;
      sums[at + head] = sum;
      rows[at + head] = weight - (rate * g) / Math.sqrt(sum);
    }
  };

  const forward = (text: number, isTraining: boolean): void => {
    const from = data.wordStart[text] ?? 0;
    const to = data.wordStart[text + 1] ?? 0;
    logits.set(model.bias);
    for (let at = from; at < to; at += 1) {
      const type = data.words[at] ?? 0;
      const isDropped = isTraining && random.next() < options.wordDrop;
      dropped[at - from] = isDropped ? 1 : 0;
      if (type < vocabularySize && !isDropped) addRow(model.own, type, 1);
      const first = gramStart[type] ?? 0;
      const last = gramStart[type + 1] ?? 0;
      const share = 1 / Math.sqrt(last - first + 1);
      for (let gram = first; gram < last; gram += 1) {
        addRow(model.gram, gramBucket(grams[gram] ?? 0), share);
      }
    }
    const lastPair = data.pairStart[text + 1] ?? 0;
    for (let at = data.pairStart[text] ?? 0; at < lastPair; at += 1) {
      addRow(model.pair, data.pairs[at] ?? 0, options.pairFactor);
    }
  };

  const backward = (text: number, rate: number): void => {
    const from = data.wordStart[text] ?? 0;
    const to = data.wordStart[text + 1] ?? 0;
    for (let at = from; at < to; at += 1) {
      const type = data.words[at] ?? 0;
      if (type < vocabularySize && dropped[at - from] === 0) {
        updateRow(model.own, squares.own, { row: type, factor: 1, rate });
      }
      const first = gramStart[type] ?? 0;
      const last = gramStart[type + 1] ?? 0;
      const share = 1 / Math.sqrt(last - first + 1);
      for (let gram = first; gram < last; gram += 1) {
        updateRow(model.gram, squares.gram, {
          row: gramBucket(grams[gram] ?? 0),
          factor: share,
          rate,
        });
      }
    }
    const lastPair = data.pairStart[text + 1] ?? 0;
    for (let at = data.pairStart[text] ?? 0; at < lastPair; at += 1) {
      updateRow(model.pair, squares.pair, {
        row: data.pairs[at] ?? 0,
        factor: options.pairFactor,
        rate,
      });
    }
  };

  return {
    model,
    trainEpoch(rate, onTenth) {
      const stretch = Math.ceil(order.length / 10);
      let done = 0;
      shuffle(order, random);
      let loss = 0;
      for (const text of order) {
        forward(text, true);
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
          model.bias[head] = (model.bias[head] ?? 0) - 0.002 * g;
          sourceBias[biasAt + head] =
            (sourceBias[biasAt + head] ?? 0) * 0.99999 - options.sourceRate * g;
        }
        backward(text, rate);
        done += 1;
        if (done % stretch === 0) onTenth();
      }
      return loss / order.length;
    },
    predict() {
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
