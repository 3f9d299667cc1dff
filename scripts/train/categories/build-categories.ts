import { CATEGORIES } from '../../../src/service/engine/categories.ts';
import { headsOf } from '../../../src/service/engine/model/heads.ts';
import { createScorer } from '../../../src/service/engine/model/scorer.ts';
import type { Weights } from '../../../src/service/engine/model/weights.ts';
import { createLexicon } from '../../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../../src/service/engine/normalise/normalise.ts';
import {
  createCalibration,
  type Adjustment,
} from '../../../src/service/engine/severity/calibration.ts';
import { createCategoryModel } from '../../../src/service/engine/severity/category-model.ts';
import type {
  CategoryMeta,
  CategoryWeights,
} from '../../../src/service/engine/severity/category-weights.ts';
import { auc } from '../calibration/metrics.ts';
import { joinedTexts } from '../data/augment.ts';
import type { Example } from '../data/example.ts';
import { foldOf, withoutTextsOf, type Split } from '../data/split.ts';
import { fitLogistic } from '../calibration/fit-logistic.ts';
import { fitAdjustment, noAdjustment, type CalibrationText } from './fit-calibration.ts';
import { chooseCategoryThresholds, NEVER, type JudgedText } from './category-thresholds.ts';
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
/** Weight of a text from a template in the calibration: templates yield many similar texts. */
const AUTHORED_SHARE = 0.3;
const FAMILY_SIZE = 20;

/** The engine's results for a holdout text before calibration. */
type Uncalibrated = Pick<CalibrationText, 'sums' | 'facts'>;

