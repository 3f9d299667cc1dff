import type { Engine } from '../engine/engine.ts';
import { attributeScores } from '../attributes/attribute-scores.ts';
import {
  ATTRIBUTES,
  supportsLanguage,
  type Attribute,
  type AttributeScores,
} from '../attributes/attributes.ts';
import { readLanguage, statedLanguage, type ReadLanguage } from '../attributes/language.ts';
import type { LanguageDetector } from '../language/detector.ts';
import { perspectiveError } from './google-error.ts';
import type { AnalyzeRequest, SuggestRequest } from './requests.ts';
import { sentencesOf, type Span } from './sentences.ts';

/** In UTF-8 bytes. */
const MAX_COMMENT_BYTES = 20 * 1024;
const EXPERIMENTAL = '_EXPERIMENTAL';
/** More digits than scores are precise to, but no more than needed to tell two scores apart. */
const DIGITS = 1e7;

interface Score {
  readonly value: number;
  readonly type: 'PROBABILITY';
}

export interface AnalyzeResponse {
  attributeScores?: Record<
    string,
    { spanScores: ({ score: Score } & Span)[]; summaryScore: Score }
  >;
  languages: string[];
  detectedLanguages?: string[];
  clientToken?: string;
}

export interface AnalyzerDeps {
  readonly engine: Engine;
  readonly detectLanguage: LanguageDetector;
}

interface Requested {
  /** The name as spelled in the request, which the answer repeats. */
  readonly name: string;
  readonly attribute: Attribute;
  readonly threshold: number;
}

const ATTRIBUTE_BY_NAME = new Map<string, Attribute>(
  ATTRIBUTES.flatMap((attribute) => [
    [attribute, attribute],
    [attribute + EXPERIMENTAL, attribute],
  ]),
);

/** Returns the comment's text. Throws the error with which Perspective rejects the text. */
function textOf(comment: AnalyzeRequest['comment']): string {
  const { text = '', type } = comment ?? {};
  if (text.trim() === '') throw perspectiveError('COMMENT_EMPTY', 'Comment must be non-empty.');
  if (Buffer.byteLength(text) > MAX_COMMENT_BYTES) {
    throw perspectiveError('COMMENT_TOO_LONG', 'Comment text too long.');
  }
  if (type === 'HTML') {
    const message = "Currently, only 'PLAIN_TEXT' comments are supported";
    throw perspectiveError('INVALID_REQUEST', message);
  }
  return text;
}

function checkContext(context: AnalyzeRequest['context']): void {
  if (context?.entries === undefined || context.articleAndParentComment === undefined) return;
  const message =
    'Context can have either entries or article_and_parent_comment, but both fields were populated.';
  throw perspectiveError('INVALID_REQUEST', message);
}

function requestedOf({ requestedAttributes = {} }: AnalyzeRequest): Requested[] {
  const entries = Object.entries(requestedAttributes);
  if (entries.length === 0) {
    throw perspectiveError('NO_REQUESTED_ATTRIBUTES', 'Missing requested_attributes');
  }
  return entries.map(([name, { scoreType, scoreThreshold = 0 }]) => {
    const attribute = ATTRIBUTE_BY_NAME.get(name);
    if (attribute === undefined) {
      const message = `Unknown requested attribute: ${name.slice(0, 100)}`;
      throw perspectiveError('INVALID_REQUEST', message);
    }
    if (scoreType !== undefined && !/^(?:PROBABILITY|SCORE_TYPE_UNSPECIFIED)$/.test(scoreType)) {
      const message = `Requested score type ${scoreType} is not supported by attribute ${name}`;
      throw perspectiveError('INVALID_REQUEST', message);
    }
    return { name, attribute, threshold: scoreThreshold };
  });
}

/** `pt-BR` is Portuguese; Hindi in Latin letters has a model of its own. */
function baseLanguage(tag: string): string {
  const [language = '', ...rest] = tag.split(/[-_]/);
  const code = language.toLowerCase();
  return code === 'hi' && rest.some((part) => /^latn$/i.test(part)) ? 'hi-Latn' : code;
}

