import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { hashText, spread } from '../../src/service/engine/normalise/hash.ts';
import { createLexicon } from '../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../src/service/engine/normalise/normalise.ts';
import { HEAD_COUNT, HEADS } from '../../src/service/engine/model/shape.ts';
import { createScorer } from '../../src/service/engine/model/scorer.ts';
import {
  readWeights,
  writeWeights,
  type Meta,
  type Weights,
} from '../../src/service/engine/model/weights.ts';
import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';
import { attackText, ATTACKS } from './attacks.ts';
import { authoredExamples } from './authored/expand.ts';
import { createWeightAverage } from './average.ts';
import { bake } from './bake.ts';
import { calibrate, type DevScores } from './calibrate.ts';
import { createConv } from './conv.ts';
import { createWordTypes, encode } from './encode.ts';
import type { Example, Labels } from './example.ts';
import { createLinear } from './linear.ts';
import { createRandom } from './random.ts';
import { SEED } from './seed.ts';
import { readSources } from './sources.ts';
import { chooseThresholds, reportAreas, type JudgedExample } from './thresholds.ts';
import { buildVocabulary } from './vocabulary.ts';
import { withWeakLabels } from './weak-labels.ts';

const VERSION = 'trained-1';
/** One group of texts in ten is for choosing, not for training. */
const DEV_SHARE = 10;
/** What a text made of a template counts for the calibration: there are many, and much alike. */
const AUTHORED_SHARE = 0.15;
const COPY_SHARE = 0.15;
const JOINED_SHARE = 0.12;
const COPY_WEIGHT = 0.7;
const PAIR_FACTOR = 0.4;
const HEAD_WEIGHTS = [1, 1, 0.5, 0.5, 0.5, 0.7, 0.7, 1.5];
const LINEAR = {
  epochs: 3,
  rate: 0.04,
  wordDrop: 0.1,
  pairFactor: PAIR_FACTOR,
  sourceRate: 0.001,
  decay: 1e-6,
  headWeights: HEAD_WEIGHTS,
};
const CONV = {
  epochs: 4,
  rate: 0.001,
  wordDrop: 0.1,
  dropout: 0.3,
  sourceRate: 0.001,
  headWeights: HEAD_WEIGHTS,
};
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

/** Copies of some texts with words hidden in the ways that training knows. */
function disguisedCopies(examples: readonly Example[]): Example[] {
  const random = createRandom(SEED + 1);
  const attacks = ATTACKS.filter(({ isTrained }) => isTrained);
  return examples
    .filter(() => random.next() < COPY_SHARE)
    .map((example) => {
      const share = random.next() < 0.5 ? 1 : 0.4;
      const text = attackText(example.text, random.pick(attacks), { random, share });
      return { ...example, text, weight: example.weight * COPY_WEIGHT };
    });
}

/** Texts of one source put together, as long as the parts in which long messages are judged. */
function joinedTexts(examples: readonly Example[]): Example[] {
  const random = createRandom(SEED + 4);
  const bySource = new Map<string, Example[]>();
  for (const example of examples) {
    const peers = bySource.get(example.source);
    if (peers === undefined) bySource.set(example.source, [example]);
    else peers.push(example);
  }
  return examples
    .filter(() => random.next() < JOINED_SHARE)
    .map((example) => {
      const peers = bySource.get(example.source) ?? examples;
      const parts = [
        example,
        ...Array.from({ length: 1 + random.below(2) }, () => random.pick(peers)),
      ];
      const labels: Labels = {};
      for (const head of HEADS) {
        const known = parts.map((part) => part.labels[head]);
        // A text is as bad as its worst part; a mixed feeling is none that could be learned from.
        if (head === 'sentiment' || known.includes(undefined)) continue;
        labels[head] = Math.max(...known.map((label) => label ?? 0));
      }
      return {
        ...example,
        text: parts.map(({ text }) => text).join(random.pick([' ', '. ', '\n'])),
        labels,
      };
    });
}

