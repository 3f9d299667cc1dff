import { eld } from 'eld';
import { languageOfScript } from './language/scripts.ts';
import { voteOf } from './language/word-vote.ts';

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

/** Discord's markup and addresses say nothing about the language. Bounded, hence linear. */
const NOISE = /<(?:@[!&]?|#|a?:\w{1,32}:|t:)-?\d{1,20}(?::\w)?>|https?:\/\/\S+/g;
/** Single letters parted by single spaces, three or more. */
const SPELLED_OUT = /(?<![\p{L}\p{M}])\p{L}(?: \p{L}){2,40}(?![\p{L}\p{M}])/gu;

/** So much of a message tells its language; more only takes longer. */
const ENOUGH = 60;
const MAX_READ = 1000;
/** By so many of its frequent words a language is known for sure. */
const SURE_LEAD = 2;
/** Where one word only speaks for a language, it must be among the likeliest by its letters. */
const LIKELY = 3;

/** Loads the language data: about 0.3 s and 70 MB the first time in a process, so only when a service starts. */
export async function createLanguageDetector(): Promise<LanguageDetector> {
  // One type covers all of the package's entries; this entry always has `load`.
  if (!('load' in eld)) throw new TypeError('the language detector came without its loader');
  await eld.load(DATABASE);
  eld.setLanguageSubset(LANGUAGES);
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const nameOfCode = new Map(LANGUAGES.map((code) => [code, names.of(code) ?? code]));
  const named = (code: string, confidence: number): LanguagePrediction => ({
    name: nameOfCode.get(code) ?? code,
    confidence,
  });

  return (sample) => {
    const text = sample.slice(0, MAX_READ).replace(NOISE, ' ').slice(0, ENOUGH);
    const byScript = languageOfScript(text);
    if (byScript !== null) return named(byScript, 1);
    const vote = voteOf(text);
    if (vote.lead >= SURE_LEAD) return named(vote.language, 1 - 0.5 ** vote.lead);
    const result = eld.detect(text.replace(SPELLED_OUT, (letters) => letters.replaceAll(' ', '')));
    if (result.language === '') return UNKNOWN;
    const scores = result.getScores();
    const isLikely = Object.keys(scores).slice(0, LIKELY).includes(vote.language);
    const language = isLikely ? vote.language : result.language;
    return named(language, scores[language] ?? 0);
  };
}
