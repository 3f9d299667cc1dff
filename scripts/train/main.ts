import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEIGHT_FILES } from '../../src/service/engine/engine-weights.ts';
import {
  readLanguageWeights,
  writeLanguageWeights,
} from '../../src/service/engine/languages/language-weights.ts';
import { readWeights, writeWeights } from '../../src/service/engine/model/weights-file.ts';
import {
  readCategoryWeights,
  writeCategoryWeights,
} from '../../src/service/engine/severity/category-weights.ts';
import {
  choiceOption,
  folderOption,
  readArguments,
  textOption,
} from '../../src/shared/process/command-line.ts';
import { createLanguageDetector } from '../../src/service/language/detector.ts';
import { allTestTexts } from '../evaluate/sets/test-sets.ts';
import { createProgress } from '../progress.ts';
import { trainBase } from './base.ts';
import { buildCategories } from './categories/build-categories.ts';
import { readCategorySets, withDatasetCategories } from './categories/category-data.ts';
import { authoredExamples } from './data/authored/expand.ts';
import { decontaminate } from './data/decontaminate.ts';
import type { Example } from './data/example.ts';
import { withKnownWords } from './data/known-words.ts';
import { readSources } from './data/sources.ts';
import { splitExamples } from './data/split.ts';
import { withWeakLabels } from './data/weak-labels.ts';
import { buildLanguage } from './languages/build-languages.ts';
import { readLanguages } from './languages/language-data.ts';
import { writeScamDomains } from './scams/pack-scams.ts';
import { TRAINING_SEED } from './random.ts';

const DEFAULT_OUTPUT = 'src/service/engine';
/** Texts only for the categories: the base model learns from tone and words. */
const CHAT_LINES = 'authored chat ';
const PARTS = ['all', 'base', 'categories', 'languages', 'scams'] as const;

const { options } = readArguments({
  name: 'train',
  summary:
    'Trains the text engine and writes its weights. Takes about twenty-five minutes on two cores.',
  options: {
    data: folderOption('data', 'The folder with the datasets, in train/ and test/.'),
    out: textOption(
      'DIR',
      `Where to write the weights. Default: ${DEFAULT_OUTPUT}.`,
      DEFAULT_OUTPUT,
    ),
    part: choiceOption(
      PARTS,
      'What to train. The categories are trained on the base model in DIR. Default: all.',
      'all',
    ),
  },
  examples: ['--data datasets', '--data datasets --part categories'],
});

async function main(): Promise<void> {
  const { data: folder, out, part } = options;
  const progress = createProgress();
  const summary: string[] = [];
  const note = (line: string): void => {
    summary.push(line);
  };
  const baseFile = join(out, WEIGHT_FILES.base);
  const write = (path: string, file: Uint8Array): void => {
    writeFileSync(path, file);
    note(`${path}: ${(file.length / 1e6).toFixed(2)} MB`);
  };
  mkdirSync(out, { recursive: true });

  progress.step('Reading the datasets');
  const tested = allTestTexts(`${folder}/test`);
  const clean = (collected: readonly Example[]): Example[] => {
    const examples = decontaminate(
      collected.filter(({ text }) => text !== ''),
      tested,
    );
    note(`texts: ${examples.length}, left out: ${collected.length - examples.length}`);
    return examples;
  };
  const shared = clean([...readSources(`${folder}/train`), ...authoredExamples(TRAINING_SEED)]);

  if (part === 'all' || part === 'base') {
    const texts = shared.filter(({ source }) => !source.startsWith(CHAT_LINES));
    const base = await trainBase(splitExamples(texts.map(withWeakLabels)), { progress, note });
    progress.step('Collecting real words');
    const file = writeWeights(withKnownWords(base, `${folder}/train`));
    readWeights(file);
    write(baseFile, file);
  }
  if (part === 'all' || part === 'categories') {
    progress.step('Training the categories');
    const split = splitExamples([
      ...shared.map(withDatasetCategories),
      ...clean(readCategorySets(`${folder}/train`)),
    ]);
    const base = readWeights(readFileSync(baseFile));
    const file = writeCategoryWeights(
      await buildCategories(base, split, {
        note,
        report: progress.detail,
      }),
    );
    readCategoryWeights(file);
    write(join(out, WEIGHT_FILES.categories), file);
  }
  if (part === 'all' || part === 'languages') {
    progress.step('Training the languages');
    const collected = readLanguages(`${folder}/train`, await createLanguageDetector());
    const languages = [...collected].map(([code, texts]) => {
      progress.detail(code);
      return buildLanguage(code, texts, note);
    });
    const file = writeLanguageWeights(languages);
    readLanguageWeights(file);
    write(join(out, WEIGHT_FILES.languages), file);
  }
  if (part === 'all' || part === 'scams') {
    progress.step('Packing the scam domains');
    writeScamDomains(`${folder}/train`, join(out, 'scams/domains.bin'));
  }
  progress.end();
  for (const line of summary) console.log(line);
}

await main();
