/** Characters outside the ranges of languages written in Latin letters. */
const BEYOND_LATIN = /[\u{250}-\u{1dff}\u{1f00}-\u{1fff}\u{2c00}-\u{ffff}\u{20000}-\u{3ffff}]/u;
const LETTER = /\p{L}/gu;
const ARABIC_SCRIPT = /\p{Script=Arabic}/gu;
/** Letters that Persian has and Arabic lacks, and short Persian words. */
const PERSIAN = /[پچژگیک]|(?<!\p{L})(?:است|را|از|این|برای|شما|با)(?!\p{L})/u;
/** Chinese characters and kana, which only Japanese uses. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Scripts that only one supported language uses. */
const OWN_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Ethiopic}/gu, 'am'],
];

/** Letters of Tatar that Russian lacks; related languages share them. */
const TATAR = /[әҗ]/iu;
const KAZAKH_OR_BASHKIR = /[қғұіҙҡҫ]/iu;

/** The language that the script of most letters identifies, or null. */
export function languageOfScript(text: string): string | null {
  if (!BEYOND_LATIN.test(text)) return null;
  const letters = text.match(LETTER)?.length ?? 0;
  const isWrittenIn = (script: RegExp): boolean => (text.match(script)?.length ?? 0) * 2 > letters;
  if (letters === 0) return null;
  if (isWrittenIn(ARABIC_SCRIPT)) return PERSIAN.test(text) ? 'fa' : 'ar';
  if (TATAR.test(text) && !KAZAKH_OR_BASHKIR.test(text)) return 'tt';
  if (isWrittenIn(EAST_ASIAN)) return KANA.test(text) ? 'ja' : 'zh';
  return OWN_SCRIPTS.find(([script]) => isWrittenIn(script))?.[1] ?? null;
}
