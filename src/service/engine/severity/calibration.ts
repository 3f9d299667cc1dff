import { CATEGORIES, type Category } from '../categories.ts';
import type { CategoryScores, Heads } from '../engine.ts';
import { createDenseLayer } from '../model/dense-layer.ts';
import { createKernels, type Kernels } from '../simd/kernels.ts';

const COUNT = CATEGORIES.length;
const HARMFUL_SLOTS = CATEGORIES.flatMap((category, slot) =>
  category === 'vulgarity' ? [] : [slot],
);
/** Number of the highest harmful categories that are inputs of their own: what often decides is how far the first stands out. */
const RANKED = 3;
const HEADS = 8;
export const CALIBRATION_INPUTS = COUNT + RANKED + HEADS + 2;
export const CALIBRATION_HIDDEN = 16;
/** For the adjustment, more extreme logits make no difference; the category's own logit still counts in full. */
const MAX_LOGIT = 8;
const MAX_HEAD_LOGIT = 6;
/**
 * The length of a text counts as an input from this many words on, because longer texts are read in windows, and up to twice as
 * many.
 */
const SHORT = 20;

/** Maps the sum of each category to a logit, independently of the others. */
export interface OwnCalibration {
  slope: readonly number[];
  offset: readonly number[];
}

/** A network with one hidden layer, whose outputs are added to the categories' own logits. */
export interface Adjustment {
  /** `CALIBRATION_INPUTS` weights per hidden unit. */
  adjust: Float32Array;
  adjustBias: Float32Array;
  /** `CALIBRATION_HIDDEN` weights per category. */
  adjustOut: Float32Array;
  adjustOutBias: Float32Array;
}

/** Throws a `TypeError` if the weights do not fit this network. */
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
  /** The base model's scores for the worst part of the text. */
  heads: Heads;
  words: number;
}

/** Turns the categories' sums into probabilities. */
export interface Calibration {
  /** The probability of each category on its own. */
  own(sums: Float64Array): CategoryScores;
  /** The same for the latest sums, adjusted to the other categories, the base model's scores and the text's length. */
  adjusted(facts: TextFacts): CategoryScores;
  /** False if the adjusted probabilities stay below these limits (logits, by category), whatever the facts. */
  mayReach(limits: Float64Array): boolean;
}

/** The categories, padded to whole vectors. */
const OUT = 16;

const slotOf = (category: Category): number => CATEGORIES.indexOf(category);
const SLOT: Readonly<Record<Category, number>> = {
  threat: slotOf('threat'),
  selfHarm: slotOf('selfHarm'),
  groupAttack: slotOf('groupAttack'),
  targetedSlur: slotOf('targetedSlur'),
  sexualHarassment: slotOf('sexualHarassment'),
  doxxing: slotOf('doxxing'),
  extremism: slotOf('extremism'),
  scam: slotOf('scam'),
  insult: slotOf('insult'),
  vulgarity: slotOf('vulgarity'),
};

function scoresOf(logits: Float64Array): CategoryScores {
  const score = (slot: number): number => 1 / (1 + Math.exp(-(logits[slot] ?? 0)));
  return {
    threat: score(SLOT.threat),
    selfHarm: score(SLOT.selfHarm),
    groupAttack: score(SLOT.groupAttack),
    targetedSlur: score(SLOT.targetedSlur),
    sexualHarassment: score(SLOT.sexualHarassment),
    doxxing: score(SLOT.doxxing),
    extremism: score(SLOT.extremism),
    scam: score(SLOT.scam),
    insult: score(SLOT.insult),
    vulgarity: score(SLOT.vulgarity),
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

/** Writes the highest logits of harmful categories from `at` on, in descending order. */
function writeHighest(inputs: Float64Array, at: number): number {
  const end = at + RANKED;
  inputs.fill(-Infinity, at, end);
  for (const slot of HARMFUL_SLOTS) {
    let value = inputs[slot] ?? 0;
    for (let rank = at; rank < end; rank += 1) {
      const other = inputs[rank] ?? 0;
      if (value <= other) continue;
      inputs[rank] = value;
      value = other;
    }
  }
  return end;
}

/** Writes everything that the adjustment depends on to `inputs`. */
export function writeInputs(
  logits: Float64Array,
  { heads, words }: TextFacts,
  inputs: Float64Array,
): void {
  let at = 0;
  for (; at < COUNT; at += 1) inputs[at] = limit(logits[at] ?? 0, MAX_LOGIT) / 2;
  at = writeHighest(inputs, at);
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

/** Transposes a matrix of `rows` by `columns`, and adds columns of zeros up to `width`. */
function transposed(
  matrix: Float32Array,
  rows: number,
  columns: number,
  width = rows,
): Float64Array {
  const turned = new Float64Array(columns * width);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      turned[column * width + row] = matrix[row * columns + column] ?? 0;
    }
  }
  return turned;
}

/**
 * Calibrated probabilities: a category's own logit, adjusted by a small network that sees the other categories' logits, the base
 * model's scores and the length of the text. A text that is a bit of a threat and a bit of an insult is more likely to be one of
 * them.
 */
export function createCalibration(
  own: OwnCalibration,
  { adjust, adjustBias, adjustOut, adjustOutBias }: Adjustment,
  kernels: Kernels = createKernels(),
): Calibration {
  const logits = new Float64Array(COUNT);
  const inputs = new Float64Array(CALIBRATION_INPUTS);
  const hidden = createDenseLayer(
    transposed(adjust, CALIBRATION_HIDDEN, CALIBRATION_INPUTS),
    adjustBias,
    kernels,
  );
  const out = createDenseLayer(
    transposed(adjustOut, COUNT, CALIBRATION_HIDDEN, OUT),
    new Float64Array(OUT),
    kernels,
  );
  /** The most that the network can add to each category's logit, since its hidden units are within ±1. */
  const most = Float64Array.from({ length: COUNT }, (_, slot) =>
    adjustOut
      .subarray(slot * CALIBRATION_HIDDEN, (slot + 1) * CALIBRATION_HIDDEN)
      .reduce((sum, weight) => sum + Math.abs(weight), adjustOutBias[slot] ?? 0),
  );

  return {
    own(sums) {
      writeLogits(own, sums, logits);
      return scoresOf(logits);
    },
    mayReach(limits) {
      for (let slot = 0; slot < COUNT; slot += 1) {
        if ((logits[slot] ?? 0) + (most[slot] ?? 0) >= (limits[slot] ?? Infinity)) return true;
      }
      return false;
    },
    adjusted(facts) {
      writeInputs(logits, facts, inputs);
      hidden.begin();
      for (let at = 0; at < CALIBRATION_INPUTS; at += 1) hidden.add(at, inputs[at] ?? 0);
      const units = hidden.sums();
      for (let slot = 0; slot < COUNT; slot += 1) {
        out.bias[slot] = (logits[slot] ?? 0) + (adjustOutBias[slot] ?? 0);
      }
      out.begin();
      for (let unit = 0; unit < CALIBRATION_HIDDEN; unit += 1) {
        out.add(unit, Math.tanh(units[unit] ?? 0));
      }
      return scoresOf(out.sums());
    },
  };
}
