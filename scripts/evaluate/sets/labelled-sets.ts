import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestText } from './test-text.ts';

/** Sets of rated texts in one or several languages, one text per line: language, toxic, hate, text. */
export const RATED_SETS = [
  'convabuse',
  'germeval2018',
  'told_br',
  'apeach',
  'kocohub',
  'cold',
  'ro_offense',
  'ro_fb_offense',
  'offenseval2020',
  'mlma_ar',
  'mlma_fr',
  'es_gold_toxicity',
  'poleval2019',
  'roman_urdu',
] as const;
/** Sets that contain only toxic texts. */
export const TOXIC_SETS = ['rudetoxifier', 'pan_clef24', 'pan_clef25'] as const;
/** Sets that contain only ordinary texts. */
export const ORDINARY_SETS = [
  'common_voice',
  'tatoeba',
  'xpersona',
  'ud_informal',
  'stif_indonesia',
  'nusax',
  'ko_informal',
  'afrisenti_positive',
] as const;

/** A text whose `kind` is its language, as a BCP 47 tag. */
export type LabelledText = TestText;

/** Reads lines of `language, toxic (0 or 1), hate, text`; SMS spam has the label spam in place of toxic, and no third column. */
export function readLabelled(path: string): LabelledText[] {
  return readFileSync(path, 'utf8')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const [language = '', label = '', ...rest] = line.split('\t');
      return { text: rest.at(-1) ?? '', label: label === '1', kind: language };
    });
}

export function readSets(folder: string, names: readonly string[]): LabelledText[] {
  return names.flatMap((name) => {
    const path = join(folder, name, 'test.tsv');
    return existsSync(path) ? readLabelled(path) : [];
  });
}

/** SMS messages; the label is spam. */
export const smsSpam = (folder: string): LabelledText[] =>
  readLabelled(join(folder, 'sms_spam/test.tsv'));
