import { CATEGORIES } from '../../../src/service/engine/categories.ts';
import {
  DIMENSIONS,
  FILTERS,
  HIDDEN,
  INPUTS,
  type NetworkWeights,
} from '../../../src/service/engine/severity/network-weights.ts';
import { shuffle, type Random } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';
import { createAdam } from '../models/adam.ts';

const D = DIMENSIONS;
const F = FILTERS;
const P = 3 * F;
const COUNT = CATEGORIES.length;
const EPOCHS = 5;
const BATCH = 64;
const RATE = 0.0015;
const LAST_RATE = 0.25;
/** Words learn with AdaGrad: most are rare. */
const WORD_RATE = 0.03;
/** The share of words whose own embedding is left out, so that the class of a word matters, too. */
const WITHOUT_OWN = 0.25;
const WITHOUT_BASE = 0.2;
/** Of the hidden layer's inputs. */
const DROPPED = 0.3;

/** Texts as rows of the vocabulary. */
export interface NetworkTexts {
  /** The words of text `n` are `words[start[n] .. start[n + 1]]`. */
  start: Int32Array;
  words: Int32Array;
  /** `INPUTS - FILTERS` per text: what the base model says, as inputs. */
  base: Float32Array;
  /** `CATEGORIES.length` per text; -1 where a category isn't trained. */
  labels: Float32Array;
  weights: Float32Array;
}

/** What the words are at the beginning, and their classes (0: none). */
export interface NetworkWords {
  /** `DIMENSIONS` per word. */
  own: Float32Array;
  classes: Uint8Array;
  classCount: number;
}

export interface TrainedNetwork extends Omit<NetworkWeights, 'words' | 'own'> {
  /** Per word, its class included. */
  own: Float32Array;
}

