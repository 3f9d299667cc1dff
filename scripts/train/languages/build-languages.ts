import {
  createLanguageFeatures,
  foldText,
  readFeatures,
  STRETCH,
} from '../../../src/service/engine/languages/language-features.ts';
import type { LanguageWeights } from '../../../src/service/engine/languages/language-weights.ts';
import { hashText, spread } from '../../../src/service/engine/normalise/hash.ts';
import { auc } from '../calibration/metrics.ts';
import { createList } from '../data/encode.ts';
import { createRandom, shuffle, TRAINING_SEED } from '../random.ts';
import { fitLogistic } from '../calibration/fit-logistic.ts';
import { sigmoid } from '../sigmoid.ts';
import type { LanguageText } from './language-data.ts';

const BUCKETS = 1 << 17;
const EPOCHS = 6;
const RATE = 0.25;
const DECAY = 1e-6;
const MAX_BYTE = 127;
const HOLDOUT_INTERVAL = 10;
/** The share of held-out ordinary texts that may be flagged. */
const FLAGGED = 0.0025;
const FIT = { steps: 400, slopeRate: 0.2, offsetRate: 0.2, startSlope: 1 };

interface Encoded {
  start: Int32Array;
  rows: Int32Array;
}

function encodeAll(texts: readonly LanguageText[]): Encoded {
  const features = createLanguageFeatures();
  const start = createList();
  const rows = createList();
  for (const { text } of texts) {
    start.push(rows.length());
    readFeatures(foldText(text), { from: 0, to: STRETCH }, features);
    for (let at = 0; at < features.count; at += 1) {
      rows.push((features.hash[at] ?? 0) & (BUCKETS - 1));
    }
  }
  start.push(rows.length());
  return { start: start.done(), rows: rows.done() };
}

const isHeldOut = ({ text }: LanguageText): boolean =>
  spread(hashText(text)) % HOLDOUT_INTERVAL === 0;

function train(
  { start, rows }: Encoded,
  texts: readonly LanguageText[],
): {
  table: Float32Array;
  bias: number;
} {
  const random = createRandom(TRAINING_SEED + 11);
  const table = new Float32Array(BUCKETS);
  const squares = new Float32Array(BUCKETS).fill(0.05);
  const order = Int32Array.from({ length: texts.length }, (_, text) => text).filter(
    (text) => !isHeldOut(texts[text] ?? { text: '', isToxic: false, isOrdinary: false, weight: 0 }),
  );
  let bias = -1;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    const rate = RATE * (1 - epoch / EPOCHS) + 0.01;
    for (const text of order) {
      const from = start[text] ?? 0;
      const to = start[text + 1] ?? 0;
      const share = 1 / Math.sqrt(to - from + 1);
      let sum = 0;
      for (let at = from; at < to; at += 1) sum += table[rows[at] ?? 0] ?? 0;
      const label = texts[text]?.isToxic === true ? 1 : 0;
      const g = (sigmoid(sum * share + bias) - label) * (texts[text]?.weight ?? 1);
      if (Math.abs(g) < 0.001) continue;
      bias -= 0.002 * g;
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0;
        const weight = table[row] ?? 0;
        const slope = g * share + DECAY * weight;
        const square = (squares[row] ?? 0) + slope * slope;
        squares[row] = square;
        table[row] = weight - (rate * slope) / Math.sqrt(square);
      }
    }
  }
  return { table, bias };
}

/** Trains a language's model and chooses its threshold on a tenth of its texts, held out. */
export function buildLanguage(
  code: string,
  texts: readonly LanguageText[],
  note: (line: string) => void,
): LanguageWeights {
  const encoded = encodeAll(texts);
  const { table, bias } = train(encoded, texts);
  let highest = 0;
  for (const value of table) highest = Math.max(highest, Math.abs(value));
  const scale = highest / MAX_BYTE;
  const bytes = Int8Array.from(table, (value) => Math.round(value / scale));
  const sumOf = (text: number): number => {
    const from = encoded.start[text] ?? 0;
    const to = encoded.start[text + 1] ?? 0;
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += bytes[encoded.rows[at] ?? 0] ?? 0;
    return (sum * scale) / Math.sqrt(to - from + 1) + bias;
  };
  const held = texts.flatMap((text, index) =>
    isHeldOut(text) ? [{ ...text, sum: sumOf(index) }] : [],
  );
  const { slope, offset } = fitLogistic(
    held.map(({ sum, isToxic, weight }) => [sum, isToxic ? 1 : 0, weight] as const),
    FIT,
  );
  const scored = held.map((text) => ({ ...text, score: sigmoid(slope * text.sum + offset) }));
  const ordinary = scored.filter((text) => text.isOrdinary).map(({ score }) => score);
  ordinary.sort((a, b) => b - a);
  const flag = Math.max(0.5, (ordinary[Math.floor(FLAGGED * ordinary.length)] ?? 1) + 1e-6);
  const rated = scored.filter(({ isOrdinary, weight }) => !isOrdinary && weight !== 0.5);
  const area = auc(
    rated.map(({ score }) => score),
    rated.map(({ isToxic }) => isToxic),
  );
  const toxic = scored.filter(({ isToxic }) => isToxic);
  const found = toxic.filter(({ score }) => score >= flag).length / toxic.length;
  note(
    `${code}: ${texts.length} texts, holdout AUC ${area.toFixed(3)}, flag ${flag.toFixed(3)} finds ${found.toFixed(2)} of ${toxic.length}`,
  );
  return { meta: { code, bias, scale, slope, offset, flag }, table: bytes };
}
