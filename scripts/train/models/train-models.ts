import { createWeightAverage } from './weight-average.ts';
import { createConv, type ConvModel } from './conv.ts';
import type { Dataset } from '../data/encode.ts';
import { createLinear, type Grams, type LinearModel } from './linear.ts';
import { createRandom } from '../random.ts';

/** The weight of a word pair relative to that of a word. */
export const PAIR_FACTOR = 0.4;
const HEAD_WEIGHTS = [1, 1, 0.5, 0.5, 0.5, 0.7, 0.7, 1.5];
const LINEAR = {
  epochs: 3,
  averaged: 1,
  rate: 0.04,
  wordDrop: 0.1,
  pairFactor: PAIR_FACTOR,
  sourceRate: 0.001,
  decay: 1e-6,
  headWeights: HEAD_WEIGHTS,
};
const CONV = {
  rate: 0.001,
  wordDrop: 0.1,
  dropout: 0.3,
  sourceRate: 0.001,
  headWeights: HEAD_WEIGHTS,
};

export interface Schedule {
  epochs: number;
  /** Number of epochs at the end over which the weights are averaged. */
  averaged: number;
  /** The lowest learning rate as a share of the first one; the rate falls linearly from epoch to epoch. */
  minRate: number;
}

export interface TrainingSet {
  data: Dataset;
  grams: Grams;
  /** A value of `WordClass` per vocabulary word. */
  kinds: Uint8Array;
  sourceCount: number;
}

export interface Models {
  linear: LinearModel;
  conv: ConvModel;
  /** The mean of both models' logits for every text, including the offset of the text's dataset. */
  logits: Float32Array;
}

interface Model {
  predict(): Float32Array;
  tables: readonly Float32Array[];
  pass(epoch: number, onTenth: () => void): number;
}

/** Trains all epochs, then sets the weights to their mean over the last ones. */
function trainAll(
  { epochs, averaged }: { epochs: number; averaged: number },
  { pass, tables, predict }: Model,
  report: (line: string) => void,
): Float32Array {
  const average = createWeightAverage(tables);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const isAveraged = epoch >= epochs - averaged;
    const loss = pass(epoch, () => {
      if (isAveraged) average.sample();
    });
    report(`epoch ${epoch + 1} of ${epochs}: loss ${loss.toFixed(4)}`);
  }
  average.apply();
  return predict();
}

/** Trains both models on a subset of the texts. */
export function trainModels(
  { data, grams, kinds, sourceCount }: TrainingSet,
  {
    texts,
    seed,
    schedule,
    report,
  }: { texts: Int32Array; seed: number; schedule: Schedule; report: (line: string) => void },
): Models {
  const linear = createLinear(data, grams, {
    texts,
    sourceCount,
    vocabularySize: kinds.length,
    options: LINEAR,
    random: createRandom(seed),
  });
  const linearLogits = trainAll(
    LINEAR,
    {
      pass: (epoch, onTenth) =>
        linear.trainEpoch(LINEAR.rate * (1 - epoch / LINEAR.epochs), onTenth),
      tables: Object.values(linear.model),
      predict: linear.predict,
    },
    (line) => report(`linear, ${line}`),
  );
  const conv = createConv(data, grams, {
    texts,
    sourceCount,
    kinds,
    options: CONV,
    random: createRandom(seed + 1),
  });
  const convLogits = trainAll(
    schedule,
    {
      pass: (epoch, onTenth) =>
        conv.trainEpoch(Math.max(schedule.minRate, 1 - epoch / schedule.epochs), onTenth),
      tables: Object.values(conv.model),
      predict: conv.predict,
    },
    (line) => report(`conv, ${line}`),
  );
  return {
    linear: linear.model,
    conv: conv.model,
    logits: linearLogits.map((logit, at) => (logit + (convLogits[at] ?? 0)) / 2),
  };
}
