import type { Random } from '../random.ts';
import type { AbuseWords } from './abuse-words.ts';
import type { LanguageText } from './language-text.ts';

/** Number of texts made from each language's abuse words, and of the same sentences with ordinary words. */
const WRITTEN = 2_500;
const CONTRASTS = 1_200;
const MAX_AROUND = 80;
const MAX_WORD = 12;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}']+/u;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WRITTEN_WEIGHT = 0.6;

/** A text of this project: neither ordinary chat nor rated by anybody. */
const own = (text: string, labels: Pick<LanguageText, 'isToxic' | 'weight'>): LanguageText => ({
  text,
  isOrdinary: false,
  isRated: false,
  ...labels,
});

function fillSentence(sentence: string, word: string, random: Random): string {
  return sentence
    .replace(/\{([^}]*)\}/g, (_, choices: string) => random.pick(choices.split('|')))
    .replaceAll('W', word);
}

/** Puts the abuse before, after or between the words of an ordinary text. */
function insertAbuse(ordinary: string, abuse: string, place: number): string {
  const words = ordinary.split(' ');
  const at = Math.floor(place * (words.length + 1));
  return [...words.slice(0, at), abuse, ...words.slice(at)].join(' ');
}

/** Abusive texts: sentences, phrases, and ordinary texts that begin or end with abuse. */
export function written(
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
      kind < 0.55 ? abuse : insertAbuse(other.slice(0, MAX_AROUND), abuse, random.next());
    return own(text, { isToxic: true, weight: WRITTEN_WEIGHT });
  });
}

/** The abusive sentences with ordinary words instead, to show that the rest of the sentence means nothing. */
export function contrasts(
  { sentences }: AbuseWords,
  ordinary: readonly LanguageText[],
  random: Random,
): LanguageText[] {
  if (ordinary.length === 0) return [];
  return Array.from({ length: CONTRASTS }, () => {
    const words = random.pick(ordinary).text.split(/\s+/);
    const word = random.pick(words).slice(0, MAX_WORD);
    const text = fillSentence(random.pick(sentences), word, random);
    return own(text, { isToxic: false, weight: WRITTEN_WEIGHT });
  });
}

/** The abusive phrases, and the harmless ones that look like them, as texts of their own. */
export const asTexts = ({ phrases, harmless }: AbuseWords): LanguageText[] => [
  ...phrases.map((text) => own(text, { isToxic: true, weight: 1 })),
  ...harmless.map((text) => own(text, { isToxic: false, weight: 1 })),
];

/** Finds abuse words, which even some texts in ordinary sets contain. */
export function abuseFinder({ words, phrases }: AbuseWords): (text: string) => boolean {
  const all = [...words, ...phrases].map((word) => word.toLowerCase());
  const single = new Set(all.filter((word) => !word.includes(' ')));
  // A single Chinese character is part of many ordinary words.
  const parts = all.filter((word) => word.length > 1 && WITHOUT_SPACES.test(word));
  const several = all.filter((word) => word.includes(' ')).map((word) => ` ${word} `);
  return (text) => {
    const read = text.toLowerCase().split(BETWEEN_WORDS);
    const joined = ` ${read.join(' ')} `;
    return (
      read.some((word) => single.has(word)) ||
      [...several, ...parts].some((part) => joined.includes(part))
    );
  };
}