/** Trains the network of words on texts, with a label per category and text. */
export function trainNetwork(
  { start, words, base, labels, weights }: NetworkTexts,
  { own, classes, classCount }: NetworkWords,
  { random, report }: { random: Random; report: (line: string) => void },
): TrainedNetwork {
  const init = (length: number, scale: number): Float32Array =>
    Float32Array.from({ length }, () => random.normal() * scale);
  const kind = init((classCount + 1) * D, 0.35).fill(0, 0, D);
  const squares = { own: new Float32Array(own.length), kind: new Float32Array(kind.length) };
  squares.own.fill(0.01);
  squares.kind.fill(0.01);
  const filter = createAdam(init(D * P, 1 / Math.sqrt(3 * D)));
  const filterBias = createAdam(new Float32Array(F));
  const hidden = createAdam(init(INPUTS * HIDDEN, 1 / Math.sqrt(INPUTS)));
  const hiddenBias = createAdam(new Float32Array(HIDDEN));
  const out = createAdam(init(COUNT * HIDDEN, 1 / Math.sqrt(HIDDEN)));
  const outBias = createAdam(new Float32Array(COUNT).fill(-3));
  const layers = [filter, filterBias, hidden, hiddenBias, out, outBias];

  let length = 0;
  let embedded = new Float64Array(64 * D);
  let embeddedGradient = new Float64Array(64 * D);
  const hasOwn = new Uint8Array(64);
  const response = new Float64Array(P);
  let projected = new Float64Array(64 * P);
  const peaks = new Float64Array(F);
  const peakAt = new Int32Array(F);
  const inputs = new Float64Array(INPUTS);
  const isKept = new Uint8Array(INPUTS);
  const hiddenValues = new Float64Array(HIDDEN);
  const hiddenGradient = new Float64Array(HIDDEN);
  const sums = new Float64Array(COUNT);
  const gradient = new Float64Array(COUNT);

  const forward = (text: number): void => {
    const from = start[text] ?? 0;
    length = (start[text + 1] ?? 0) - from;
    if (hasOwn.length < length) throw new RangeError('a text has more words than a window');
    for (let at = 0; at < length; at += 1) {
      const word = words[from + at] ?? 0;
      const ownRow = word * D;
      const kindRow = (classes[word] ?? 0) * D;
      hasOwn[at] = random.next() < WITHOUT_OWN ? 0 : 1;
      response.fill(0);
      for (let d = 0; d < D; d += 1) {
        const value = (hasOwn[at] === 1 ? (own[ownRow + d] ?? 0) : 0) + (kind[kindRow + d] ?? 0);
        embedded[at * D + d] = value;
        const row = d * P;
        for (let p = 0; p < P; p += 1) {
          response[p] = (response[p] ?? 0) + value * (filter.values[row + p] ?? 0);
        }
      }
      projected.set(response, at * P);
    }
    peaks.fill(-Infinity);
    for (let at = 0; at < length; at += 1) {
      for (let f = 0; f < F; f += 1) {
        let sum = projected[at * P + F + f] ?? 0;
        if (at > 0) sum += projected[(at - 1) * P + f] ?? 0;
        if (at < length - 1) sum += projected[(at + 1) * P + 2 * F + f] ?? 0;
        if (sum > (peaks[f] ?? 0)) {
          peaks[f] = sum;
          peakAt[f] = at;
        }
      }
    }
    for (let input = 0; input < INPUTS; input += 1) {
      isKept[input] = input < F && random.next() < DROPPED ? 0 : 1;
      const value =
        input < F
          ? Math.max(0, (peaks[input] ?? 0) + (filterBias.values[input] ?? 0)) / (1 - DROPPED)
          : (base[text * (INPUTS - F) + input - F] ?? 0);
      inputs[input] = isKept[input] === 1 ? value : 0;
    }
    if (random.next() < WITHOUT_BASE) inputs.fill(0, F);
    hiddenValues.set(hiddenBias.values);
    for (let input = 0; input < INPUTS; input += 1) {
      const value = inputs[input] ?? 0;
      if (value === 0) continue;
      for (let n = 0; n < HIDDEN; n += 1) {
        hiddenValues[n] = (hiddenValues[n] ?? 0) + value * (hidden.values[input * HIDDEN + n] ?? 0);
      }
    }
    for (let category = 0; category < COUNT; category += 1) {
      let sum = outBias.values[category] ?? 0;
      for (let n = 0; n < HIDDEN; n += 1) {
        sum += Math.max(0, hiddenValues[n] ?? 0) * (out.values[category * HIDDEN + n] ?? 0);
      }
      sums[category] = sum;
    }
  };

  /** The gradients of one text, from those of its sums; the words' are applied at once. */
  const backward = (text: number): void => {
    hiddenGradient.fill(0);
    for (let category = 0; category < COUNT; category += 1) {
      const g = gradient[category] ?? 0;
      if (g === 0) continue;
      outBias.gradient[category] = (outBias.gradient[category] ?? 0) + g;
      for (let n = 0; n < HIDDEN; n += 1) {
        const value = hiddenValues[n] ?? 0;
        if (value <= 0) continue;
        const at = category * HIDDEN + n;
        out.gradient[at] = (out.gradient[at] ?? 0) + g * value;
        hiddenGradient[n] = (hiddenGradient[n] ?? 0) + g * (out.values[at] ?? 0);
      }
    }
    for (let n = 0; n < HIDDEN; n += 1) {
      hiddenBias.gradient[n] = (hiddenBias.gradient[n] ?? 0) + (hiddenGradient[n] ?? 0);
    }
    embeddedGradient.fill(0, 0, length * D);
    for (let input = 0; input < INPUTS; input += 1) {
      const value = inputs[input] ?? 0;
      if (value === 0) continue;
      let g = 0;
      for (let n = 0; n < HIDDEN; n += 1) {
        const at = input * HIDDEN + n;
        const own = hiddenGradient[n] ?? 0;
        if (own === 0) continue;
        hidden.gradient[at] = (hidden.gradient[at] ?? 0) + own * value;
        g += own * (hidden.values[at] ?? 0);
      }
      if (input >= F) continue;
      g /= 1 - DROPPED;
      filterBias.gradient[input] = (filterBias.gradient[input] ?? 0) + g;
      const centre = peakAt[input] ?? 0;
      for (let place = 0; place < 3; place += 1) {
        const at = centre + place - 1;
        if (at < 0 || at >= length) continue;
        for (let d = 0; d < D; d += 1) {
          const weight = d * P + place * F + input;
          filter.gradient[weight] =
            (filter.gradient[weight] ?? 0) + g * (embedded[at * D + d] ?? 0);
          embeddedGradient[at * D + d] =
            (embeddedGradient[at * D + d] ?? 0) + g * (filter.values[weight] ?? 0);
        }
      }
    }
    const from = start[text] ?? 0;
    for (let at = 0; at < length; at += 1) {
      const word = words[from + at] ?? 0;
      const kindOfWord = classes[word] ?? 0;
      for (let d = 0; d < D; d += 1) {
        const g = embeddedGradient[at * D + d] ?? 0;
        if (g === 0) continue;
        if (hasOwn[at] === 1) learn(own, squares.own, { at: word * D + d, gradient: g });
        if (kindOfWord > 0) learn(kind, squares.kind, { at: kindOfWord * D + d, gradient: g });
      }
    }
  };

  const order = Int32Array.from({ length: start.length - 1 }, (_, text) => text);
  const batches = Math.ceil(order.length / BATCH) * EPOCHS;
  let batch = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    let loss = 0;
    order.forEach((text, index) => {
      forward(text);
      let isLearning = false;
      for (let category = 0; category < COUNT; category += 1) {
        const label = labels[text * COUNT + category] ?? -1;
        gradient[category] = 0;
        if (label < 0) continue;
        const p = sigmoid(sums[category] ?? 0);
        loss -= label * Math.log(p + 1e-9) + (1 - label) * Math.log(1 - p + 1e-9);
        const g = (p - label) * (weights[text] ?? 1);
        // What is known already teaches nothing, and skipping it saves most of the time.
        if (Math.abs(g) < 0.004) continue;
        isLearning = true;
        gradient[category] = g;
      }
      if (isLearning) backward(text);
      if ((index + 1) % BATCH !== 0 && index + 1 !== order.length) return;
      const rate = RATE * (1 - (1 - LAST_RATE) * (batch / batches));
      for (const layer of layers) {
        for (let at = 0; at < layer.gradient.length; at += 1) {
          layer.gradient[at] = (layer.gradient[at] ?? 0) / BATCH;
        }
        layer.step(rate);
      }
      batch += 1;
    });
    report(`network, epoch ${epoch + 1} of ${EPOCHS}: loss ${(loss / order.length).toFixed(4)}`);
  }
  return {
    own: own.map(
      (value, at) => value + (kind[(classes[Math.floor(at / D)] ?? 0) * D + (at % D)] ?? 0),
    ),
    filter: filter.values,
    filterBias: filterBias.values,
    hidden: hidden.values,
    hiddenBias: hiddenBias.values,
    out: out.values,
    outBias: outBias.values,
  };
}

/** One step of AdaGrad for one number. */
function learn(
  values: Float32Array,
  squares: Float32Array,
  { at, gradient }: { at: number; gradient: number },
): void {
  const square = (squares[at] ?? 0) + gradient * gradient;
  squares[at] = square;
  values[at] = (values[at] ?? 0) - (WORD_RATE * gradient) / Math.sqrt(square);
}
