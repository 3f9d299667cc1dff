import { readFile } from 'node:fs/promises';
import { WORDS_OF } from './common-words.ts';
import { readNgrams } from './ngram-file.ts';
import { createNgramModel } from './ngram-model.ts';
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

const NGRAMS = new URL('ngrams.bin', import.meta.url);
const UNKNOWN: LanguagePrediction = { code: '', name: 'Unknown', confidence: 0 };

/** The languages that Discord supports, plus three more that its members write in. Fewer candidates mean fewer errors. */
export const LANGUAGES: readonly string[] =
  'bg cs da de el en es fi fr hi hr hu it ja ko lt nl no pl pt ro ru sv th tr uk vi zh ar fa he'.split(
    ' ',
  );

/** Languages that are recognised only by their letters. */
const BY_LETTERS = ['am', 'tt'];

/** Discord markup and URLs, which say nothing about the language. Bounded repetitions keep this linear. */
const NOISE = /<(?:@[!&]?|#|a?:\w{1,32}:|t:)-?\d{1,20}(?::\w)?>|https?:\/\/\S+/g;
/** A text without either of these contains no noise, wherever it is cut off. */
const MAY_BE_NOISE = /<|http/;
const SHORTEST_NOISE = 'http'.length;
/** At least three single letters separated by single spaces. */
const SPELLED_OUT = /(?<![\p{L}\p{M}])\p{L}(?: \p{L}){2,40}(?![\p{L}\p{M}])/gu;

/** The middle letter of three, which may be a surrogate pair. */
const MAY_BE_SPELLED_OUT = / [^ ]{1,2} /;

/** Number of characters to examine: more don't improve the result. */
const ENOUGH = 60;
const MAX_READ = 1000;
/** A language that leads by this many frequent words wins. */
const SURE_LEAD = 2;

/** The part of the sample that is examined, without markup. */
function textOf(sample: string): string {
  const isPlain = !MAY_BE_NOISE.test(sample.slice(0, ENOUGH + SHORTEST_NOISE));
  return isPlain
    ? sample.slice(0, ENOUGH)
    : sample.slice(0, MAX_READ).replace(NOISE, ' ').slice(0, ENOUGH);
}

/** Loads the letter statistics, which takes a few milliseconds and 2 MB. */
export async function createLanguageDetector(): Promise<LanguageDetector> {
  const likelyLanguages = createNgramModel(readNgrams(await readFile(NGRAMS)));
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
    const text = textOf(sample);
    const byScript = languageOfScript(text);
    if (byScript !== null) return named(byScript, 1);
    const vote = voteOf(text);
    if (vote.lead >= SURE_LEAD) return named(vote.language, 1 - 0.5 ** vote.lead);
    const likely = likelyLanguages(
      MAY_BE_SPELLED_OUT.test(text)
        ? text.replace(SPELLED_OUT, (letters) => letters.replaceAll(' ', ''))
        : text,
    );
    // A smaller lead counts only for a language that is also likely by its letters.
    const favoured = likely.find(({ code }) => code === vote.language) ?? likely[0];
    return favoured === undefined ? UNKNOWN : named(favoured.code, favoured.confidence);
  };
}
