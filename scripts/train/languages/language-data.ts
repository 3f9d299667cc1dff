import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageDetector } from '../../../src/service/language/detector.ts';
import { readTable } from '../data/table.ts';
import { createRandom, TRAINING_SEED, type Random } from '../random.ts';
import { abuseWords } from './abuse-words.ts';
import type { LanguageText } from './language-text.ts';
import { abuseFinder, asTexts, contrasts, written } from './written-texts.ts';

/** The texts of a language, and its settings for training. */
export interface LanguageTexts {
  texts: LanguageText[];
  buckets: number;
  /** Without spaces, rare letter sequences are mostly chance, and repeated ones are words. */
  hasSpaces: boolean;
  /** True if features that few texts have get more weight. */
  countsRarity: boolean;
}

const NO_SPACES: ReadonlySet<string> = new Set(['zh', 'ja']);
/** Languages with spaces for which giving rare features more weight does harm (by cross-validation). */
const NO_RARITY: ReadonlySet<string> = new Set(['fr', 'da']);
const BUCKETS = 1 << 17;
/** For languages that have many different letters and many texts. */
const MANY_BUCKETS = 1 << 18;
const HAS_MANY: ReadonlySet<string> = new Set(['ko', 'zh']);
/** For languages whose toxic texts are all made from abuse words. */
const FEW_BUCKETS = 1 << 16;

function bucketsFor(code: string, isRich: boolean): number {
  if (HAS_MANY.has(code)) return MANY_BUCKETS;
  return isRich ? BUCKETS : FEW_BUCKETS;
}

/** The languages that have a model, by the detector's code, each with the codes in the data that it is trained on. */
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
  he: ['he'],
  am: ['am'],
  tt: ['tt'],
  // Roman Urdu and Hindi are one language in chat, and in these letters.
  'hi-Latn': ['ur-Latn', 'hi-Latn'],
};

/** Related languages whose toxic texts are used for languages that have none. */
const RELATED: Readonly<Record<string, string>> = { uk: 'ru' };
const RELATED_WEIGHT = 0.4;

/** Sets in which every text counts as ordinary. */
const ORDINARY =
  'common_voice tatoeba xpersona ud_informal stif_indonesia nusax ko_informal afrisenti_positive chatterbot'.split(
    ' ',
  );
/** Weights of sets with noisy labels, or in which four fifths are toxic. */
const WEIGHTS: Readonly<Record<string, number>> = {
  mlma_ar: 0.3,
  mlma_fr: 0.5,
  poleval2019: 0.7,
};
const ORDINARY_WEIGHT = 1;
/**
 * Number of ordinary texts in other languages that the detector mistakes for this one, as it will in chat: they count as this
 * language's own.
 */
const MISTAKEN = 4_000;
/** The detector never answers with this language. Texts in Latin letters whose language is uncertain are read in it. */
const NEVER_DETECTED = 'hi-Latn';
const CERTAIN = 0.75;
/** Number of ordinary texts in any other languages, because chat mixes languages. */
const OTHERS = 2_500;
const OTHERS_WEIGHT = 0.5;
const MAX_ORDINARY = 16_000;
const BEYOND_LATIN = /[\u{370}-\u{1fff}\u{3000}-\u{dfff}]/u;

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

function sample<T>(items: readonly T[], count: number, random: Random): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, () => random.pick(items));
}

const isOrdinary = ({ set }: Row): boolean => ORDINARY.includes(set);

const toText = (row: Row): LanguageText => ({
  text: row.text,
  isToxic: row.isToxic,
  isOrdinary: isOrdinary(row),
  isRated: !isOrdinary(row),
  weight: isOrdinary(row) ? ORDINARY_WEIGHT : (WEIGHTS[row.set] ?? 1),
});

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const peers = groups.get(key);
    if (peers === undefined) groups.set(key, [item]);
    else peers.push(item);
  }
  return groups;
}

/** The training texts of every language. */
export function readLanguages(
  folder: string,
  detect: LanguageDetector,
): ReadonlyMap<string, LanguageTexts> {
  const random = createRandom(TRAINING_SEED + 9);
  const rows = readRows(folder);
  const byLanguage = groupBy(rows, ({ language }) => language);
  const ordinaryRows = rows.filter(isOrdinary);
  const detected = ordinaryRows.map((row) => ({ row, ...detect(row.text) }));
  const byDetected = groupBy(detected, ({ code }) => code);
  const uncertain = detected
    .filter(({ row, confidence }) => confidence < CERTAIN && !BEYOND_LATIN.test(row.text))
    .map(({ row }) => row);
  const abuse = abuseWords();
  return new Map(
    Object.entries(LANGUAGES).map(([code, names]) => {
      const isOther = ({ language }: Row): boolean => !names.includes(language);
      const words = abuse.get(code);
      const isAbuse = words === undefined ? () => false : abuseFinder(words);
      const own = names
        .flatMap((name) => byLanguage.get(name) ?? [])
        .filter((row) => !isOrdinary(row) || !isAbuse(row.text));
      const ordinary = sample(own.filter(isOrdinary), MAX_ORDINARY, random).map(toText);
      const rated = own.filter((row) => !isOrdinary(row)).map(toText);
      const related = (byLanguage.get(RELATED[code] ?? '') ?? [])
        .filter(({ isToxic }) => isToxic)
        .map((row) => ({ ...toText(row), isRated: false, weight: RELATED_WEIGHT }));
      const mistaken = sample(
        (byDetected.get(code) ?? []).map(({ row }) => row).filter(isOther),
        MISTAKEN,
        random,
      );
      const readAsThis = code === NEVER_DETECTED ? uncertain : [];
      const unsure = sample(readAsThis.filter(isOther), MISTAKEN, random).map((row) => ({
        ...toText(row),
        isOrdinary: false,
      }));
      const others = sample(ordinaryRows.filter(isOther), OTHERS, random).map((row) => ({
        ...toText(row),
        isOrdinary: false,
        weight: OTHERS_WEIGHT,
      }));
      const made =
        words === undefined
          ? []
          : [
              ...written(words, ordinary, random),
              ...contrasts(words, ordinary, random),
              ...asTexts(words),
            ];
      const texts = [
        ...ordinary,
        ...mistaken.map(toText),
        ...unsure,
        ...rated,
        ...related,
        ...others,
        ...made,
      ];
      const isRich = rated.some(({ isToxic }) => isToxic) || related.length > 0;
      return [
        code,
        {
          texts,
          buckets: bucketsFor(code, isRich),
          hasSpaces: !NO_SPACES.has(code),
          countsRarity: !NO_SPACES.has(code) && !NO_RARITY.has(code),
        },
      ] as const;
    }),
  );
}
