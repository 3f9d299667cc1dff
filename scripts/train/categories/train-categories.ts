import { CATEGORIES } from '../../../src/service/engine/categories.ts';
import { FEATURE_BUCKETS } from '../../../src/service/engine/severity/category-weights.ts';
import type { Random } from '../random.ts';
import { shuffle } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';

const COUNT = CATEGORIES.length;
const EPOCHS = 4;
const RATE = 0.06;
const DECAY = 2e-5;
/** The share of a text's features that training leaves out, so that no single one decides. */
const DROPPED = 0.2;

/** Texts, given as features. */
export interface CategoryTexts {
  /** The features of text `n` are `features[start[n] .. start[n + 1]]`, as rows of the table. */
  start: Int32Array;
  features: Int32Array;
  /** `CATEGORIES.length` labels per text; -1 where a category isn't trained. */
  labels: Float32Array;
  weights: Float32Array;
}

export interface CategoryTable {
  table: Float32Array;
  bias: Float32Array;
}

/** A linear model per category on shared features, trained with AdaGrad. */
export function trainCategories(
  { start, features, labels, weights }: CategoryTexts,
  { random, report }: { random: Random; report: (line: string) => void },
): CategoryTable {
  const table = new Float32Array(FEATURE_BUCKETS * COUNT);
  const squares = new Float32Array(FEATURE_BUCKETS * COUNT).fill(0.3);
  const bias = new Float32Array(COUNT).fill(-2);
  const order = Int32Array.from({ length: start.length - 1 }, (_, text) => text);
  const sums = new Float64Array(COUNT);
  const gradient = new Float64Array(COUNT);
  const kept = new Int32Array(4096);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    const rate = RATE * (1 - epoch / EPOCHS) + 0.005;
    let loss = 0;
    for (const text of order) {
      const to = start[text + 1] ?? 0;
      let count = 0;
      sums.set(bias);
      for (let at = start[text] ?? 0; at < to; at += 1) {
        if (random.next() < DROPPED) continue;
        const row = (features[at] ?? 0) * COUNT;
        kept[count] = row;
        count += 1;
        for (let category = 0; category < COUNT; category += 1) {
          sums[category] = (sums[category] ?? 0) + (table[row + category] ?? 0);
        }
      }
      let isLearning = false;
      for (let category = 0; category < COUNT; category += 1) {
        const label = labels[text * COUNT + category] ?? -1;
        gradient[category] = 0;
        if (label < 0) continue;
        const p = sigmoid((sums[category] ?? 0) / (1 - DROPPED));
        loss -= label * Math.log(p + 1e-9) + (1 - label) * Math.log(1 - p + 1e-9);
        const g = (p - label) * (weights[text] ?? 1);
        // Confident predictions teach nothing. Skipping them saves most of the time.
        if (Math.abs(g) < 0.002) continue;
        isLearning = true;
        gradient[category] = g;
        bias[category] = (bias[category] ?? 0) - 0.001 * g;
      }
      if (!isLearning) continue;
      for (let at = 0; at < count; at += 1) {
        const row = kept[at] ?? 0;
        for (let category = 0; category < COUNT; category += 1) {
          const g0 = gradient[category] ?? 0;
          if (g0 === 0) continue;
          const weight = table[row + category] ?? 0;
          const g = g0 + DECAY * weight;
          const square = (squares[row + category] ?? 0) + g * g;
          squares[row + category] = square;
          table[row + category] = weight - (rate * g) / Math.sqrt(square);
        }
      }
    }
    report(`categories, epoch ${epoch + 1} of ${EPOCHS}: loss ${(loss / order.length).toFixed(4)}`);
  }
  return { table, bias };
}
