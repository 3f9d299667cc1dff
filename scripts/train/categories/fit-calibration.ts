import { CATEGORIES } from '../../../src/service/engine/categories.ts';
import {
  CALIBRATION_HIDDEN,
  CALIBRATION_INPUTS,
  writeInputs,
  writeLogits,
  type Adjustment,
  type OwnCalibration,
  type TextFacts,
} from '../../../src/service/engine/severity/calibration.ts';
import type { CategoryLabels } from '../data/example.ts';
import { createAdam } from '../models/adam.ts';
import { createRandom, shuffle, TRAINING_SEED } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';

const COUNT = CATEGORIES.length;
const EPOCHS = 25;
const RATE = 0.005;
const BATCH = 128;
const START = 0.5;

/** A text that the models were not trained on. */
export interface CalibrationText {
  sums: Float64Array;
  facts: TextFacts;
  labels: CategoryLabels;
  weight: number;
}

/** A network that leaves every category's own logit unchanged. */
export const noAdjustment = (): Adjustment => ({
  adjust: new Float32Array(CALIBRATION_HIDDEN * CALIBRATION_INPUTS),
  adjustBias: new Float32Array(CALIBRATION_HIDDEN),
  adjustOut: new Float32Array(COUNT * CALIBRATION_HIDDEN),
  adjustOutBias: new Float32Array(COUNT),
});

/** Fits the network that adjusts the categories' own logits, by logistic regression over every label that a text has. */
export function fitAdjustment(texts: readonly CalibrationText[], own: OwnCalibration): Adjustment {
  const random = createRandom(TRAINING_SEED);
  const adjustment = noAdjustment();
  adjustment.adjust.forEach((_, at) => {
    adjustment.adjust[at] = (random.next() - 0.5) * START;
  });
  const adjust = createAdam(adjustment.adjust);
  const adjustBias = createAdam(adjustment.adjustBias);
  const adjustOut = createAdam(adjustment.adjustOut);
  const adjustOutBias = createAdam(adjustment.adjustOutBias);
  const parts = [adjust, adjustBias, adjustOut, adjustOutBias];

  const rows = texts.map(({ sums, facts, labels, weight }) => {
    const logits = new Float64Array(COUNT);
    const inputs = new Float64Array(CALIBRATION_INPUTS);
    writeLogits(own, sums, logits);
    writeInputs(logits, facts, inputs);
    return { logits, inputs, labels: CATEGORIES.map((category) => labels[category]), weight };
  });
  const hidden = new Float64Array(CALIBRATION_HIDDEN);
  const errors = new Float64Array(CALIBRATION_HIDDEN);

  const learn = ({ logits, inputs, labels, weight }: (typeof rows)[number]): void => {
    for (let unit = 0; unit < CALIBRATION_HIDDEN; unit += 1) {
      let sum = adjustBias.values[unit] ?? 0;
      for (let input = 0; input < CALIBRATION_INPUTS; input += 1) {
        sum += (adjust.values[unit * CALIBRATION_INPUTS + input] ?? 0) * (inputs[input] ?? 0);
      }
      hidden[unit] = Math.tanh(sum);
    }
    errors.fill(0);
    labels.forEach((label, slot) => {
      if (label === undefined) return;
      let logit = (logits[slot] ?? 0) + (adjustOutBias.values[slot] ?? 0);
      for (let unit = 0; unit < CALIBRATION_HIDDEN; unit += 1) {
        logit += (adjustOut.values[slot * CALIBRATION_HIDDEN + unit] ?? 0) * (hidden[unit] ?? 0);
      }
      const error = ((sigmoid(logit) - label) * weight) / BATCH;
      adjustOutBias.gradient[slot] = (adjustOutBias.gradient[slot] ?? 0) + error;
      for (let unit = 0; unit < CALIBRATION_HIDDEN; unit += 1) {
        const at = slot * CALIBRATION_HIDDEN + unit;
        adjustOut.gradient[at] = (adjustOut.gradient[at] ?? 0) + error * (hidden[unit] ?? 0);
        errors[unit] = (errors[unit] ?? 0) + error * (adjustOut.values[at] ?? 0);
      }
    });
    for (let unit = 0; unit < CALIBRATION_HIDDEN; unit += 1) {
      const error = (errors[unit] ?? 0) * (1 - (hidden[unit] ?? 0) ** 2);
      adjustBias.gradient[unit] = (adjustBias.gradient[unit] ?? 0) + error;
      for (let input = 0; input < CALIBRATION_INPUTS; input += 1) {
        const at = unit * CALIBRATION_INPUTS + input;
        adjust.gradient[at] = (adjust.gradient[at] ?? 0) + error * (inputs[input] ?? 0);
      }
    }
  };

  const order = Int32Array.from(rows.keys());
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    const rate = RATE * (1 - epoch / EPOCHS);
    order.forEach((at, index) => {
      const row = rows[at];
      if (row !== undefined) learn(row);
      if ((index + 1) % BATCH === 0 || index + 1 === order.length) {
        for (const part of parts) part.step(rate);
      }
    });
  }
  return adjustment;
}
