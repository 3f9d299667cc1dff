import type { LanguageHint } from '../engine.ts';
import { foldText } from './language-features.ts';
import type { LanguageModels, LanguageScore } from './language-models.ts';

/** From this confidence on, a text is read in its language only. */
const CERTAIN = 0.75;
/** Shorter texts are often taken for another language. */
const MIN_CERTAIN_LENGTH = 10;
/** A text in an uncertain language is flagged only above this. */
const UNCERTAIN_FLAG = 0.9;
/** Urdu and Hindi in Latin letters, which the detector doesn't know. */
const ROMAN_HINDI = 'hi-Latn';
const BEYOND_LATIN = /[\u{370}-\u{1fff}\u{3000}-\u{dfff}]/u;

/** What the language models say about a text. */
export interface ForeignVerdict extends LanguageScore {
  code: string;
  /** Whether the text is in this language for sure, so that its English reading means little. */
  isCertain: boolean;
}

/** The highest verdict of the languages a text may be in, or null if it is English or in a language without a model. */
export type ForeignReader = (sample: string, hint: LanguageHint) => ForeignVerdict | null;

export function createForeignReader(models: LanguageModels): ForeignReader {
  return (sample, { code, confidence, placeCode = '' }) => {
    const isSure = confidence >= CERTAIN && sample.length >= MIN_CERTAIN_LENGTH;
    if (isSure && code === 'en') return null;
    const hasOtherScript = BEYOND_LATIN.test(sample);
    const isCertain = isSure || (hasOtherScript && confidence === 1);
    const codes = new Set(
      isCertain ? [code] : [code, placeCode, ...(hasOtherScript ? [] : [ROMAN_HINDI])],
    );
    codes.delete('en');
    let text: ReturnType<typeof foldText> | null = null;
    let worst: ForeignVerdict | null = null;
    for (const candidate of codes) {
      if (!models.has(candidate)) continue;
      text ??= foldText(sample);
      const score = models.score(text, candidate);
      if (score === null) continue;
      const isFlagged = score.isFlagged && (isCertain || score.toxicity >= UNCERTAIN_FLAG);
      if (worst !== null && score.toxicity <= worst.toxicity) continue;
      worst = { code: candidate, isCertain, toxicity: score.toxicity, isFlagged };
    }
    return worst;
  };
}
