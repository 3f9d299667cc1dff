import type { LanguageDetector } from '../../src/service/language/detector.ts';
import type { TestText } from './sets/test-text.ts';

const MAX_LENGTH = 60;
/** The set's Hindi and part of its Arabic are in Latin letters, and the detector doesn't know romanised Hindi. */
const ROMANISED = 'Hindi';
const ARABIC_LETTER = /\p{Script=Arabic}/u;
const NAMES: Readonly<Record<string, string>> = { Mandarin: 'Chinese' };

export interface LanguageAccuracy {
  texts: number;
  all: number;
  /** The share without Arabic in Latin letters. */
  ownScript: number;
}

export function measureLanguage(
  detect: LanguageDetector,
  texts: readonly TestText[],
): LanguageAccuracy {
  const short = texts.filter(({ text, kind }) => text.length < MAX_LENGTH && kind !== ROMANISED);
  const isRight = ({ text, kind }: TestText): boolean =>
    detect(text).name === (NAMES[kind] ?? kind);
  const inOwnScript = short.filter(
    ({ text, kind }) => kind !== 'Arabic' || ARABIC_LETTER.test(text),
  );
  return {
    texts: short.length,
    all: short.filter(isRight).length / short.length,
    ownScript: inOwnScript.filter(isRight).length / inOwnScript.length,
  };
}
