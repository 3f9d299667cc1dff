import { createRandom, shuffle, TRAINING_SEED } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';

const EPOCHS = 10;
const RATE = 0.25;
const LAST_RATE = 0.01;
const BIAS_RATE = 0.002;
/** Without this decay, long tails of rare letters outweigh the words that matter. */
const DECAY = 2e-3;
const FIRST_SQUARE = 0.05;
const FIRST_BIAS = -1;
const LEAST_SLOPE = 0.001;
const RARITY_SHARE = 0.25;
/** A bucket has at least this importance, and gains as much for each unit of its log-odds, up to `MAX_CONTRAST` units. */
const CONTRAST_SHARE = 0.5;
const MAX_CONTRAST = 3;
/** Number of texts that each bucket is assumed to have in addition, as toxic as the average. */
const PRIOR = 2;
const MAX_BYTE = 127;
/** One in this many weights, the largest ones, is cut off: they would cost all others their precision. */
const CUT = 5_000;

/** Texts, given as the buckets of their features. */
export interface EncodedTexts {
  start: Int32Array;
  rows: Int32Array;
  isToxic: readonly boolean[];
  weight: readonly number[];
  buckets: number;
  countsRarity: boolean;
}

export interface FittedTable {
  table: Int8Array;
  scale: number;
  bias: number;
}

/** The importance of each bucket of features. A bucket that toxic and other texts have equally often can only fit chance. */
function importancesOf(
  { start, rows, isToxic, weight, buckets, countsRarity }: EncodedTexts,
  order: Int32Array,
): Float32Array {
  const shareOf = (label: boolean): number =>
    order.reduce((sum, text) => sum + (isToxic[text] === label ? (weight[text] ?? 0) : 0), 0);
  const texts = { toxic: shareOf(true), other: shareOf(false) };
  const all = texts.toxic + texts.other;
  const counts = new Float32Array(buckets).fill(PRIOR);
  const toxic = new Float32Array(buckets).fill((PRIOR * texts.toxic) / all);
  const other = new Float32Array(buckets).fill((PRIOR * texts.other) / all);
  for (const text of order) {
    const share = weight[text] ?? 0;
    const sums = isToxic[text] === true ? toxic : other;
    const to = start[text + 1] ?? 0;
    for (let at = start[text] ?? 0; at < to; at += 1) {
      const row = rows[at] ?? 0;
      counts[row] = (counts[row] ?? 0) + 1;
      sums[row] = (sums[row] ?? 0) + share;
    }
  }
  const odds = Math.log(texts.toxic / texts.other);
  return counts.map((count, row) => {
    const rarity = countsRarity ? RARITY_SHARE * Math.max(0, Math.log(order.length / count)) : 1;
    const contrast = Math.abs(Math.log((toxic[row] ?? 1) / (other[row] ?? 1)) - odds);
    return rarity * CONTRAST_SHARE * (1 + Math.min(contrast, MAX_CONTRAST));
  });
}

function quantise(weights: Float32Array): { table: Int8Array; scale: number } {
  const sizes = weights.map(Math.abs).sort();
  const highest = sizes[sizes.length - 1 - Math.floor(sizes.length / CUT)] ?? 0;
  const scale = Math.max(highest, 1e-9) / MAX_BYTE;
  const table = Int8Array.from(weights, (weight) =>
    Math.max(-MAX_BYTE, Math.min(MAX_BYTE, Math.round(weight / scale))),
  );
  return { table, scale };
}

/** Logistic regression with AdaGrad on the texts in `order`. The weights become bytes. */
export function fitLanguage(texts: EncodedTexts, order: Int32Array): FittedTable {
  const { start, rows, isToxic, weight: weights, buckets } = texts;
  const random = createRandom(TRAINING_SEED + 11);
  const importance = importancesOf(texts, order);
  const table = new Float32Array(buckets);
  const squares = new Float32Array(buckets).fill(FIRST_SQUARE);
  const shuffled = order.slice();
  let bias = FIRST_BIAS;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(shuffled, random);
    const rate = RATE * (1 - epoch / EPOCHS) + LAST_RATE;
    for (const text of shuffled) {
      const from = start[text] ?? 0;
      const to = start[text + 1] ?? 0;
      const share = 1 / Math.sqrt(to - from + 1);
      let sum = 0;
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0;
        sum += (table[row] ?? 0) * (importance[row] ?? 0);
      }
      const label = isToxic[text] === true ? 1 : 0;
      const g = (sigmoid(sum * share + bias) - label) * (weights[text] ?? 1);
      if (Math.abs(g) < LEAST_SLOPE) continue;
      bias -= BIAS_RATE * g;
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0;
        const weight = table[row] ?? 0;
        const slope = g * share * (importance[row] ?? 0) + DECAY * weight;
        const square = (squares[row] ?? 0) + slope * slope;
        squares[row] = square;
        table[row] = weight - (rate * slope) / Math.sqrt(square);
      }
    }
  }
  return { ...quantise(table.map((weight, row) => weight * (importance[row] ?? 0))), bias };
}

/** The sum for a text, as the engine computes it. */
export function sumOf(
  { start, rows }: EncodedTexts,
  text: number,
  { table, scale, bias }: FittedTable,
): number {
  const from = start[text] ?? 0;
  const to = start[text + 1] ?? 0;
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += table[rows[at] ?? 0] ?? 0;
  return (sum * scale) / Math.sqrt(to - from + 1) + bias;
}
