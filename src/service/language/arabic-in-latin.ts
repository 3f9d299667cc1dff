/**
 * Arabic in Latin letters uses digits for consonants that Latin lacks: 2 for ء, 3 for ع, 5 for خ, 6 for ط, 7 for ح, 9
 * for ص. Like consonants, they stand next to vowels, before or between letters; the 3 of "l33t" replaces a vowel, and
 * the 2 of "win2" follows a word.
 */
const SPELLING =
  /^(?:[a-z]+(?:[aeo][235679]|[iu][25679])[a-z]|[a-z]+[235679][aeiou]|[235679][aeiou][a-z])[a-z]+$/;
/** A number with a unit or an ending: "3am", "2ish", "5er". */
const UNIT = /^\d(?:am|ish|er|en|em|os|as|up|in|oz|a?ers|[ei]me)$/;
const DIGIT = /\d/;
/** Symbols that are letters only in leetspeak. */
const LEET = /[a-z][014@$]|[014$][a-z]/;
/**
 * Endings such as "ma3" and "la2", which also occur in names and models ("halo3"), and short words shared with other languages.
 */
const POSSIBLE = /^(?:[a-z]+[aeiou][237]|el|al|il|wa|fi|ya|min|men|bas|kan|bel|fel|lel|law)$/;

/** True if digits in a lower-case text may stand for letters. */
export const mayHaveArabicSpelling = (text: string): boolean =>
  DIGIT.test(text) && !LEET.test(text);

export const hasArabicSpelling = (word: string): boolean => SPELLING.test(word) && !UNIT.test(word);

/** True if a word counts for Arabic only together with clearer words. */
export const isPossiblyArabic = (word: string): boolean => POSSIBLE.test(word);
