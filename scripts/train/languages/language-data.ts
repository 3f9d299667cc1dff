import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTable } from '../data/table.ts';
import { createRandom, TRAINING_SEED, type Random } from '../random.ts';
import { abuseWords, type AbuseWords } from './abuse-words.ts';

export interface LanguageText {
  text: string;
  isToxic: boolean;
  /** Ordinary sentences of sets without any toxic text: none of them may be flagged. */
  isOrdinary: boolean;
  weight: number;
}

/** The languages with a model, by the detector's code, and the codes in the data that they are trained on. */
export const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  de: ['de'],
  fr: ['fr'],
  es: ['es'],
  pt: ['pt'],
  it: ['it'],
  nl: ['nl'],
  pl: ['pl'],
  ru: ['ru'],
  uk: ['uk'],
  tr: ['tr'],
  ar: ['ar'],
  hi: ['hi'],
  zh: ['zh'],
  ja: ['ja'],
  ko: ['ko'],
  ro: ['ro'],
  id: ['id'],
  sv: ['sv'],
  fi: ['fi'],
  cs: ['cs'],
  da: ['da'],
  el: ['el'],
  // Roman Urdu and Hindi: one language in chat, and in these letters.
  'hi-Latn': ['ur-Latn', 'hi-Latn'],
};

/** Toxic texts of a related language, for languages that have none. */
const RELATED: Readonly<Record<string, string>> = { uk: 'ru' };
const RELATED_WEIGHT = 0.4;

/** Sets of which every text counts as ordinary. */
const ORDINARY =
  'common_voice tatoeba xpersona ud_informal stif_indonesia nusax ko_informal afrisenti_positive chatterbot'.split(
    ' ',
  );
/** Noisy labels, and four fifths toxic. */
const WEIGHTS: Readonly<Record<string, number>> = { mlma_ar: 0.3, mlma_fr: 0.5, poleval2019: 0.7 };
const ORDINARY_WEIGHT = 1;
/** Ordinary texts of other languages per language: chat mixes languages, and the detector errs. */
const OTHERS = 4_000;
const MAX_ORDINARY = 16_000;
/** Texts made of each language's abuse words. */
const WRITTEN = 2_500;
const WRITTEN_WEIGHT = 0.6;

interface Row {
  language: string;
  text: string;
  isToxic: boolean;
  set: string;
}

function readRows(folder: string): Row[] {
  return readdirSync(folder)
    .toSorted()
    .filter((set) => set !== 'sms_spam' && existsSync(join(folder, set, 'train.tsv')))
    .flatMap((set) =>
      readTable(join(folder, set, 'train.tsv'), { delimiter: '\t', quoted: false }).flatMap(
        ([language = '', toxic, , text = '']) =>
          (toxic === '0' || toxic === '1') && text !== ''
            ? [{ language, text, isToxic: toxic === '1', set }]
            : [],
      ),
    );
}

function fillSentence(sentence: string, word: string, random: Random): string {
  return sentence
    .replace(/\{([^}]*)\}/g, (_, choices: string) => random.pick(choices.split('|')))
    .replaceAll('W', word);
}

/** Texts of abuse: sentences, phrases, and ordinary texts that end or begin with abuse. */
function written(
  { words, sentences, phrases }: AbuseWords,
  ordinary: readonly LanguageText[],
  random: Random,
): LanguageText[] {
  return Array.from({ length: WRITTEN }, () => {
    const kind = random.next();
    const abuse =
      kind < 0.3
        ? random.pick(phrases)
        : fillSentence(random.pick(sentences), random.pick(words), random);
    const other = ordinary.length > 0 ? random.pick(ordinary).text : '';
    const text =
      kind < 0.65
        ? abuse
        : kind < 0.85
          ? `${other.slice(0, 80)} ${abuse}`
          : `${abuse} ${other.slice(0, 80)}`;
    return { text, isToxic: true, isOrdinary: false, weight: WRITTEN_WEIGHT };
  });
}

function sample<T>(items: readonly T[], count: number, random: Random): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, () => random.pick(items));
}

/** The training texts of every language. */
export function readLanguages(folder: string): ReadonlyMap<string, LanguageText[]> {
  const random = createRandom(TRAINING_SEED + 9);
  const rows = readRows(folder);
  const byLanguage = new Map<string, Row[]>();
  for (const row of rows) {
    const peers = byLanguage.get(row.language);
    if (peers === undefined) byLanguage.set(row.language, [row]);
    else peers.push(row);
  }
  const isOrdinary = ({ set }: Row): boolean => ORDINARY.includes(set);
  const toText = (row: Row): LanguageText => ({
    text: row.text,
    isToxic: row.isToxic,
    isOrdinary: isOrdinary(row),
    weight: isOrdinary(row) ? ORDINARY_WEIGHT : (WEIGHTS[row.set] ?? 1),
  });
  const abuse = abuseWords();
  return new Map(
    Object.entries(LANGUAGES).map(([code, names]) => {
      const own = names.flatMap((name) => byLanguage.get(name) ?? []);
      const ordinary = sample(own.filter(isOrdinary), MAX_ORDINARY, random).map(toText);
      const rated = own.filter((row) => !isOrdinary(row)).map(toText);
      const related = (byLanguage.get(RELATED[code] ?? '') ?? [])
        .filter(({ isToxic }) => isToxic)
        .map((row) => ({ ...toText(row), weight: RELATED_WEIGHT }));
      const others = sample(
        rows.filter((row) => isOrdinary(row) && !names.includes(row.language)),
        OTHERS,
        random,
      ).map((row) => ({ ...toText(row), isOrdinary: false, weight: 0.5 }));
      const words = abuse.get(code);
      const made = words === undefined ? [] : written(words, ordinary, random);
      return [code, [...ordinary, ...rated, ...related, ...others, ...made]] as const;
    }),
  );
}
