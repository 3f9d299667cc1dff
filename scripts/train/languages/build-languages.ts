import { foldText } from '../../../src/service/engine/languages/folded-text.ts';
import {
  createLanguageFeatures,
  readFeatures,
  STRETCH,
} from '../../../src/service/engine/languages/language-features.ts';
import type { LanguageWeights } from '../../../src/service/engine/languages/language-weights.ts';
import { hashText, spread } from '../../../src/service/engine/normalise/hash.ts';
import { fitLogistic } from '../calibration/fit-logistic.ts';
import { auc } from '../calibration/metrics.ts';
import { scoreReachedBy, type WeightedScore } from '../calibration/tail.ts';
import { createList } from '../data/encode.ts';
import { sigmoid } from '../sigmoid.ts';
import { fitLanguage, sumOf, type EncodedTexts } from './fit-language.ts';
import type { LanguageTexts } from './language-data.ts';
import type { LanguageText } from './language-text.ts';

const FOLDS = 3;
/** The share of ordinary texts that may be flagged. */
const FLAGGED = 0.0015;
/** Lower for a language in which it still finds most abuse, higher for one in which it finds little. */
const FLAGGED_IN: Readonly<Record<string, number>> = {
  ru: 0.0008,
  hi: 0.0008,
  am: 0.004,
  zh: 0.001,
  ja: 0.004,
};
const ENOUGH_ORDINARY = 500;
/**
 * The share of texts rated as harmless that may be flagged, some of which are harsh. Used if there are too few ordinary texts.
 */
const FLAGGED_RATED = 0.015;
const LEAST_FLAG = 0.5;
const FIT = { steps: 400, slopeRate: 0.2, offsetRate: 0.2, startSlope: 1 };

function encodeAll({ texts, buckets, hasSpaces, countsRarity }: LanguageTexts): EncodedTexts {
  const features = createLanguageFeatures();
  const start = createList();
  const rows = createList();
  for (const { text } of texts) {
    start.push(rows.length());
    readFeatures(foldText(text), { from: 0, to: STRETCH }, features);
    const own = Array.from(
      features.hash.subarray(0, features.count),
      (hash) => (hash & (buckets - 1)) >>> 0,
    );
    for (const row of hasSpaces ? new Set(own) : own) rows.push(row);
  }
  start.push(rows.length());
  return {
    start: start.done(),
    rows: rows.done(),
    isToxic: texts.map(({ isToxic }) => isToxic),
    weight: texts.map(({ weight }) => weight),
    buckets,
    countsRarity,
  };
}

const foldOf = ({ text }: LanguageText): number => spread(hashText(text)) % FOLDS;

/** The sum of each text by the model that was trained without the text's fold. */
function unseenSums(texts: readonly LanguageText[], encoded: EncodedTexts): Float64Array {
  const sums = new Float64Array(texts.length);
  const folds = texts.map(foldOf);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const order = Int32Array.from(texts.keys()).filter((text) => folds[text] !== fold);
    const model = fitLanguage(encoded, order);
    folds.forEach((own, text) => {
      if (own === fold) sums[text] = sumOf(encoded, text, model);
    });
  }
  return sums;
}

/** Every text counts once, whatever its weight in training. */
const counted = ({ score }: { score: number }): WeightedScore => ({ score, weight: 1 });

/** Trains a language's model on all its texts. Its probabilities and its threshold come from texts that are left out in turn. */
export function buildLanguage(
  code: string,
  language: LanguageTexts,
  note: (line: string) => void,
): LanguageWeights {
  const { texts, hasSpaces } = language;
  const encoded = encodeAll(language);
  const sums = unseenSums(texts, encoded);
  const { slope, offset } = fitLogistic(
    texts.map(({ isToxic, weight }, text) => [sums[text] ?? 0, isToxic ? 1 : 0, weight] as const),
    FIT,
  );
  const scored = texts.map((text, at) => ({
    ...text,
    score: sigmoid(slope * (sums[at] ?? 0) + offset),
  }));
  const ordinary = scored.filter(({ isOrdinary }) => isOrdinary).map(counted);
  const rated = scored.filter(({ isRated }) => isRated);
  const harmless = rated.filter(({ isToxic }) => !isToxic).map(counted);
  const toxic = rated.filter(({ isToxic }) => isToxic);
  const foundBy = (flag: number): number =>
    toxic.filter(({ score }) => score >= flag).length / toxic.length;
  const reached =
    ordinary.length >= ENOUGH_ORDINARY
      ? scoreReachedBy(FLAGGED_IN[code] ?? FLAGGED, ordinary)
      : scoreReachedBy(FLAGGED_RATED, harmless);
  const flag = Math.max(LEAST_FLAG, reached);
  const area = auc(
    rated.map(({ score }) => score),
    rated.map(({ isToxic }) => isToxic),
  );
  note(
    `${code}: ${texts.length} texts, of ${rated.length} rated ones left out AUC ${area.toFixed(3)}, flag ${flag.toFixed(3)} finds ${foundBy(flag).toFixed(2)} of ${toxic.length}`,
  );
  const { table, scale, bias } = fitLanguage(encoded, Int32Array.from(texts.keys()));
  return { meta: { code, bias, scale, countsOnce: hasSpaces, slope, offset, flag }, table };
}
