import { hasArabicSpelling, isPossiblyArabic, mayHaveArabicSpelling } from './arabic-in-latin.ts';
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
  /** The lead in votes over the second language. */
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

const votes = new Uint8Array(LANGUAGES.length);
const add = (language: number, count: number): void => {
  votes[language] = (votes[language] ?? 0) + count;
};

function countWords(lower: string): void {
  const mayBeArabic = mayHaveArabicSpelling(lower);
  let possiblyArabic = 0;
  for (const word of lower.split(BETWEEN_WORDS)) {
    const language = LANGUAGE_OF_WORD.get(word);
    if (language !== undefined) add(language, 1);
    else if (!mayBeArabic) continue;
    else if (hasArabicSpelling(word)) add(ARABIC, 1);
    else if (isPossiblyArabic(word)) possiblyArabic += 1;
  }
  if ((votes[ARABIC] ?? 0) > 0) add(ARABIC, possiblyArabic);
}

export function voteOf(text: string): Vote {
  votes.fill(0);
  const lower = text.toLowerCase().replaceAll('’', "'");
  countWords(lower);
  // A single vote regardless of the number: a name or loanword may have several.
  const letter = OWN_LETTER.exec(lower)?.[0];
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
