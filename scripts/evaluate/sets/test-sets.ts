import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChatLines } from './chat-lines.ts';
import { ORDINARY_SETS, RATED_SETS, readSets, smsSpam, TOXIC_SETS } from './labelled-sets.ts';
import type { TestText } from './test-text.ts';
import { readRecords, readTable } from '../../train/data/table.ts';

const CSV = { delimiter: ',', quoted: true };
const TSV = { delimiter: '\t', quoted: true };
const PLAIN = { delimiter: '\t', quoted: false };

const lines = (path: string): string[] => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');

export function olid(folder: string): TestText[] {
  const labels = lines(join(folder, 'olid/test_labels.txt'));
  return lines(join(folder, 'olid/test_text.txt')).map((text, row) => ({
    text,
    label: labels[row] === '1',
    kind: '',
  }));
}

export function wikipedia(folder: string, variant: 'nonfuzzed' | 'fuzzed'): TestText[] {
  return readRecords(join(folder, `wiki_tox/toxicity_${variant}_testset.csv`), CSV).map((row) => ({
    text: row.get('comment') ?? '',
    label: row.get('toxic') === 'True',
    kind: '',
  }));
}

export function gab(folder: string): TestText[] {
  return readRecords(join(folder, 'gab_hate/ghc_test.tsv'), TSV).map((row) => ({
    text: row.get('text') ?? '',
    label: ['hd', 'cv', 'vo'].some((name) => row.get(name) === '1'),
    kind: '',
  }));
}

export function hateCheck(folder: string): TestText[] {
  return readRecords(join(folder, 'hatecheck/test_suite_cases.csv'), CSV).map((row) => ({
    text: row.get('test_case') ?? '',
    label: row.get('label_gold') === 'hateful',
    kind: row.get('functionality') ?? '',
  }));
}

function tweets(folder: string): TestText[] {
  const labels = lines(join(folder, 'sentiment/test_labels.txt'));
  return lines(join(folder, 'sentiment/test_text.txt')).map((text, row) => ({
    text,
    label: labels[row] === '2',
    kind: labels[row] ?? '',
  }));
}

/** Tweets that are clearly positive or negative. */
export function tweetSentiment(folder: string): TestText[] {
  return tweets(folder).filter(({ kind }) => kind !== '1');
}

function goEmotions(folder: string): TestText[] {
  return readTable(join(folder, 'goemotions/test.tsv'), PLAIN).map(([text = '', kind = '']) => ({
    text,
    label: false,
    kind,
  }));
}

/** The texts without an annotated emotion. */
export function goEmotionsNeutral(folder: string): TestText[] {
  return goEmotions(folder).filter(({ kind }) => kind === '27');
}

export function politicalTitles(folder: string): TestText[] {
  return readTable(join(folder, 'political_titles/titles.tsv'), PLAIN)
    .slice(1)
    .map(([label, text = '']) => ({ text, label: label === '1', kind: '' }));
}

const LANGUAGES = [
  'Arabic',
  'Dutch',
  'French',
  'German',
  'Hindi',
  'Italian',
  'Mandarin',
  'Polish',
  'Portuguese',
  'Spanish',
];

export function multilingualHateCheck(folder: string): TestText[] {
  return LANGUAGES.flatMap((language) =>
    readRecords(join(folder, `mhc/hatecheck_cases_final_${language.toLowerCase()}.csv`), CSV).map(
      (row) => ({
        text: row.get('test_case') ?? '',
        label: row.get('label_gold') === 'hateful',
        kind: language,
      }),
    ),
  );
}

/** The texts of all test sets, including sets that are not measured: training must leave them out. */
export function allTestTexts(folder: string): string[] {
  return [
    olid(folder),
    wikipedia(folder, 'nonfuzzed'),
    wikipedia(folder, 'fuzzed'),
    gab(folder),
    hateCheck(folder),
    tweets(folder),
    goEmotions(folder),
    politicalTitles(folder),
    readSets(folder, [...RATED_SETS, ...TOXIC_SETS, ...ORDINARY_SETS]),
    smsSpam(folder),
    readChatLines(),
  ].flatMap((texts) => texts.map(({ text }) => text));
}