function readTexts(
  texts: readonly Example[],
  base: Weights,
  categories: CategoryWeights,
): Uncalibrated[] {
  const { normalise } = createNormaliser(createLexicon(base.lexicon));
  const scorer = createScorer(base);
  // Always runs the network, because calibration and thresholds use the scores of both models.
  const model = createCategoryModel(categories, { networkFrom: -Infinity });
  return texts.map(({ text }) => {
    const tokens = normalise(text);
    const { worst, worstPart } = scorer.score(tokens);
    const heads = headsOf({ combined: worst });
    const sums = new Float64Array(COUNT);
    model.score({ tokens, sample: text }, { scores: heads, part: worstPart }, sums);
    return { sums, facts: { heads, words: tokens.count } };
  });
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
interface CalibratedParts {
  meta: Omit<CategoryMeta, 'bias' | 'scale' | 'alarm'>;
  adjustment: Adjustment;
}
const UNCALIBRATED: CalibratedParts = {
  meta: {
    slope: all(1),
    offset: all(0),
    flag: all(NEVER),
    delete: all(NEVER),
  },
  adjustment: noAdjustment(),
};
/**
 * Weight of each text when the categories' logits are adjusted to each other. Everyday comments weigh more, because they resemble
 * chat.
 */
const ADJUSTMENT_WEIGHT = { authored: 1, everyday: 3, searched: 0.3 } as const;
/** The thresholds come from adjustments, each of which was fitted without one of this many parts of the texts. */
const FOLDS = 4;
const isLabelled = ({ categories }: Example): boolean => categories !== undefined;

type Origin = JudgedText['origin'];

/** Origin and weight of each text: families of templates count almost alike. */
function originsOf(holdout: readonly Example[]): { origin: Origin; weight: number }[] {
  const familyOf = ({ family, source }: Example): string => family ?? source;
  const sizes = new Map<string, number>();
  for (const example of holdout) {
    sizes.set(familyOf(example), (sizes.get(familyOf(example)) ?? 0) + 1);
  }
  return holdout.map((example) =>
    isAuthored(example)
      ? {
          origin: 'authored',
          weight: FAMILY_SIZE / (FAMILY_SIZE + (sizes.get(familyOf(example)) ?? 1)),
        }
      : { origin: EVERYDAY.has(example.source) ? 'everyday' : 'searched', weight: 1 },
  );
}

/** Trains the categories on the labelled texts, using the base model as it is shipped. */
export async function buildCategories(
  base: Weights,
  { training, holdout }: Split,
  { note, report }: { note: (line: string) => void; report: (line: string) => void },
): Promise<CategoryWeights> {
  const { classes, alarm } = wordClasses(base);
  // Calibration and thresholds use texts that the first model hasn't seen; the shipped model learns from all of them.
  const labelled = training.filter(isLabelled);
  const single = holdout.filter(isLabelled);
  const long = joinedTexts(joinedTexts(single.filter(isHarmless), 1), 0.5);
  const kept = [...single, ...long.map((text) => ({ ...text, source: 'joined' }))];
  const shipped = trainInWorker({ base, texts: [...labelled, ...kept.filter(isAuthored)] });
  const first = trainCategoryModels(base, withoutTextsOf(labelled, single), report);
  const weightsOf = (
    { table, bias, scale, network }: CategoryModels,
    { meta, adjustment }: CalibratedParts,
  ): CategoryWeights => ({
    meta: { ...meta, bias: [...bias], scale, alarm: [...alarm] },
    classWords: [...classes.keys()],
    classes: Uint8Array.from(classes.values()),
    table,
    network,
    adjustment,
  });
  const read = readTexts(kept, base, weightsOf(first, UNCALIBRATED));
  const fits = CATEGORIES.map((category, slot) =>
    fitLogistic(
      kept.flatMap((example, text) => {
        const label = example.categories?.[category];
        const weight = isAuthored(example) ? AUTHORED_SHARE : 1;
        return label === undefined ? [] : [[read[text]?.sums[slot] ?? 0, label, weight] as const];
      }),
      FIT,
    ),
  );
  const own = { slope: fits.map(({ slope }) => slope), offset: fits.map(({ offset }) => offset) };
  const origins = originsOf(kept);
  const texts = kept.flatMap((example, index) => {
    const [uncalibrated, from] = [read[index], origins[index]];
    if (uncalibrated === undefined || from === undefined) return [];
    const fold = foldOf(example, FOLDS);
    return [{ ...uncalibrated, ...from, labels: example.categories ?? {}, fold }];
  });
  const adjustmentWithout = (left: number | null): Adjustment =>
    fitAdjustment(
      texts
        .filter(({ fold }) => fold !== left)
        .map((text) => ({ ...text, weight: text.weight * ADJUSTMENT_WEIGHT[text.origin] })),
      own,
    );
  const calibrations = Array.from({ length: FOLDS }, (_, fold) =>
    createCalibration(own, adjustmentWithout(fold)),
  );
  const judged = texts.flatMap(({ sums, facts, fold, ...text }) => {
    const calibration = calibrations[fold];
    if (calibration === undefined) return [];
    return [{ ...text, own: calibration.own(sums), adjusted: calibration.adjusted(facts) }];
  });
  const thresholds = chooseCategoryThresholds(judged);
  CATEGORIES.forEach((category, slot) => {
    const rows = judged.filter(
      ({ labels, origin }) => origin === 'authored' && labels[category] !== undefined,
    );
    const area = auc(
      rows.map(({ adjusted }) => adjusted[category]),
      rows.map(({ labels }) => (labels[category] ?? 0) > 0.5),
    );
    const right = rows.filter(({ labels }) => labels[category] === 1);
    const foundAbove = (scores: 'own' | 'adjusted', threshold = NEVER): string =>
      `${threshold.toFixed(3)} finds ${(right.filter((text) => text[scores][category] >= threshold).length / right.length).toFixed(2)}`;
    note(
      `${category}: holdout AUC ${area.toFixed(3)}, flag ${foundAbove('adjusted', thresholds.flag[slot])}, delete ${foundAbove('own', thresholds.delete[slot])} of ${right.length}`,
    );
  });
  return weightsOf(await shipped, {
    meta: { ...own, ...thresholds },
    adjustment: adjustmentWithout(null),
  });
}
