import { CATEGORIES, type Category } from '../../../src/service/engine/categories.ts';
import { headsOf } from '../../../src/service/engine/model/heads.ts';
import { createScorer } from '../../../src/service/engine/model/scorer.ts';
import type { Weights } from '../../../src/service/engine/model/weights.ts';
import { createLexicon } from '../../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../../src/service/engine/normalise/normalise.ts';
import { createCategoryModel } from '../../../src/service/engine/severity/category-model.ts';
import type {
  CategoryMeta,
  CategoryWeights,
} from '../../../src/service/engine/severity/category-weights.ts';
import { auc } from '../calibration/metrics.ts';
import { joinedTexts } from '../data/augment.ts';
import type { Example } from '../data/example.ts';
import { withoutTextsOf, type Split } from '../data/split.ts';
import { fitLogistic } from '../calibration/fit-logistic.ts';
import { sigmoid } from '../sigmoid.ts';
import {
  chooseCategoryThresholds,
  NEVER,
  SUPPORT,
  type JudgedText,
} from './category-thresholds.ts';
import {
  isAuthored,
  isHarmless,
  trainCategoryModels,
  type CategoryModels,
} from './train-models.ts';
import { trainInWorker } from './train-in-worker.ts';
import { wordClasses } from './word-classes.ts';

const COUNT = CATEGORIES.length;
const FIT = { steps: 400, slopeRate: 0.04, offsetRate: 0.5, startSlope: 0.6 };
/** The weight of a template's text in the calibration: templates yield many similar texts. */
const AUTHORED_SHARE = 0.3;
const FAMILY_SIZE = 20;

/** The holdout texts' sums, `COUNT` per text, as the engine computes them. */
function sumsOf(
  texts: readonly Example[],
  base: Weights,
  categories: CategoryWeights,
): Float32Array {
  const { normalise } = createNormaliser(createLexicon(base.lexicon));
  const scorer = createScorer(base);
  // Calibration and thresholds come from what both models say.
  const model = createCategoryModel(categories, { networkFrom: -Infinity });
  const sums = new Float32Array(texts.length * COUNT);
  const own = new Float64Array(COUNT);
  texts.forEach(({ text }, index) => {
    const tokens = normalise(text);
    const { worst, worstPart } = scorer.score(tokens);
    const scores = headsOf({ combined: worst });
    model.score({ tokens, sample: text }, { scores, part: worstPart }, own);
    sums.set(own, index * COUNT);
  });
  return sums;
}

const EVERYDAY = new Set([
  'goemotions',
  'tatoeba',
  'common_voice',
  'xpersona',
  'ud_informal',
  'sms_spam',
]);
const all = (value: number): number[] => CATEGORIES.map(() => value);
const UNCALIBRATED = {
  slope: all(1),
  offset: all(0),
  flag: all(NEVER),
  delete: all(NEVER),
  support: SUPPORT,
};
const isLabelled = ({ categories }: Example): boolean => categories !== undefined;

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
      origin: isAuthored(example)
        ? 'authored'
        : EVERYDAY.has(example.source)
          ? 'everyday'
          : 'searched',
      weight: isAuthored(example)
        ? FAMILY_SIZE / (FAMILY_SIZE + (sizes.get(familyOf(example)) ?? 1))
        : 1,
    };
  });
}

/** Trains the categories on the labelled texts, with the base model as it is shipped. */
export async function buildCategories(
  base: Weights,
  { training, holdout }: Split,
  { note, report }: { note: (line: string) => void; report: (line: string) => void },
): Promise<CategoryWeights> {
  const { classes, alarm } = wordClasses(base);
  // Calibration and thresholds come from texts that the first model hasn't seen; the shipped one learns from all.
  const labelled = training.filter(isLabelled);
  const single = holdout.filter(isLabelled);
  const long = joinedTexts(joinedTexts(single.filter(isHarmless), 1), 0.5);
  const kept = [...single, ...long.map((text) => ({ ...text, source: 'joined' }))];
  const shipped = trainInWorker({ base, texts: [...labelled, ...kept.filter(isAuthored)] });
  const first = trainCategoryModels(base, withoutTextsOf(labelled, single), report);
  const weightsOf = (
    { table, bias, scale, network }: CategoryModels,
    meta: Omit<CategoryMeta, 'bias' | 'scale' | 'alarm'>,
  ): CategoryWeights => ({
    meta: { ...meta, bias: [...bias], scale, alarm: [...alarm] },
    classWords: [...classes.keys()],
    classes: Uint8Array.from(classes.values()),
    table,
    network,
  });
  const sums = sumsOf(kept, base, weightsOf(first, UNCALIBRATED));
  const fits = CATEGORIES.map((category, slot) =>
    fitLogistic(
      kept.flatMap((example, text) => {
        const label = example.categories?.[category];
        const weight = isAuthored(example) ? AUTHORED_SHARE : 1;
        return label === undefined
          ? []
          : [[sums[text * COUNT + slot] ?? 0, label, weight] as const];
      }),
      FIT,
    ),
  );
  const judged = judge(kept, (text, slot) => {
    const { slope, offset } = fits[slot] ?? { slope: 1, offset: 0 };
    return sigmoid(slope * (sums[text * COUNT + slot] ?? 0) + offset);
  });
  const thresholds = chooseCategoryThresholds(judged);
  CATEGORIES.forEach((category, slot) => {
    const rows = judged.filter(
      ({ labels, origin }) => origin === 'authored' && labels[category] !== undefined,
    );
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
  return weightsOf(await shipped, {
    slope: fits.map(({ slope }) => slope),
    offset: fits.map(({ offset }) => offset),
    ...thresholds,
    support: SUPPORT,
  });
}
