import { eld } from 'eld';

export interface LanguagePrediction {
  /** English name of the language, or `Unknown`. */
  name: string;
  /** 0 to 1. */
  confidence: number;
}

export type LanguageDetector = (sample: string) => LanguagePrediction;

/** The smallest one is a point less right; the next larger ones take longer to load and gain little. */
const DATABASE = 'small';
const UNKNOWN: LanguagePrediction = { name: 'Unknown', confidence: 0 };

/** The languages Discord itself speaks, and three that its users write besides. Fewer to choose from, fewer mistaken. */
const LANGUAGES =
  'bg cs da de el en es fi fr hi hr hu it ja ko lt nl no pl pt ro ru sv th tr uk vi zh ar fa he'.split(
    ' ',
  );

const LETTER = /\p{L}/gu;
const ARABIC_SCRIPT = /\p{Script=Arabic}/gu;
/** Letters that Persian writes and Arabic does not. */
const PERSIAN_LETTER = /[پچژگیک]/u;
/** Chinese, and Japanese, which has letters of its own besides. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Discord's markup and addresses say nothing about the language. Bounded, hence linear. */
const NOISE = /<(?:@[!&]?|#|a?:\w{1,32}:|t:)-?\d{1,20}(?::\w)?>|https?:\/\/\S+/g;
/** Single letters parted by single spaces, three or more. */
const SPELLED_OUT = /(?<![\p{L}\p{M}])\p{L}(?: \p{L}){2,40}(?![\p{L}\p{M}])/gu;

/** Whether most of the letters are of a script. */
function isWrittenIn(text: string, script: RegExp): boolean {
  const own = text.match(script)?.length ?? 0;
  return own > 0 && own * 2 > (text.match(LETTER)?.length ?? 0);
}

/** The language that the script alone gives away, or null. */
function languageOfScript(text: string): string | null {
  if (isWrittenIn(text, ARABIC_SCRIPT)) return PERSIAN_LETTER.test(text) ? 'fa' : 'ar';
  if (isWrittenIn(text, EAST_ASIAN)) return KANA.test(text) ? 'ja' : 'zh';
  return null;
}

/** So much of a message tells its language; more only takes longer. */
const ENOUGH = 60;
const MAX_READ = 1000;

/** Loads the language data: about 0.3 s and 70 MB the first time in a process, so only when a service starts. */
export async function createLanguageDetector(): Promise<LanguageDetector> {
  // One type covers all of the package's entries; this entry always has `load`.
  if (!('load' in eld)) throw new TypeError('the language detector came without its loader');
  await eld.load(DATABASE);
  eld.setLanguageSubset(LANGUAGES);
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const nameOf = (code: string): string => names.of(code) ?? code;

  return (sample) => {
    const text = sample.slice(0, MAX_READ).replace(NOISE, ' ').slice(0, ENOUGH);
    const result = eld.detect(text.replace(SPELLED_OUT, (letters) => letters.replaceAll(' ', '')));
    const confidence = result.getScores()[result.language] ?? 0;
    const byScript = languageOfScript(text);
    if (byScript !== null) {
      return { name: nameOf(byScript), confidence: result.language === byScript ? confidence : 1 };
    }
    if (result.language === '') return UNKNOWN;
    return { name: nameOf(result.language), confidence };
  };
}
