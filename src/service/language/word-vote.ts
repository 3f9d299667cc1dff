import { hasArabicSpelling, isPossiblyArabic, mayHaveArabicSpelling } from './arabic-in-latin.ts';
import { createHashTable, HASH_START, hashStep, hashText } from '../engine/normalise/hash.ts';
import { WORDS_OF } from './common-words.ts';

/** Letters and symbols that occur in only one of the supported languages. */
const OWN_LETTERS: Readonly<Record<string, string>> = {
  de: 'ß',
  fr: 'œ',
  es: 'ñ¿¡',
  pt: 'ãõ',
  pl: 'łżśźń',
  hu: 'őű',
  cs: 'řěů',
  ro: 'șțşţ',
  tr: 'ğı',
  vi: 'ươ',
};

/** The language favoured by a text's frequent words and language-specific letters. */
export interface Vote {
  /** The language code, or '' on a tie. */
  language: string;
  /** The lead over the runner-up, in votes. */
  lead: number;
}

const LANGUAGES = Object.keys(WORDS_OF);
const ARABIC = LANGUAGES.indexOf('ar');

/** Maps each entry to the index of its language. */
function numbered(
  rows: Readonly<Record<string, string>>,
  split: (row: string) => string[],
): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(rows).flatMap(([language, row]) =>
      split(row).map((entry) => [entry, LANGUAGES.indexOf(language)] as const),
    ),
  );
}

const LANGUAGE_OF_WORD = numbered(WORDS_OF, (words) => words.trim().split(/\s+/));
const LANGUAGE_OF_LETTER = numbered(OWN_LETTERS, (letters) => Array.from(letters));
const OWN_LETTER = new RegExp(`[${Object.values(OWN_LETTERS).join('')}]`, 'u');
const BETWEEN_WORDS = /[\s.,;:!?¿¡"“”„()[\]*_~|<>…-]+/;

/** The same words by their hashes, so that no string is needed per word. */
const WORDS = [...LANGUAGE_OF_WORD.keys()];
const LANGUAGES_OF_WORDS = Uint8Array.from(LANGUAGE_OF_WORD.values());
const INDEX = createHashTable(WORDS.length);
WORDS.forEach((word, at) => INDEX.add(hashText(word), at));
/** 1 for each code unit that separates words. */
const IS_BETWEEN = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  BETWEEN_WORDS.test(String.fromCharCode(unit)) ? 1 : 0,
);
const LAST_ASCII = 0x7f;
const ZERO = 0x30;
const NINE = 0x39;

const votes = new Uint8Array(LANGUAGES.length);
const add = (language: number, count: number): void => {
  votes[language] = (votes[language] ?? 0) + count;
};

/** Counts words with the spelling of Arabic in Latin letters. */
function countArabic(lower: string): void {
  let possiblyArabic = 0;
  for (const word of lower.split(BETWEEN_WORDS)) {
    if (LANGUAGE_OF_WORD.has(word)) continue;
    if (hasArabicSpelling(word)) add(ARABIC, 1);
    else if (isPossiblyArabic(word)) possiblyArabic += 1;
  }
  if ((votes[ARABIC] ?? 0) > 0) add(ARABIC, possiblyArabic);
}

function countWord(lower: string, range: { from: number; to: number; hash: number }): void {
  const found = INDEX.find(range.hash);
  const word = found === -1 ? '' : (WORDS[found] ?? '');
  const isWord = word.length === range.to - range.from && lower.startsWith(word, range.from);
  if (isWord) add(LANGUAGES_OF_WORDS[found] ?? 0, 1);
}

const range = { from: 0, to: 0, hash: HASH_START };

/** Counts the frequent words; returns true if the text has letters beyond ASCII. */
function countWords(lower: string): boolean {
  let isBeyondAscii = false;
  let hasDigit = false;
  range.from = 0;
  range.hash = HASH_START;
  for (let at = 0; at < lower.length; at += 1) {
    const unit = lower.charCodeAt(at);
    if (IS_BETWEEN[unit] === 1) {
      range.to = at;
      if (at > range.from) countWord(lower, range);
      range.from = at + 1;
      range.hash = HASH_START;
    } else range.hash = hashStep(range.hash, unit);
    isBeyondAscii ||= unit > LAST_ASCII;
    hasDigit ||= unit >= ZERO && unit <= NINE;
  }
  range.to = lower.length;
  if (range.to > range.from) countWord(lower, range);
  if (hasDigit && mayHaveArabicSpelling(lower)) countArabic(lower);
  return isBeyondAscii;
}

export function voteOf(text: string): Vote {
  votes.fill(0);
  const lower = text.toLowerCase().replaceAll('’', "'");
  const isBeyondAscii = countWords(lower);
  // A single vote however many there are: a name or a loanword may have several.
  const letter = isBeyondAscii ? OWN_LETTER.exec(lower)?.[0] : undefined;
  if (letter !== undefined) add(LANGUAGE_OF_LETTER.get(letter) ?? 0, 1);
  let winner = 0;
  for (let at = 1; at < votes.length; at += 1) {
    if ((votes[at] ?? 0) > (votes[winner] ?? 0)) winner = at;
  }
  let second = 0;
  for (let at = 0; at < votes.length; at += 1) {
    if (at !== winner) second = Math.max(second, votes[at] ?? 0);
  }
  const lead = (votes[winner] ?? 0) - second;
  return { language: lead === 0 ? '' : (LANGUAGES[winner] ?? ''), lead };
}
