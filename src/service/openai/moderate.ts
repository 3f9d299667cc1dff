import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRecord } from '../../shared/is-record.ts';
import { readLanguage } from '../attributes/language.ts';
import type { Engine } from '../engine/engine.ts';
import type { LanguageDetector } from '../language/detector.ts';
import { OpenAiError } from './openai-error.ts';
import {
  FLAGGED_FROM,
  MODERATION_CATEGORIES,
  moderationScores,
  type ModerationCategory,
} from './categories.ts';

/** In UTF-16 units. Scoring a text cannot be interrupted, so nothing else is scored meanwhile. */
const MAX_TEXT = 64 * 1_024;
/** After this many units, other requests get their turn. */
const TURN = 16 * 1_024;
const DEFAULT_MODEL = 'omni-moderation-latest';

type ByCategory<T> = Record<ModerationCategory, T>;

export interface ModerationResult {
  flagged: boolean;
  categories: ByCategory<boolean>;
  category_scores: ByCategory<number>;
  /** Empty for a category that was not scored. */
  category_applied_input_types: ByCategory<'text'[]>;
}

export interface ModerationResponse {
  id: string;
  model: string;
  results: ModerationResult[];
}

export interface ModerationRequest {
  readonly model: string;
  /** One text per result. */
  readonly texts: readonly string[];
}

/** Names a value's type as OpenAI does. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function wrongType(param: string, expected: string, value: unknown): OpenAiError {
  const message = `Invalid type for '${param}': expected ${expected}, but got ${typeOf(value)} instead.`;
  return new OpenAiError(400, message, { param, reason: 'invalid_type' });
}

function missing(param: string): OpenAiError {
  const message = `Missing required parameter: '${param}'.`;
  return new OpenAiError(400, message, { param, reason: 'missing_required_parameter' });
}

function invalid(param: string, problem: string, reason: string): OpenAiError {
  return new OpenAiError(400, `Invalid '${param}': ${problem}`, { param, reason });
}

function textOfPart(part: unknown, param: string): string {
  if (!isRecord(part)) throw wrongType(param, 'an object', part);
  const { type, text } = part;
  if (type === 'image_url') {
    const message = 'Images are not supported: this service reads text only.';
    throw new OpenAiError(400, message, { param, reason: 'unsupported_image' });
  }
  if (type === undefined) throw missing(`${param}.type`);
  if (type !== 'text') {
    const problem = "a part must have the type 'text' or 'image_url'.";
    throw invalid(`${param}.type`, problem, 'invalid_value');
  }
  if (text === undefined) throw missing(`${param}.text`);
  if (typeof text !== 'string') throw wrongType(`${param}.text`, 'a string', text);
  return text;
}

/** OpenAI does not document its own limit; scoring this many takes tens of milliseconds. */
const MAX_INPUTS = 1_000;

/** One text per result. OpenAI treats all parts together as one input. */
function textsOf(input: unknown): string[] {
  if (typeof input === 'string') return [input];
  if (!Array.isArray(input)) throw wrongType('input', 'one of a string or an array', input);
  if (input.length === 0) {
    const problem =
      'empty array. Expected an array with minimum length 1, but got an empty array instead.';
    throw invalid('input', problem, 'empty_array');
  }
  if (input.length > MAX_INPUTS) {
    const problem = `array too long. Expected an array with maximum length ${MAX_INPUTS}, but got an array with length ${input.length} instead.`;
    throw invalid('input', problem, 'array_above_max_length');
  }
  if (typeof input[0] !== 'string') {
    return [input.map((part, at) => textOfPart(part, `input[${at}]`)).join('\n')];
  }
  return input.map((text: unknown, at) => {
    if (typeof text !== 'string') throw wrongType(`input[${at}]`, 'a string', text);
    return text;
  });
}

/** Parses a body, or throws an `OpenAiError` worded like OpenAI's own. */
export function parseModerationRequest(body: unknown): ModerationRequest {
  if (!isRecord(body)) {
    throw new OpenAiError(400, 'We could not parse the JSON body of your request.');
  }
  const { input, model } = body;
  if (model !== undefined && model !== null && typeof model !== 'string') {
    throw wrongType('model', 'a string', model);
  }
  if (input === undefined || input === null) throw missing('input');
  const texts = textsOf(input);
  if (texts.some((text) => text.length > MAX_TEXT)) {
    throw invalid(
      'input',
      `a text may have at most ${MAX_TEXT} characters.`,
      'string_above_max_length',
    );
  }
  return { model: model ?? DEFAULT_MODEL, texts };
}

const byCategory = <T>(valueOf: (category: ModerationCategory) => T): ByCategory<T> =>
  Object.fromEntries(
    MODERATION_CATEGORIES.map((category) => [category, valueOf(category)]),
  ) as ByCategory<T>;

export interface ModeratorDeps {
  readonly engine: Engine;
  readonly detectLanguage: LanguageDetector;
}

/** Scores the texts of a request. Stores nothing. */
export function createModerator({ engine, detectLanguage }: ModeratorDeps) {
  const resultOf = (text: string): ModerationResult => {
    // A text whose language cannot be told has no words, either.
    const language = readLanguage(text, detectLanguage) ?? { code: 'en', hint: undefined };
    const scores = moderationScores(engine.assess(text, language.hint), language);
    const flags = byCategory((category) => (scores[category] ?? 0) >= FLAGGED_FROM);
    return {
      flagged: MODERATION_CATEGORIES.some((category) => flags[category]),
      categories: flags,
      category_scores: byCategory((category) => scores[category] ?? 0),
      category_applied_input_types: byCategory((category) =>
        scores[category] === undefined ? [] : ['text'],
      ),
    };
  };
  return async (texts: readonly string[]): Promise<ModerationResult[]> => {
    const results: ModerationResult[] = [];
    let read = 0;
    for (const text of texts) {
      if (read >= TURN) {
        await nextTurn();
        read = 0;
      }
      results.push(resultOf(text));
      // An empty text takes time, too.
      read += text.length + 100;
    }
    return results;
  };
}
export type Moderator = ReturnType<typeof createModerator>;
