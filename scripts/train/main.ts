import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { hashText, spread } from '../../src/service/engine/normalise/hash.ts';
import { HEADS } from '../../src/service/engine/model/shape.ts';
import { readWeights, writeWeights, type Meta } from '../../src/service/engine/model/weights.ts';
import { allTestTexts } from '../evaluate/test-sets.ts';
import { authoredExamples } from './authored/expand.ts';
import { bake } from './bake.ts';
import { calibrate } from './calibrate.ts';
import { disguisedCopies, joinedTexts } from './copies.ts';
import { createWordTypes, encode } from './encode.ts';
import type { Example } from './example.ts';
import { judgeDev, scoreDev } from './kept-back.ts';
import { withoutTested } from './leave-out.ts';
import { PAIR_FACTOR, trainModels, type Course, type Lessons } from './models.ts';
import { SEED } from './seed.ts';
import { softened } from './soft-labels.ts';
import { readSources } from './sources.ts';
import { trainTeachers } from './teachers.ts';
import { chooseThresholds, reportAreas } from './thresholds.ts';
import { buildVocabulary } from './vocabulary.ts';
import { withWeakLabels } from './weak-labels.ts';

const VERSION = 'trained-1';
/** One group of texts in ten is for choosing, not for training. */
const DEV_SHARE = 10;
/** Each is taught all texts but one fold of as many. */
const TEACHERS = 4;
/** Averaged over two passes that still move: where one run stops is more chance than knowledge. */
const COURSE: Course = { epochs: 5, averaged: 2, leastRate: 0.3 };
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

const startedMs = Date.now();
function report(line: string): void {
  console.log(`${((Date.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}`);
}

const chance = ({ group }: Example): number => spread(hashText(group));
const isDev = (example: Example): boolean =>
  example.isKeptBack ?? chance(example) % DEV_SHARE === 0;
const foldOf = (example: Example): number => Math.floor(chance(example) / DEV_SHARE) % TEACHERS;
const isAuthored = ({ source }: Example): boolean => source.startsWith('authored');

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } });
  if (values.data === undefined) throw new TypeError('name the folder of the data: --data DIR');
  const out = values.out ?? 'src/service/engine/weights.bin';

  const read = [...readSources(`${values.data}/train`), ...authoredExamples(SEED)].filter(
    ({ text }) => text !== '',
  );
  const all = withoutTested(read, allTestTexts(`${values.data}/test`)).map(withWeakLabels);
  const dev = all.filter(isDev);
  const kept = all.filter((example) => !isDev(example));
  report(`${read.length - all.length} texts left out that stand in a test set`);
  report(`${all.length} texts, ${dev.length} of them kept back`);

  const vocabulary = buildVocabulary(kept);
  const train = [...kept, ...disguisedCopies(kept), ...joinedTexts(kept)];
  const types = createWordTypes(vocabulary);
  const sourceNames: string[] = [];
  const data = encode(train, vocabulary, { types, sourceNames });
  const grams = types.done();
  report(
    `${vocabulary.words.length} words known, ${data.words.length} words and ${data.pairs.length} pairs to learn from`,
  );

  const lessons: Lessons = {
    data,
    grams,
    kinds: vocabulary.kinds,
    sourceCount: sourceNames.length,
  };
  const teachers = await trainTeachers(lessons, {
    folds: Uint8Array.from(train, foldOf),
    count: TEACHERS,
    seed: SEED + 100,
    report,
  });
  const certain = train.map(isAuthored);
  const models = trainModels(
    { ...lessons, data: softened(data, teachers, (text) => certain[text] === true) },
    { texts: Int32Array.from(train.keys()), seed: SEED + 2, course: COURSE, report },
  );

  const weights = bake({
    vocabulary,
    grams,
    linear: models.linear,
    pairFactor: PAIR_FACTOR,
    conv: models.conv,
    meta: UNCALIBRATED,
  });
  const scores = scoreDev(weights, dev);
  const calibration = calibrate(scores);
  const calibrated = { ...weights, meta: { ...UNCALIBRATED, calibration } };
  const rows = judgeDev(calibrated, dev);
  reportAreas(rows, report);
  const thresholds = chooseThresholds(rows);
  report(`thresholds ${JSON.stringify(thresholds)}`);
  const file = writeWeights({ ...calibrated, meta: { ...calibrated.meta, thresholds } });
  readWeights(file);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, file);
  report(`${out}: ${(file.length / 1e6).toFixed(2)} MB`);
}

await main();
