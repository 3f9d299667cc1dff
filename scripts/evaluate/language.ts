import type { LanguageDetector } from '../../src/service/language.ts';
import type { TestText } from './test-sets.ts';

const MAX_LENGTH = 60;
/** The set's Hindi, and some of its Arabic, are written in Latin letters; the detector knows neither so. */
const ROMANISED = 'Hindi';
const ARABIC_LETTER = /\p{Script=Arabic}/u;
const NAMES: Readonly<Record<string, string>> = { Mandarin: 'Chinese' };

export interface LanguageAccuracy {
  texts: number;
  all: number;
  /** Without Arabic in Latin letters. */
  ownScript: number;
}

export function measureLanguage(
  detect: LanguageDetector,
  texts: readonly TestText[],
): LanguageAccuracy {
  const short = texts.filter(({ text, kind }) => text.length < MAX_LENGTH && kind !== ROMANISED);
  const isRight = ({ text, kind }: TestText): boolean =>
    detect(text).name === (NAMES[kind] ?? kind);
  const own = short.filter(({ text, kind }) => kind !== 'Arabic' || ARABIC_LETTER.test(text));
  return {
    texts: short.length,
    all: short.filter(isRight).length / short.length,
    ownScript: own.filter(isRight).length / own.length,
  };
}
