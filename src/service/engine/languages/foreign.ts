import type { LanguageHint } from '../engine.ts';
import { foldText, type FoldedText } from './folded-text.ts';
import type { LanguageModels, LanguageScore } from './language-models.ts';

/** From this confidence on, a text is read only in its detected language. */
const CERTAIN = 0.75;
/** Shorter texts are often mistaken for another language, unless they have letters that only Vietnamese uses. */
const MIN_CERTAIN_LENGTH = 10;
const VIETNAMESE = /[\u{1ea0}-\u{1ef9}]/u;
/** A text in an uncertain language is flagged only from this probability on. */
const UNCERTAIN_FLAG = 0.95;
/** Urdu and Hindi in Latin letters, which the detector recognises only by frequent words. */
const ROMAN_HINDI = 'hi-Latn';
/** Languages in Cyrillic letters are often mistaken for each other, and borrow each other's abuse. */
const CYRILLIC = /[\u{400}-\u{4ff}]/u;
const IN_CYRILLIC = ['ru', 'tt'];
const BEYOND_LATIN = /[\u{370}-\u{1fff}\u{3000}-\u{dfff}]/u;

export interface ForeignVerdict {
  /** True if the text is certainly not English, so its English score means little. */
  isCertain: boolean;
  /** The highest score among the languages it may be in; null if none of them has a model. */
  score: LanguageScore | null;
}

export type ForeignReader = (sample: string, hint: LanguageHint) => ForeignVerdict;

export function createForeignReader(models: LanguageModels): ForeignReader {
  return (sample, { code, confidence, placeCode = '' }) => {
    const isTelling = sample.length >= MIN_CERTAIN_LENGTH || VIETNAMESE.test(sample);
    const isSure = confidence >= CERTAIN && isTelling;
    if (isSure && code === 'en') return { isCertain: false, score: null };
    const hasOtherScript = BEYOND_LATIN.test(sample);
    const isCertain = isSure || (hasOtherScript && confidence === 1);
    const codes = new Set([code]);
    if (!isCertain) codes.add(placeCode);
    if (!isCertain && !hasOtherScript) codes.add(ROMAN_HINDI);
    if (hasOtherScript && CYRILLIC.test(sample)) for (const other of IN_CYRILLIC) codes.add(other);
    codes.delete('en');
    let text: FoldedText | null = null;
    let worst: LanguageScore | null = null;
    for (const candidate of codes) {
      if (!models.has(candidate)) continue;
      text ??= foldText(sample);
      const score = models.score(text, candidate);
      if (score === null || (worst !== null && score.toxicity <= worst.toxicity)) continue;
      const isOwn = isCertain && candidate === code;
      const isFlagged = score.isFlagged && (isOwn || score.toxicity >= UNCERTAIN_FLAG);
      // If the language is certain, another one counts only when it flags the text.
      if (isCertain && !isOwn && !isFlagged) continue;
      worst = { toxicity: score.toxicity, isFlagged };
    }
    return { isCertain, score: worst };
  };
}