/** What the engine itself, rounded weights and all, says of texts that training has not seen. */
function scoreDev(weights: Weights, dev: readonly Example[]): DevScores {
  const { normalise } = createNormaliser(createLexicon(weights.lexicon));
  const scorer = createScorer(weights);
  const scores: DevScores = {
    linear: new Float32Array(dev.length * HEAD_COUNT),
    conv: new Float32Array(dev.length * HEAD_COUNT),
    labels: new Float32Array(dev.length * HEAD_COUNT),
    weights: Float32Array.from(dev, ({ source }) =>
      source.startsWith('authored') ? AUTHORED_SHARE : 1,
    ),
  };
  dev.forEach(({ text, labels }, row) => {
    const { linear, conv } = scorer.score(normalise(text));
    scores.linear.set(linear, row * HEAD_COUNT);
    scores.conv.set(conv, row * HEAD_COUNT);
    HEADS.forEach((head, slot) => {
      scores.labels[row * HEAD_COUNT + slot] = labels[head] ?? -1;
    });
  });
  return scores;
}

/** The scores of the texts kept back, and whether the engine's leniency would let them pass. */
function judgeDev(weights: Weights, dev: readonly Example[]): JudgedExample[] {
  const thresholds = { ...weights.meta.thresholds, flag: 0 };
  const strict = createTrainedEngine({ ...weights, meta: { ...weights.meta, thresholds } });
  return dev.map((example) => {
    const { heads, patches } = strict.assess(example.text);
    return { example, heads, isLenient: patches.shortVulgarityLeniency };
  });
}

interface Training {
  pass(epoch: number, onTenth: (tenth: number) => void): number;
  tables: readonly Float32Array[];
}

/** All passes; at the end the weights are the mean over the last pass. */
function trainAll(name: string, epochs: number, { pass, tables }: Training): void {
  const average = createWeightAverage(tables);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const isLast = epoch === epochs - 1;
    const loss = pass(epoch, (tenth) => {
      if (isLast) average.sample();
      report(`${name}, pass ${epoch + 1} of ${epochs}: ${tenth * 10} %`);
    });
    report(`${name}, pass ${epoch + 1} of ${epochs}: loss ${loss.toFixed(4)}`);
  }
  average.apply();
}

function main(): void {
  const { values } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } });
  if (values.data === undefined) throw new TypeError('name the folder of the data: --data DIR');
  const out = values.out ?? 'src/service/engine/weights.bin';

  const all = [...readSources(`${values.data}/train`), ...authoredExamples(SEED)]
    .filter(({ text }) => text !== '')
    .map(withWeakLabels);
  const isDev = ({ group, isKeptBack }: Example): boolean =>
    isKeptBack ?? spread(hashText(group)) % DEV_SHARE === 0;
  const dev = all.filter(isDev);
  const kept = all.filter((example) => !isDev(example));
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

  const shared = { sourceCount: sourceNames.length };
  const linear = createLinear(data, grams, {
    ...shared,
    vocabularySize: vocabulary.words.length,
    options: LINEAR,
    random: createRandom(SEED + 2),
  });
  const linearPass = (epoch: number, onTenth: (tenth: number) => void): number =>
    linear.trainEpoch(LINEAR.rate * (1 - epoch / LINEAR.epochs), onTenth);
  trainAll('linear', LINEAR.epochs, { pass: linearPass, tables: Object.values(linear.model) });
  const conv = createConv(data, grams, {
    ...shared,
    kinds: vocabulary.kinds,
    options: CONV,
    random: createRandom(SEED + 3),
  });
  const convPass = (epoch: number, onTenth: (tenth: number) => void): number =>
    conv.trainEpoch(1 - epoch / CONV.epochs, onTenth);
  trainAll('conv', CONV.epochs, { pass: convPass, tables: Object.values(conv.model) });

  const weights = bake({
    vocabulary,
    grams,
    linear: linear.model,
    pairFactor: PAIR_FACTOR,
    conv: conv.model,
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

main();
