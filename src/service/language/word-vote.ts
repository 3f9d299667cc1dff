import { hasArabicSpelling, isPossiblyArabic, mayHaveArabicSpelling } from './arabic-in-latin.ts';
import { WORDS_OF } from './common-words.ts';
import { OWN_LETTERS } from './own-letters.ts';

/** Which language a text's frequent words, and the letters that only one language has, speak for. */
export interface Vote {
  /** Its code, or '' when there is none ahead. */
  language: string;
  /** How many more of them speak for it than for the next one. */
  lead: number;
}

const LANGUAGES = Object.keys(WORDS_OF);
const ARABIC = LANGUAGES.indexOf('ar');

/** The number of each entry's language. */
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
  // One vote however many there are: a name or a borrowed word has several.
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
