import { CATEGORIES } from '../../../src/service/engine/categories.ts';
import {
  DIMENSIONS,
  HIDDEN,
  INPUTS,
  type NetworkWeights,
} from '../../../src/service/engine/severity/network-weights.ts';
import { MAX_WINDOW } from '../../../src/service/engine/severity/features.ts';
import { shuffle, type Random } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';
import { createAdam } from '../models/adam.ts';
import { createCellLayer, ALL_CELLS } from './cell-layer.ts';
import { SIMILAR } from './similar-words.ts';

const D = DIMENSIONS;
const COUNT = CATEGORIES.length;
/** The share of words that are replaced with a similar one, for more variety. */
const REPLACED = 0.15;
const EPOCHS = 4;
const BATCH = 64;
const RATE = 0.0015;
const LAST_RATE = 0.25;
/** Word embeddings learn with AdaGrad, because most words are rare. */
const WORD_RATE = 0.03;
/** The share of words whose own embedding is left out, so that a word's class matters, too. */
const WITHOUT_OWN = 0.25;
const WITHOUT_BASE = 0.2;
/** The share of cells that training leaves out. */
const DROPPED = 0.3;
/** Texts, given as rows of the vocabulary. */
export interface NetworkTexts {
  /** The words of text `n` are `words[start[n] .. start[n + 1]]`. */
  start: Int32Array;
  words: Int32Array;
  /** `INPUTS - ALL_CELLS` numbers per text: the base model's scores as inputs. */
  base: Float32Array;
  /** `CATEGORIES.length` labels per text; -1 where a category isn't trained. */
  labels: Float32Array;
  weights: Float32Array;
}

/** The words' initial vectors, and their classes (0: none). */
export interface NetworkWords {
  /** `DIMENSIONS` numbers per word. */
  own: Float32Array;
  classes: Uint8Array;
  classCount: number;
  /** `SIMILAR` rows per word, the possible replacements; -1 if there are fewer. */
  similar: Int32Array;
}

export interface TrainedNetwork extends Omit<NetworkWeights, 'words' | 'own'> {
  /** One embedding per word, with that of its class added. */
  own: Float32Array;
}

/** Trains the word network on texts with a label per category. */
export function trainNetwork(
  { start, words, base, labels, weights }: NetworkTexts,
  { own, classes, classCount, similar }: NetworkWords,
  { random, report }: { random: Random; report: (line: string) => void },
): TrainedNetwork {
  const init = (length: number, scale: number): Float32Array =>
    Float32Array.from({ length }, () => random.normal() * scale);
  const kind = init((classCount + 1) * D, 0.35).fill(0, 0, D);
  const squares = { own: new Float32Array(own.length), kind: new Float32Array(kind.length) };
  squares.own.fill(0.01);
  squares.kind.fill(0.01);
  const cells = createCellLayer(init);
  const hidden = createAdam(init(INPUTS * HIDDEN, 1 / Math.sqrt(INPUTS)));
  const hiddenBias = createAdam(new Float32Array(HIDDEN));
  const out = createAdam(init(COUNT * HIDDEN, 1 / Math.sqrt(HIDDEN)));
  const outBias = createAdam(new Float32Array(COUNT).fill(-3));
  const layers = [cells.weights, cells.bias, hidden, hiddenBias, out, outBias];

  let length = 0;
  const embedded = new Float64Array(MAX_WINDOW * D);
  /** The text's words, after this epoch's replacements. */
  const read = new Int32Array(MAX_WINDOW);
  const hasOwn = new Uint8Array(MAX_WINDOW);
  const inputs = new Float64Array(INPUTS);
  const hiddenValues = new Float64Array(HIDDEN);
  const hiddenGradient = new Float64Array(HIDDEN);
  const sums = new Float64Array(COUNT);
  const gradient = new Float64Array(COUNT);

  const replaced = (word: number): number => {
    if (random.next() >= REPLACED) return word;
    const other = similar[word * SIMILAR + Math.floor(random.next() * SIMILAR)] ?? -1;
    return other === -1 ? word : other;
  };

  const forward = (text: number): void => {
    const from = start[text] ?? 0;
    length = (start[text + 1] ?? 0) - from;
    for (let at = 0; at < length; at += 1) {
      const word = replaced(words[from + at] ?? 0);
      read[at] = word;
      const ownRow = word * D;
      const kindRow = (classes[word] ?? 0) * D;
      hasOwn[at] = random.next() < WITHOUT_OWN ? 0 : 1;
      for (let d = 0; d < D; d += 1) {
        embedded[at * D + d] =
          (hasOwn[at] === 1 ? (own[ownRow + d] ?? 0) : 0) + (kind[kindRow + d] ?? 0);
      }
    }
    cells.read(embedded, length);
    for (let input = 0; input < INPUTS; input += 1) {
      const isDropped = input < ALL_CELLS && random.next() < DROPPED;
      const value =
        input < ALL_CELLS
          ? (cells.peaks[input] ?? 0) / (1 - DROPPED)
          : (base[text * (INPUTS - ALL_CELLS) + input - ALL_CELLS] ?? 0);
      inputs[input] = isDropped ? 0 : value;
    }
    if (random.next() < WITHOUT_BASE) inputs.fill(0, ALL_CELLS);
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

  /** Computes the gradients of one text from those of its sums, and applies the words' gradients at once. */
  const backward = (): void => {
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
      if (input < ALL_CELLS && g !== 0) cells.addGradient(input, g / (1 - DROPPED));
    }
    for (let at = 0; at < length; at += 1) {
      const word = read[at] ?? 0;
      const kindOfWord = classes[word] ?? 0;
      const wordGradient = cells.backThroughWord(at);
      for (let d = 0; d < D; d += 1) {
        const g = wordGradient[d] ?? 0;
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
        // Confident predictions teach nothing. Skipping them saves most of the time.
        if (Math.abs(g) < 0.004) continue;
        isLearning = true;
        gradient[category] = g;
      }
      if (isLearning) backward();
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
    cells: cells.weights.values,
    cellBias: cells.bias.values,
    hidden: hidden.values,
    hiddenBias: hiddenBias.values,
    out: out.values,
    outBias: outBias.values,
  };
}

/** Takes one step of AdaGrad for one number. */
function learn(
  values: Float32Array,
  squares: Float32Array,
  { at, gradient }: { at: number; gradient: number },
): void {
  const square = (squares[at] ?? 0) + gradient * gradient;
  squares[at] = square;
  values[at] = (values[at] ?? 0) - (WORD_RATE * gradient) / Math.sqrt(square);
}
