import { CATEGORIES, type Category } from '../../../src/service/engine/categories.ts';
import type { Weights } from '../../../src/service/engine/model/weights.ts';
import { hashText } from '../../../src/service/engine/normalise/hash.ts';
import {
  COLUMNS,
  FEATURE_BUCKETS,
  type CategoryWeights,
} from '../../../src/service/engine/severity/category-weights.ts';
import { auc } from '../calibration/metrics.ts';
import { disguisedCopies } from '../data/augment.ts';
import type { Example } from '../data/example.ts';
import { createRandom, TRAINING_SEED } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';
import { DELETE, FLAG, lowestWithin, type JudgedText } from './category-thresholds.ts';
import { encodeTexts } from './encode-texts.ts';
import { trainCategories, type CategoryTable, type CategoryTexts } from './train-categories.ts';
import { wordClasses } from './word-classes.ts';

const COUNT = CATEGORIES.length;
const MAX_BYTE = 127;
const STEPS = 400;
const RATE = 0.5;

interface Quantised {
  table: Int8Array;
  scale: number[];
}

function quantiseTable({ table }: CategoryTable): Quantised {
  const scale = Array.from({ length: COUNT }, (_, column) => {
    let highest = 0;
    for (let at = column; at < table.length; at += COUNT) {
      highest = Math.max(highest, Math.abs(table[at] ?? 0));
    }
    return highest / MAX_BYTE;
  });
  const bytes = new Int8Array(FEATURE_BUCKETS * COLUMNS);
  for (let row = 0; row < FEATURE_BUCKETS; row += 1) {
    for (let column = 0; column < COUNT; column += 1) {
      const step = scale[column] ?? 0;
      const value = table[row * COUNT + column] ?? 0;
      bytes[row * COLUMNS + column] = step === 0 ? 0 : Math.round(value / step);
    }
  }
  return { table: bytes, scale };
}

/** Each text's sums, `COUNT` per text, as the engine computes them. */
function sumsOf(
  { start, features }: CategoryTexts,
  { table, scale }: Quantised,
  bias: Float32Array,
): Float32Array {
  const sums = new Float32Array((start.length - 1) * COUNT);
  for (let text = 0; text < start.length - 1; text += 1) {
    for (let column = 0; column < COUNT; column += 1) {
      let sum = 0;
      for (let at = start[text] ?? 0; at < (start[text + 1] ?? 0); at += 1) {
        sum += table[(features[at] ?? 0) * COLUMNS + column] ?? 0;
      }
      sums[text * COUNT + column] = sum * (scale[column] ?? 0) + (bias[column] ?? 0);
    }
  }
  return sums;
}

/** Fits slope and offset of a category's sum by logistic regression. */
function fit(rows: readonly (readonly [sum: number, label: number, weight: number])[]): {
  slope: number;
  offset: number;
} {
  let [slope, offset] = [1, 0];
  const total = rows.reduce((sum, [, , weight]) => sum + weight, 0);
  for (let step = 0; step < STEPS; step += 1) {
    let [bySlope, byOffset] = [0, 0];
    for (const [sum, label, weight] of rows) {
      const g = (sigmoid(slope * sum + offset) - label) * weight;
      bySlope += g * sum;
      byOffset += g;
    }
    slope -= (RATE * bySlope) / total / 4;
    offset -= (RATE * byOffset) / total;
  }
  return { slope, offset };
}

const isLabelled = ({ categories }: Example): boolean => categories !== undefined;
const familyOf = ({ family, source }: Example): string => family ?? source;

function judge(holdout: readonly Example[], scores: (text: number, slot: number) => number): JudgedText[] {
  const sizes = new Map<string, number>();
  for (const example of holdout) {
    sizes.set(familyOf(example), (sizes.get(familyOf(example)) ?? 0) + 1);
  }
  return holdout.map((example, text) => {
    const labels = example.categories ?? {};
    return {
      scores: Object.fromEntries(
        CATEGORIES.map((category, slot) => [category, scores(text, slot)]),
      ) as Record<Category, number>,
      labels,
      family: familyOf(example),
      isHarmless: CATEGORIES.every((category) => labels[category] === 0),
      weight: example.source.startsWith('authored')
        ? 20 / (20 + (sizes.get(familyOf(example)) ?? 1))
        : 0.3,
    };
  });
}

