import { createWeightAverage } from './average.ts';
import { createConv, type ConvModel } from './conv.ts';
import type { Dataset } from './encode.ts';
import { createLinear, type Grams, type LinearModel } from './linear.ts';
import { createRandom } from './random.ts';

/** What a pair of words counts against a word. */
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

/** How the convolutional model is led through the texts. */
export interface Course {
  epochs: number;
  /** Over how many of the last passes its weights are averaged. */
  averaged: number;
  /** The share of the rate that is left at least; it falls evenly with every pass. */
  leastRate: number;
}

/** All that the two models learn from. */
export interface Lessons {
  data: Dataset;
  grams: Grams;
  /** A number of `WordClass` for each word of the vocabulary. */
  kinds: Uint8Array;
  sourceCount: number;
}

export interface Models {
  linear: LinearModel;
  conv: ConvModel;
  /** The mean of their logits for every text, its source's offsets included. */
  logits: Float32Array;
}

interface Model {
  predict(): Float32Array;
  tables: readonly Float32Array[];
  pass(epoch: number, onTenth: () => void): number;
}

/** All passes; at the end the weights are the mean over the last ones. */
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
    report(`pass ${epoch + 1} of ${epochs}: loss ${loss.toFixed(4)}`);
  }
  average.apply();
  return predict();
}

/** Trains both models on some of the texts. */
export function trainModels(
  { data, grams, kinds, sourceCount }: Lessons,
  {
    texts,
    seed,
    course,
    report,
  }: { texts: Int32Array; seed: number; course: Course; report: (line: string) => void },
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
    course,
    {
      pass: (epoch, onTenth) =>
        conv.trainEpoch(Math.max(course.leastRate, 1 - epoch / course.epochs), onTenth),
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
