import { CATEGORIES, type Category } from '../categories.ts';
import type { CategoryScores, Heads } from '../engine.ts';

const COUNT = CATEGORIES.length;
const HARMFUL_SLOTS = CATEGORIES.flatMap((category, slot) =>
  category === 'vulgarity' ? [] : [slot],
);
/** The highest of the harmful categories, as inputs of their own: what decides is often how alone the first one is. */
const RANKED = 3;
const HEADS = 8;
export const CALIBRATION_INPUTS = COUNT + RANKED + HEADS + 2;
export const CALIBRATION_HIDDEN = 16;
/** For the adjustment, logits beyond these say no more; a category's own logit still counts in full. */
const MAX_LOGIT = 8;
const MAX_HEAD_LOGIT = 6;
/** Longer texts are read in windows: from twenty words on, twice as long at most. */
const SHORT = 20;

/** Maps each category's sum to a logit by itself. */
export interface OwnCalibration {
  slope: readonly number[];
  offset: readonly number[];
}

/** A network with one hidden layer, whose outputs are added to the categories' own logits. */
export interface Adjustment {
  /** `CALIBRATION_INPUTS` per hidden unit. */
  adjust: Float32Array;
  adjustBias: Float32Array;
  /** `CALIBRATION_HIDDEN` per category. */
  adjustOut: Float32Array;
  adjustOutBias: Float32Array;
}

/** Throws a `TypeError` if the weights are of another network. */
export function checkAdjustment(weights: Adjustment): Adjustment {
  const fits =
    weights.adjust.length === CALIBRATION_HIDDEN * CALIBRATION_INPUTS &&
    weights.adjustBias.length === CALIBRATION_HIDDEN &&
    weights.adjustOut.length === COUNT * CALIBRATION_HIDDEN &&
    weights.adjustOutBias.length === COUNT;
  if (!fits) throw new TypeError('the calibration does not fit this version of the engine');
  return weights;
}

/** Facts about a text besides the categories' sums. */
export interface TextFacts {
  /** The base model's score of its worst part. */
  heads: Heads;
  words: number;
}

export interface CalibratedScores {
  /** Each category's probability by itself. */
  own: CategoryScores;
  /** The same in the light of the other categories, of the base model's opinion and of the text's length. */
  adjusted: CategoryScores;
}

/** Makes probabilities of the categories' sums. */
export type Calibration = (sums: Float64Array, facts: TextFacts) => CalibratedScores;

function scoresBy(logitOf: (slot: number) => number): CategoryScores {
  const score = (category: Category): number =>
    1 / (1 + Math.exp(-logitOf(CATEGORIES.indexOf(category))));
  return {
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
  };
}

const limit = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
const headLogit = (probability: number): number =>
  limit(Math.log(probability / (1 - probability)), MAX_HEAD_LOGIT) / 2;

/** Writes each category's own logit to `logits`. */
export function writeLogits(
  { slope, offset }: OwnCalibration,
  sums: Float64Array,
  logits: Float64Array,
): void {
  for (let slot = 0; slot < COUNT; slot += 1) {
    logits[slot] = (slope[slot] ?? 0) * (sums[slot] ?? 0) + (offset[slot] ?? 0);
  }
}

/** Writes what the adjustment depends on to `inputs`. */
export function writeInputs(
  logits: Float64Array,
  { heads, words }: TextFacts,
  inputs: Float64Array,
): void {
  let at = 0;
  for (const logit of logits) inputs[at++] = limit(logit, MAX_LOGIT) / 2;
  const ranked = HARMFUL_SLOTS.map((slot) => inputs[slot] ?? 0).toSorted((a, b) => b - a);
  for (let rank = 0; rank < RANKED; rank += 1) inputs[at++] = ranked[rank] ?? 0;
  inputs[at++] = headLogit(heads.toxicity);
  inputs[at++] = headLogit(heads.identityMention);
  inputs[at++] = headLogit(heads.identityHate);
  inputs[at++] = headLogit(heads.political);
  inputs[at++] = headLogit(heads.vulgar);
  inputs[at++] = headLogit(heads.aggressive);
  inputs[at++] = headLogit(heads.defensive);
  inputs[at++] = headLogit((heads.sentiment + 1) / 2);
  inputs[at++] = Math.log(1 + words) / 1.5;
  inputs[at] = Math.min(1, Math.max(0, (words - SHORT) / SHORT));
}

/**
 * Calibrated probabilities: a category's own logit, adjusted by a small network that knows the other categories', what the
 * base model says, and how long the text is. That a text is a bit of a threat and a bit of an insult makes it more likely
 * to be either.
 */
export function createCalibration(
  own: OwnCalibration,
  { adjust, adjustBias, adjustOut, adjustOutBias }: Adjustment,
): Calibration {
  const logits = new Float64Array(COUNT);
  const inputs = new Float64Array(CALIBRATION_INPUTS);
  const hidden = new Float64Array(CALIBRATION_HIDDEN);

  const adjusted = (slot: number): number => {
    let logit = (logits[slot] ?? 0) + (adjustOutBias[slot] ?? 0);
    for (let unit = 0; unit < CALIBRATION_HIDDEN; unit += 1) {
      logit += (adjustOut[slot * CALIBRATION_HIDDEN + unit] ?? 0) * (hidden[unit] ?? 0);
    }
    return logit;
  };

  return (sums, facts) => {
    writeLogits(own, sums, logits);
    writeInputs(logits, facts, inputs);
    for (let unit = 0; unit < CALIBRATION_HIDDEN; unit += 1) {
      let sum = adjustBias[unit] ?? 0;
      for (let input = 0; input < CALIBRATION_INPUTS; input += 1) {
        sum += (adjust[unit * CALIBRATION_INPUTS + input] ?? 0) * (inputs[input] ?? 0);
      }
      hidden[unit] = Math.tanh(sum);
    }
    return { own: scoresBy((slot) => logits[slot] ?? 0), adjusted: scoresBy(adjusted) };
  };
}