/** Trains the categories on the labelled texts, with the base model as it is shipped. */
export function buildCategories(
  base: Weights,
  { training, holdout }: { training: readonly Example[]; holdout: readonly Example[] },
  { note, report, judged: onJudged }: { note: (line: string) => void; report: (line: string) => void; judged?: (a: readonly JudgedText[], b: readonly Example[]) => void },
): CategoryWeights {
  const { classes, alarm } = wordClasses(base);
  const byHash = new Map([...classes].map(([word, kind]) => [hashText(word), kind]));
  const classOf = (hash: number): number => byHash.get(hash) ?? 0;
  const labelled = training.filter(isLabelled);
  const random = createRandom(TRAINING_SEED + 7);
  const train = encodeTexts([...labelled, ...disguisedCopies(labelled)], {
    weights: base,
    classOf,
    random,
  });
  note(`categories: ${train.start.length - 1} texts, ${train.features.length} features`);
  const trained = trainCategories(train, { random, report });
  const quantised = quantiseTable(trained);
  const kept = holdout.filter(isLabelled);
  const test = encodeTexts(kept, { weights: base, classOf, random: null });
  const sums = sumsOf(test, quantised, trained.bias);
  const fits = CATEGORIES.map((_, slot) =>
    fit(
      kept.flatMap(({ source }, text) => {
        const label = test.labels[text * COUNT + slot] ?? -1;
        const weight = source.startsWith('authored') ? 0.3 : 1;
        return label < 0 ? [] : [[sums[text * COUNT + slot] ?? 0, label, weight] as const];
      }),
    ),
  );
  const judged = judge(kept, (text, slot) => {
    const { slope, offset } = fits[slot] ?? { slope: 1, offset: 0 };
    return sigmoid(slope * (sums[text * COUNT + slot] ?? 0) + offset);
  });
  onJudged?.(judged, kept);
  const severe: readonly Category[] = CATEGORIES.filter((category) => category !== 'insult' && category !== 'vulgarity');
  const harmful: readonly Category[] = CATEGORIES.filter((category) => category !== 'vulgarity');
  const flag = CATEGORIES.map((category) =>
    category === 'vulgarity' ? 2 : lowestWithin(judged, category, { limits: FLAG, right: harmful }),
  );
  const remove = CATEGORIES.map((category) =>
    severe.includes(category) ? lowestWithin(judged, category, { limits: DELETE, right: severe }) : 2,
  );
  CATEGORIES.forEach((category, slot) => {
    const rows = judged.filter(({ labels }) => labels[category] !== undefined);
    const area = auc(
      rows.map(({ scores }) => scores[category]),
      rows.map(({ labels }) => (labels[category] ?? 0) > 0.5),
    );
    const own = rows.filter(
      ({ labels, family }) => labels[category] === 1 && !family.startsWith('gab'),
    );
    const share = (threshold: number): string =>
      (own.filter(({ scores }) => scores[category] >= threshold).length / own.length).toFixed(2);
    note(
      `${category}: holdout AUC ${area.toFixed(3)}, ${own.length} texts, flag ${flag[slot]?.toFixed(3)} finds ${share(flag[slot] ?? 2)}, delete ${remove[slot]?.toFixed(3)} finds ${share(remove[slot] ?? 2)}`,
    );
  });
  return {
    meta: {
      slope: fits.map(({ slope }) => slope),
      offset: fits.map(({ offset }) => offset),
      bias: [...trained.bias],
      scale: quantised.scale,
      flag,
      delete: remove,
      alarm: [...alarm],
    },
    classWords: [...classes.keys()],
    classes: Uint8Array.from(classes.values()),
    table: quantised.table,
  };
}
