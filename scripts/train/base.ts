import { HEADS } from '../../src/service/engine/model/shape.ts';
import type { Meta, Weights } from '../../src/service/engine/model/weights.ts';
import type { Progress } from '../progress.ts';
import { calibrate } from './calibration/calibrate.ts';
import { judgeHoldout, scoreHoldout } from './calibration/holdout.ts';
import { chooseThresholds, reportAucs } from './calibration/thresholds.ts';
import { disguisedCopies, joinedTexts } from './data/augment.ts';
import { createWordTypes, encode } from './data/encode.ts';
import type { Example } from './data/example.ts';
import { foldOf, type Split } from './data/split.ts';
import { buildVocabulary } from './data/vocabulary.ts';
import { bake } from './models/bake.ts';
import { softenLabels } from './models/soft-labels.ts';
import { trainTeachers } from './models/teachers.ts';
import {
  PAIR_FACTOR,
  trainModels,
  type Schedule,
  type TrainingSet,
} from './models/train-models.ts';
import { TRAINING_SEED } from './random.ts';

const VERSION = 'trained-1';
/** Number of teachers. Each trains on all texts except those of its own fold. */
const TEACHERS = 4;
/** Averages the weights of the last two epochs, because the exact point where a run stops is partly chance. */
const SCHEDULE: Schedule = { epochs: 5, averaged: 2, minRate: 0.3 };
const UNCALIBRATED: Meta = {
  version: VERSION,
  calibration: { slope: HEADS.map(() => 0.5), offset: HEADS.map(() => 0) },
  thresholds: {
    toxic: 0.5,
    hate: 0.5,
    flag: 0.8,
    flagHate: 0.8,
    flagAggressive: 0.8,
    delete: 0.95,
  },
};

const isAuthored = ({ source }: Example): boolean => source.startsWith('authored');

/** Trains the base model: the vocabulary, the eight heads, their calibration and thresholds. */
export async function trainBase(
  { training, holdout }: Split,
  { progress, note }: { progress: Progress; note: (line: string) => void },
): Promise<Weights> {
  progress.step('Building the vocabulary');
  const vocabulary = buildVocabulary(training);
  const train = [...training, ...disguisedCopies(training), ...joinedTexts(training)];
  const types = createWordTypes(vocabulary);
  const sourceNames: string[] = [];
  const data = encode(train, vocabulary, { types, sourceNames });
  const grams = types.done();
  note(
    `vocabulary: ${vocabulary.words.length} words, training: ${data.words.length} words and ${data.pairs.length} pairs`,
  );

  const trainingSet: TrainingSet = {
    data,
    grams,
    kinds: vocabulary.kinds,
    sourceCount: sourceNames.length,
  };
  progress.step('Training the teachers');
  const teachers = await trainTeachers(trainingSet, {
    folds: Uint8Array.from(train, (example) => foldOf(example, TEACHERS)),
    count: TEACHERS,
    seed: TRAINING_SEED + 100,
    report: progress.detail,
  });
  progress.step('Training the models');
  const certain = train.map(isAuthored);
  const models = trainModels(
    { ...trainingSet, data: softenLabels(data, teachers, (text) => certain[text] === true) },
    {
      texts: Int32Array.from(train.keys()),
      seed: TRAINING_SEED + 2,
      schedule: SCHEDULE,
      report: progress.detail,
    },
  );

  progress.step('Calibrating');
  const weights = bake({
    vocabulary,
    grams,
    linear: models.linear,
    pairFactor: PAIR_FACTOR,
    conv: models.conv,
    meta: UNCALIBRATED,
  });
  const calibration = calibrate(scoreHoldout(weights, holdout));
  const calibrated = { ...weights, meta: { ...UNCALIBRATED, calibration } };
  const rows = judgeHoldout(calibrated, holdout);
  reportAucs(rows, note);
  const thresholds = chooseThresholds(rows);
  note(`thresholds: ${JSON.stringify(thresholds)}`);
  return { ...calibrated, meta: { ...calibrated.meta, thresholds } };
}
