import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
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

/** In UTF-16 units; a text is scored in one go, and nobody else's meanwhile. */
const MAX_TEXT = 64 * 1_024;
/** After this many units others get their turn. */
const TURN = 16 * 1_024;
const DEFAULT_MODEL = 'omni-moderation-latest';

const requestSchema = z.object({
  input: z.unknown().optional(),
  model: z.string().nullish(),
});
const partSchema = z.object({ type: z.string(), text: z.string().optional() });

type ByCategory<T> = Record<ModerationCategory, T>;

export interface ModerationResult {
  flagged: boolean;
  categories: ByCategory<boolean>;
  category_scores: ByCategory<number>;
  /** Empty for a category that was not looked at. */
  category_applied_input_types: ByCategory<'text'[]>;
}

export interface ModerationResponse {
  id: string;
  model: string;
  results: ModerationResult[];
}

export interface ModerationRequest {
  readonly model: string;
  /** One for each result. */
  readonly texts: readonly string[];
}

function invalidInput(message: string, reason = 'invalid_type'): OpenAiError {
  return new OpenAiError(400, message, { param: 'input', reason });
}

/** The text of the parts, which OpenAI takes as one input. */
function textOfParts(parts: readonly unknown[]): string {
  return parts
    .map((part) => {
      const parsed = partSchema.safeParse(part);
      if (!parsed.success) throw invalidInput("Invalid type for 'input': expected text parts.");
      const { type, text } = parsed.data;
      if (type === 'image_url') {
        throw invalidInput(
          'Images are not supported: this service reads text only.',
          'unsupported_image',
        );
      }
      if (type !== 'text' || text === undefined) {
        throw invalidInput("Invalid value for 'input': a part must be a text.", 'invalid_value');
      }
      return text;
    })
    .join('\n');
}

/** OpenAI's own limit is not documented; this many take some tens of milliseconds. */
const MAX_INPUTS = 1_000;

function textsOf(input: unknown): string[] {
  if (typeof input === 'string') return [input];
  if (!Array.isArray(input) || input.length === 0) {
    throw invalidInput("Invalid type for 'input': expected a string or an array, not empty.");
  }
  if (input.length > MAX_INPUTS) {
    const message = `Invalid 'input': array too long. Expected an array with maximum length ${MAX_INPUTS}.`;
    throw invalidInput(message, 'array_above_max_length');
  }
  const texts = input.filter((item) => typeof item === 'string');
  if (texts.length === input.length) return texts;
  return [textOfParts(input)];
}

/** Parses a body, or throws an `OpenAiError` in OpenAI's words. */
export function parseModerationRequest(body: unknown): ModerationRequest {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) {
    throw new OpenAiError(400, 'We could not parse the JSON body of your request.');
  }
  const { input, model } = parsed.data;
  if (input === undefined || input === null) {
    const message = "Missing required parameter: 'input'.";
    throw invalidInput(message, 'missing_required_parameter');
  }
  const texts = textsOf(input);
  if (texts.some((text) => text.length > MAX_TEXT)) {
    const message = `Invalid 'input': a text may have at most ${MAX_TEXT} characters.`;
    throw invalidInput(message, 'string_above_max_length');
  }
  return { model: model ?? DEFAULT_MODEL, texts };
}

const byCategory = <T>(valueOf: (category: ModerationCategory) => T): ByCategory<T> => ({
  harassment: valueOf('harassment'),
  'harassment/threatening': valueOf('harassment/threatening'),
  sexual: valueOf('sexual'),
  hate: valueOf('hate'),
  'hate/threatening': valueOf('hate/threatening'),
  illicit: valueOf('illicit'),
  'illicit/violent': valueOf('illicit/violent'),
  'self-harm/intent': valueOf('self-harm/intent'),
  'self-harm/instructions': valueOf('self-harm/instructions'),
  'self-harm': valueOf('self-harm'),
  'sexual/minors': valueOf('sexual/minors'),
  violence: valueOf('violence'),
  'violence/graphic': valueOf('violence/graphic'),
});

export interface ModeratorDeps {
  readonly engine: Engine;
  readonly detectLanguage: LanguageDetector;
}

/** Scores the texts of a request. Stores nothing. */
export function createModerator({ engine, detectLanguage }: ModeratorDeps) {
  const resultOf = (text: string): ModerationResult => {
    // A text without a language has no words, either.
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
