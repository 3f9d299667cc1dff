import { TRAINING_SEED } from './random.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hashText, spread } from '../../src/service/engine/normalise/hash.ts';
import { HEADS } from '../../src/service/engine/model/shape.ts';
import { readWeights, writeWeights } from '../../src/service/engine/model/weights-file.ts';
import type { Meta } from '../../src/service/engine/model/weights.ts';
import { folderOption, readArguments, textOption } from '../../src/lib/command-line.ts';
import { allTestTexts } from '../evaluate/sets/test-sets.ts';
import { createProgress } from '../progress.ts';
import { authoredExamples } from './data/authored/expand.ts';
import { bake } from './models/bake.ts';
import { calibrate } from './calibration/calibrate.ts';
import { disguisedCopies, joinedTexts } from './data/augment.ts';
import { createWordTypes, encode } from './data/encode.ts';
import type { Example } from './data/example.ts';
import { judgeHoldout, scoreHoldout } from './calibration/holdout.ts';
import { decontaminate } from './data/decontaminate.ts';
import {
  PAIR_FACTOR,
  trainModels,
  type Schedule,
  type TrainingSet,
} from './models/train-models.ts';
import { softenLabels } from './models/soft-labels.ts';
import { readSources } from './data/sources.ts';
import { trainTeachers } from './models/teachers.ts';
import { chooseThresholds, reportAucs } from './calibration/thresholds.ts';
import { buildVocabulary } from './data/vocabulary.ts';
import { withWeakLabels } from './data/weak-labels.ts';

const VERSION = 'trained-1';
const DEFAULT_OUTPUT = 'src/service/engine/weights.bin';
/** One in ten groups of texts is the holdout for calibration and thresholds. */
const HOLDOUT_INTERVAL = 10;
/** Each teacher trains on all texts except its own fold. */
const TEACHERS = 4;
/** Averages the weights of the last two epochs: where a single run stops is partly groupHash. */
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

const { options } = readArguments({
  name: 'train',
  summary: 'Trains the text engine and writes its weights. Takes about ten minutes on two cores.',
  options: {
    data: folderOption('data', 'The folder with the datasets, in train/ and test/.'),
    out: textOption('FILE', `The file to write. Default: ${DEFAULT_OUTPUT}.`, DEFAULT_OUTPUT),
  },
  examples: ['--data datasets', '--data datasets --out weights.bin'],
});

const groupHash = ({ group }: Example): number => spread(hashText(group));
const isInHoldout = (example: Example): boolean =>
  example.isHoldout ?? groupHash(example) % HOLDOUT_INTERVAL === 0;
const foldOf = (example: Example): number =>
  Math.floor(groupHash(example) / HOLDOUT_INTERVAL) % TEACHERS;
const isAuthored = ({ source }: Example): boolean => source.startsWith('authored');

async function main(): Promise<void> {
  const { data: folder, out } = options;
  const progress = createProgress();
  const summary: string[] = [];

  progress.step('Reading the datasets');
  const collected = [...readSources(`${folder}/train`), ...authoredExamples(TRAINING_SEED)].filter(
    ({ text }) => text !== '',
  );
  const examples = decontaminate(collected, allTestTexts(`${folder}/test`)).map(withWeakLabels);
  const holdout = examples.filter(isInHoldout);
  const training = examples.filter((example) => !isInHoldout(example));
  summary.push(
    `texts: ${examples.length}, holdout: ${holdout.length}, left out because they are in a test set: ${collected.length - examples.length}`,
  );

  progress.step('Building the vocabulary');
  const vocabulary = buildVocabulary(training);
  const train = [...training, ...disguisedCopies(training), ...joinedTexts(training)];
  const types = createWordTypes(vocabulary);
  const sourceNames: string[] = [];
  const data = encode(train, vocabulary, { types, sourceNames });
  const grams = types.done();
  summary.push(
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
    folds: Uint8Array.from(train, foldOf),
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
  const scores = scoreHoldout(weights, holdout);
  const calibration = calibrate(scores);
  const calibrated = { ...weights, meta: { ...UNCALIBRATED, calibration } };
  const rows = judgeHoldout(calibrated, holdout);
  reportAucs(rows, (line) => summary.push(line));
  const thresholds = chooseThresholds(rows);
  summary.push(`thresholds: ${JSON.stringify(thresholds)}`);
  progress.step('Writing the weights');
  const file = writeWeights({ ...calibrated, meta: { ...calibrated.meta, thresholds } });
  readWeights(file);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, file);
  progress.end();
  summary.push(`${out}: ${(file.length / 1e6).toFixed(2)} MB`);
  for (const line of summary) console.log(line);
}

await main();
