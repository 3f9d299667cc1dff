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
import type { Split } from '../data/split.ts';
import { createRandom, TRAINING_SEED } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';
import {
  chooseCategoryThresholds,
  NEVER,
  SUPPORT,
  type JudgedText,
} from './category-thresholds.ts';
import { encodeTexts } from './encode-texts.ts';
import { trainCategories, type CategoryTable, type CategoryTexts } from './train-categories.ts';
import { wordClasses } from './word-classes.ts';

const COUNT = CATEGORIES.length;
const MAX_BYTE = 127;
const FIT_STEPS = 400;
const FIT_RATE = 0.5;
/** The weight of a template's text in the calibration: templates yield many similar texts. */
const AUTHORED_SHARE = 0.3;
const FAMILY_SIZE = 20;

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
  { table, scale, bias }: Trained,
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
  for (let step = 0; step < FIT_STEPS; step += 1) {
    let [bySlope, byOffset] = [0, 0];
    for (const [sum, label, weight] of rows) {
      const g = (sigmoid(slope * sum + offset) - label) * weight;
      bySlope += g * sum;
      byOffset += g;
    }
    slope -= (FIT_RATE * bySlope) / total / 4;
    offset -= (FIT_RATE * byOffset) / total;
  }
  return { slope, offset };
}

const EVERYDAY = ['goemotions', 'tatoeba', 'common_voice', 'xpersona', 'ud_informal', 'sms_spam'];
const isLabelled = ({ categories }: Example): boolean => categories !== undefined;
const isAuthored = ({ source }: Example): boolean => source.startsWith('authored');

function judge(
  holdout: readonly Example[],
  scoreOf: (text: number, slot: number) => number,
): JudgedText[] {
  const familyOf = ({ family, source }: Example): string => family ?? source;
  const sizes = new Map<string, number>();
  for (const example of holdout) {
    sizes.set(familyOf(example), (sizes.get(familyOf(example)) ?? 0) + 1);
  }
  return holdout.map((example, text) => {
    const score = (category: Category): number => scoreOf(text, CATEGORIES.indexOf(category));
    return {
      scores: {
        threat: score('threat'),
        selfHarm: score('selfHarm'),
        groupAttack: score('groupAttack'),
        targetedSlur: score('targetedSlur'),
        sexualHarassment: score('sexualHarassment'),
        doxxing: score('doxxing'),
        extremism: score('extremism'),
        scam: score('scam'),
        insult: score('insult'),
        vulgarity: score('vulgarity'),
      },
      labels: example.categories ?? {},
      isAuthored: isAuthored(example),
      isEveryday: EVERYDAY.includes(example.source),
      weight: isAuthored(example)
        ? FAMILY_SIZE / (FAMILY_SIZE + (sizes.get(familyOf(example)) ?? 1))
        : 1,
    };
  });
}

interface Trained extends Quantised {
  bias: Float32Array;
}

/** Trains the categories on the labelled texts, with the base model as it is shipped. */
export function buildCategories(
  base: Weights,
  { training, holdout }: Split,
  { note, report }: { note: (line: string) => void; report: (line: string) => void },
): CategoryWeights {
  const { classes, alarm } = wordClasses(base);
  const byHash = new Map([...classes].map(([word, kind]) => [hashText(word), kind]));
  const classOf = (hash: number): number => byHash.get(hash) ?? 0;
  const train = (texts: readonly Example[]): Trained => {
    const random = createRandom(TRAINING_SEED + 7);
    const encoded = encodeTexts([...texts, ...disguisedCopies(texts)], {
      weights: base,
      classOf,
      random,
    });
    const trained = trainCategories(encoded, { random, report });
    return { ...quantiseTable(trained), bias: trained.bias };
  };

  // Calibration and thresholds come from texts that the first model hasn't seen; the shipped one learns from all.
  const labelled = training.filter(isLabelled);
  const kept = holdout.filter(isLabelled);
  const first = train(labelled);
  const test = encodeTexts(kept, { weights: base, classOf, random: null });
  const sums = sumsOf(test, first);
  const fits = CATEGORIES.map((_, slot) =>
    fit(
      kept.flatMap((example, text) => {
        const label = test.labels[text * COUNT + slot] ?? -1;
        const weight = isAuthored(example) ? AUTHORED_SHARE : 1;
        return label < 0 ? [] : [[sums[text * COUNT + slot] ?? 0, label, weight] as const];
      }),
    ),
  );
  const judged = judge(kept, (text, slot) => {
    const { slope, offset } = fits[slot] ?? { slope: 1, offset: 0 };
    return sigmoid(slope * (sums[text * COUNT + slot] ?? 0) + offset);
  });
  const thresholds = chooseCategoryThresholds(judged);
  CATEGORIES.forEach((category, slot) => {
    const rows = judged.filter(({ labels, isAuthored: isOurs }) => isOurs && labels[category] !== undefined);
    const area = auc(
      rows.map(({ scores }) => scores[category]),
      rows.map(({ labels }) => (labels[category] ?? 0) > 0.5),
    );
    const own = rows.filter(({ labels }) => labels[category] === 1);
    const foundAbove = (threshold = NEVER): string =>
      `${threshold.toFixed(3)} finds ${(own.filter(({ scores }) => scores[category] >= threshold).length / own.length).toFixed(2)}`;
    note(
      `${category}: holdout AUC ${area.toFixed(3)}, flag ${foundAbove(thresholds.flag[slot])}, delete ${foundAbove(thresholds.delete[slot])} of ${own.length}`,
    );
  });
  const shipped = process.env['FAST'] ? first : train([...labelled, ...kept.filter(isAuthored)]);
  return {
    meta: {
      slope: fits.map(({ slope }) => slope),
      offset: fits.map(({ offset }) => offset),
      bias: [...shipped.bias],
      scale: shipped.scale,
      ...thresholds,
      support: SUPPORT,
      alarm: [...alarm],
    },
    classWords: [...classes.keys()],
    classes: Uint8Array.from(classes.values()),
    table: shipped.table,
  };
}
