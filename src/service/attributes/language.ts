import type { LanguageHint } from '../engine/engine.ts';
import type { LanguageDetector } from '../language/detector.ts';
import { TOXICITY_LANGUAGES } from './attributes.ts';

/** From this confidence on, the detector's answer is the text's language. */
const CERTAIN = 0.75;
/** Shorter texts in Latin letters are often taken for another language. */
const MIN_CERTAIN_LENGTH = 10;
const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const BEYOND_LATIN = /[\u{370}-\u{1fff}\u{3000}-\u{dfff}]/u;

/** The language a text is read in, and what that rests on. */
export interface ReadLanguage {
  /** The detector's code. */
  readonly code: string;
  /** Most likely first. */
  readonly detected: readonly string[];
  /** For the engine; undefined: the text is read as English only. */
  readonly hint: LanguageHint | undefined;
}

/**
 * Null: nothing in the text tells its language. An uncertain text in Latin letters is read as English, too, and one in
 * Cyrillic letters counts as Russian if its likeliest language has no model.
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

/** The language that a caller states: read in it alone. */
export function statedLanguage(code: string): ReadLanguage {
  return { code, detected: [code], hint: code === 'en' ? undefined : { code, confidence: 1 } };
}