/** The language in which to read the text, and the base codes that every attribute must support. */
function languagesOf(
  request: AnalyzeRequest,
  read: ReadLanguage | null,
): { language: ReadLanguage; needed: string[] } {
  const stated = (request.languages ?? []).map(baseLanguage);
  const [first] = stated;
  if (first === undefined) {
    if (read === null) {
      throw perspectiveError('LANGUAGE_DETECTION_FAILED', 'Unable to detect language');
    }
    return { language: read, needed: [read.code] };
  }
  // A text in several languages is read in English and in one of the others.
  const other = stated.find((code) => code !== 'en');
  const language =
    stated.length === 1 || other === undefined
      ? statedLanguage(first)
      : { code: other, detected: stated, hint: { code: other, confidence: 0 } };
  return { language, needed: stated };
}

/** The attributes that support all languages; others are refused, or dropped if the request asks for that. */
function supportedOf(
  requested: readonly Requested[],
  needed: readonly string[],
  { languages = [], dropUnsupportedAttributes = false }: AnalyzeRequest,
): Requested[] {
  return requested.filter(({ name, attribute }) => {
    const missing = needed.filter((code) => !supportsLanguage(attribute, code));
    if (missing.length === 0) return true;
    if (dropUnsupportedAttributes) return false;
    throw perspectiveError(
      'LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE',
      `Attribute ${name} does not support request languages: ${missing.join(', ').slice(0, 100)}`,
      {
        languageNotSupportedByAttributeError: {
          ...(languages.length > 0
            ? { requestedLanguages: languages }
            : { detectedLanguages: needed }),
          attribute: name,
        },
      },
    );
  });
}

/** The scores of a text; in languages other than English, only toxicity. */
function scoresOf(text: string, { code, hint }: ReadLanguage, engine: Engine): AttributeScores {
  const assessment = engine.assess(text, hint);
  const scores = attributeScores(assessment);
  return code === 'en' ? scores : { ...scores, TOXICITY: assessment.heads.toxicity };
}

function probability(value: number): Score {
  return { value: Math.round(value * DIGITS) / DIGITS, type: 'PROBABILITY' };
}

/** Answers `comments:analyze`. Stores nothing. Throws a `GoogleError` for what Perspective refuses. */
export type Analyzer = (request: AnalyzeRequest) => AnalyzeResponse;

export function createAnalyzer({ engine, detectLanguage }: AnalyzerDeps): Analyzer {
  return (request) => {
    const text = textOf(request.comment);
    checkContext(request.context);
    const requested = requestedOf(request);
    const read = readLanguage(text, detectLanguage);
    const { language, needed } = languagesOf(request, read);
    const supported = supportedOf(requested, needed, request);

    const summary = scoresOf(text, language, engine);
    const whole: Span = { begin: 0, end: text.length };
    const spans = request.spanAnnotations === true ? sentencesOf(text) : [whole];
    const scored = spans.map((span) => ({
      span,
      scores:
        spans.length === 1 ? summary : scoresOf(text.slice(span.begin, span.end), language, engine),
    }));
    const answered = supported.filter(
      ({ attribute, threshold }) => summary[attribute] >= threshold,
    );
    const entries = answered.map(({ name, attribute, threshold }) => {
      const spanScores = scored
        .filter(({ scores }) => scores[attribute] >= threshold)
        .map(({ span, scores }) => ({ ...span, score: probability(scores[attribute]) }));
      return [name, { spanScores, summaryScore: probability(summary[attribute]) }] as const;
    });
    const { languages = [], clientToken } = request;
    return {
      ...(entries.length > 0 ? { attributeScores: Object.fromEntries(entries) } : {}),
      languages: languages.length > 0 ? languages : [language.code],
      ...(read === null ? {} : { detectedLanguages: [...read.detected] }),
      ...(clientToken === undefined ? {} : { clientToken }),
    };
  };
}

/** Checks a suggested score but keeps none of it: this engine does not learn from its users. */
export function answerSuggestion({
  comment,
  context,
  attributeScores: scores,
  clientToken,
}: SuggestRequest): {
  clientToken?: string;
} {
  textOf(comment);
  checkContext(context);
  if (Object.keys(scores ?? {}).length === 0) {
    throw perspectiveError('INVALID_REQUEST', 'Missing attribute_scores');
  }
  return clientToken === undefined ? {} : { clientToken };
}
