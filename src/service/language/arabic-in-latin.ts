/**
 * Arabic typed in Latin letters has digits for the consonants that Latin lacks: 2 for ء, 3 for ع, 5 for خ, 6 for ط, 7 for
 * ح, 9 for ص. As consonants they stand beside vowels, before or between letters; the 3 of "l33t" stands for a vowel
 * itself, and the 2 of "win2" behind a word.
 */
const SPELLING =
  /^(?:[a-z]+(?:[aeo][235679]|[iu][25679])[a-z]|[a-z]+[235679][aeiou]|[235679][aeiou][a-z])[a-z]+$/;
/** "3am", "2ish", "5er". */
const UNIT = /^\d(?:am|ish|er|en|em|os|as|up|in|oz|a?ers|[ei]me)$/;
const DIGIT = /\d/;
/** Signs that are letters only in a disguise. */
const LEET = /[a-z][014@$]|[014$][a-z]/;
/** Endings as of "ma3" and "la2", which titles and models have too ("halo3"), and little words that other languages have. */
const POSSIBLE = /^(?:[a-z]+[aeiou][237]|el|al|il|wa|fi|ya|min|men|bas|kan|bel|fel|lel|law)$/;

/** Whether digits may be letters in a text in lower case. */
export const mayHaveArabicSpelling = (text: string): boolean =>
  DIGIT.test(text) && !LEET.test(text);

export const hasArabicSpelling = (word: string): boolean => SPELLING.test(word) && !UNIT.test(word);

/** Whether a word speaks for Arabic beside clearer ones. */
export const isPossiblyArabic = (word: string): boolean => POSSIBLE.test(word);
