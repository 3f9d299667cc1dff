import { eld } from 'eld';
import { WORDS_OF } from './common-words.ts';
import { languageOfScript } from './scripts.ts';
import { voteOf } from './word-vote.ts';

export interface LanguagePrediction {
  /** The detector's code, such as `de`; empty if unknown. */
  code: string;
  /** The language's English name, or `Unknown`. */
  name: string;
  /** 0 to 1. */
  confidence: number;
}

export type LanguageDetector = (sample: string) => LanguagePrediction;

/** The smallest database: one point less accurate, but the larger ones load more slowly and gain little. */
const DATABASE = 'small';
const UNKNOWN: LanguagePrediction = { code: '', name: 'Unknown', confidence: 0 };

/** Discord's own languages, plus three more its members write. Fewer candidates mean fewer errors. */
const LANGUAGES =
  'bg cs da de el en es fi fr hi hr hu it ja ko lt nl no pl pt ro ru sv th tr uk vi zh ar fa he'.split(
    ' ',
  );

/** Recognised by their letters only. */
const BY_LETTERS = ['am', 'tt'];

/** Discord markup and URLs, which say nothing about the language. Bounded repetitions keep this linear. */
const NOISE = /<(?:@[!&]?|#|a?:\w{1,32}:|t:)-?\d{1,20}(?::\w)?>|https?:\/\/\S+/g;
/** At least three single letters separated by single spaces. */
const SPELLED_OUT = /(?<![\p{L}\p{M}])\p{L}(?: \p{L}){2,40}(?![\p{L}\p{M}])/gu;

/** Characters to examine: more don't improve the result. */
const ENOUGH = 60;
const MAX_READ = 1000;
/** A lead of this many frequent words decides. */
const SURE_LEAD = 2;
/** A smaller lead counts only if the language is among this many candidates by letter statistics. */
const LIKELY = 3;

/** Loads the language data. Takes about 0.3 s and 70 MB once per process, so only the service's start calls it. */
export async function createLanguageDetector(): Promise<LanguageDetector> {
  // The package's type covers all its entry points; this one always has `load`.
  if (!('load' in eld)) throw new TypeError('the language detector has no loader');
  await eld.load(DATABASE);
  eld.setLanguageSubset(LANGUAGES);
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const nameOfCode = new Map(
    [...LANGUAGES, ...BY_LETTERS, ...Object.keys(WORDS_OF)].map((code) => [
      code,
      names.of(code) ?? code,
    ]),
  );
  const named = (code: string, confidence: number): LanguagePrediction => ({
    code,
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
