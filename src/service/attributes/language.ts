import type { LanguageHint } from '../engine/engine.ts';
import type { LanguageDetector } from '../language/detector.ts';
import { TOXICITY_LANGUAGES } from './attributes.ts';

/** From this confidence on, the language that the detector reports is taken as certain. */
const CERTAIN = 0.75;
/** Shorter texts in Latin letters are often mistaken for another language. */
const MIN_CERTAIN_LENGTH = 10;
const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const BEYOND_LATIN = /[\u{370}-\u{1fff}\u{3000}-\u{dfff}]/u;

/** The language in which a text is read, and how it was found. */
export interface ReadLanguage {
  /** The detector's code. */
  readonly code: string;
  /** Codes of the detected languages, most likely first. */
  readonly detected: readonly string[];
  /** Passed to the engine; undefined: the text is read only as English. */
  readonly hint: LanguageHint | undefined;
}

/**
 * Null: nothing in the text tells its language. An uncertain text in Latin letters is also read as English, and one in Cyrillic
 * letters counts as Russian if its likeliest language has no model.
 */
export function readLanguage(text: string, detectLanguage: LanguageDetector): ReadLanguage | null {
  const { code, confidence } = detectLanguage(text);
  const hint = { code, confidence };
  if (code === 'en') return { code, detected: ['en'], hint };
  const isSure = confidence >= CERTAIN && text.length >= MIN_CERTAIN_LENGTH;
  const hasOwnScript = confidence === 1 && BEYOND_LATIN.test(text);
  if (code !== '' && (isSure || hasOwnScript)) return { code, detected: [code], hint };
  if (!LETTER.test(text) || !LATIN.test(text)) {
    if (code === '') return null;
    const isLikeRussian = CYRILLIC.test(text) && !TOXICITY_LANGUAGES.has(code);
    return isLikeRussian
      ? { code: 'ru', detected: [code, 'ru'], hint }
      : { code, detected: [code], hint };
  }
  return { code: 'en', detected: code === '' ? ['en'] : [code, 'en'], hint };
}

/** The language that a caller states: the text is read in this language alone. */
export function statedLanguage(code: string): ReadLanguage {
  return { code, detected: [code], hint: code === 'en' ? undefined : { code, confidence: 1 } };
}
