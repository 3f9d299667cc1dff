import { setImmediate as nextTurn } from 'node:timers/promises';
import { attributeScores, logit } from '../attributes/attribute-scores.ts';
import { ATTRIBUTES, supportsLanguage, type Attribute } from '../attributes/attributes.ts';
import { readLanguage, type ReadLanguage } from '../attributes/language.ts';
import type { Assessment, Engine } from '../engine/engine.ts';
import type { LanguageDetector } from '../language/detector.ts';
import { sentencesOf, type Span } from '../perspective/sentences.ts';

/** More would cost too much: for each word, the whole text is scored again without it. */
const MAX_WEIGHED_WORDS = 80;
/** Words whose effect on the logit is below this share of the largest effect say little. */
const MIN_SHARE = 0.25;
const MIN_CHANGE = 0.1;
const WORD = /[^\s]+/g;

export interface WeighedWord extends Span {
  /** How far the logit of toxicity falls without the word; below 0, it rises. */
  readonly weight: number;
}

export interface Explanation {
  /** The language's code and English name. */
  readonly language: { readonly code: string; readonly name: string };
  /** Null: the engine cannot score the attribute in this language. */
  readonly scores: Readonly<Record<Attribute, number | null>>;
  readonly sentences: readonly (Span & { readonly toxicity: number })[];
  /** Words that the engine read differently from how they are written. */
  readonly disguises: readonly { readonly written: string; readonly read: string }[];
  readonly words: readonly WeighedWord[];
}

const ENGLISH: ReadLanguage = { code: 'en', detected: ['en'], hint: undefined };
const names = new Intl.DisplayNames(['en'], { type: 'language' });

/**
 * Words that the engine read as another word, such as `1d1ot`. If the text as a whole is disguised, the whole text counts as
 * written.
 */
function disguisesOf(text: string, { harmfulTerms }: Assessment): Explanation['disguises'] {
  return harmfulTerms
    .map(({ term, span }) => ({ written: text.slice(span.from, span.to), read: term }))
    .filter(
      ({ written, read }) =>
        !written.toLowerCase().startsWith(read.slice(0, 3)) || !/^[\p{L}'’]+$/u.test(written),
    );
}

function mostTelling(words: readonly WeighedWord[]): WeighedWord[] {
  const largest = Math.max(0, ...words.map(({ weight }) => Math.abs(weight)));
  const least = Math.max(MIN_CHANGE, MIN_SHARE * largest);
  return words.filter(({ weight }) => Math.abs(weight) >= least);
}

function wordsOf(text: string): Span[] {
  return [...text.matchAll(WORD)]
    .slice(0, MAX_WEIGHED_WORDS)
    .map(({ index, 0: word }) => ({ begin: index, end: index + word.length }));
}

export function createExplainer({
  engine,
  detectLanguage,
}: {
  engine: Engine;
  detectLanguage: LanguageDetector;
}) {
  async function explain(text: string): Promise<Explanation> {
    const language = readLanguage(text, detectLanguage) ?? ENGLISH;
    const assess = (part: string): Assessment => engine.assess(part, language.hint);
    const toxicityOf = (assessment: Assessment): number =>
      language.code === 'en' ? attributeScores(assessment).TOXICITY : assessment.heads.toxicity;
    const whole = assess(text);
    const scores = { ...attributeScores(whole), TOXICITY: toxicityOf(whole) };
    const words: WeighedWord[] = [];
    for (const { begin, end } of wordsOf(text)) {
      await nextTurn();
      const without = toxicityOf(assess(text.slice(0, begin) + text.slice(end)));
      words.push({ begin, end, weight: logit(scores.TOXICITY) - logit(without) });
    }
    const sentences: (Span & { toxicity: number })[] = [];
    for (const { begin, end } of sentencesOf(text)) {
      await nextTurn();
      sentences.push({ begin, end, toxicity: toxicityOf(assess(text.slice(begin, end))) });
    }
    return {
      language: { code: language.code, name: names.of(language.code) ?? language.code },
      scores: Object.fromEntries(
        ATTRIBUTES.map((attribute) => [
          attribute,
          supportsLanguage(attribute, language.code) ? scores[attribute] : null,
        ]),
      ) as Record<Attribute, number | null>,
      sentences,
      disguises: disguisesOf(text, whole),
      words: mostTelling(words),
    };
  }
  return {
    /** How many times the engine reads the text or a part of it. */
    readingsOf: (text: string): number => 1 + wordsOf(text).length + sentencesOf(text).length,
    explain,
  };
}
export type Explainer = ReturnType<typeof createExplainer>;
