import type { CategoryScores, Heads } from '../engine/engine.ts';

/** Perspective's production attributes that the engine can score. */
export const ATTRIBUTES = [
  'TOXICITY',
  'SEVERE_TOXICITY',
  'IDENTITY_ATTACK',
  'INSULT',
  'PROFANITY',
  'THREAT',
  'SEXUALLY_EXPLICIT',
] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** Probabilities, 0 to 1. */
export type AttributeScores = Readonly<Record<Attribute, number>>;

/** The languages that have a model. A model only tells toxic texts from others, so all other attributes are English only. */
export const TOXICITY_LANGUAGES: ReadonlySet<string> = new Set(
  'en am ar cs da de el es fi fr he hi id it ja ko nl pl pt ro ru sv tr tt uk zh hi-Latn'.split(
    ' ',
  ),
);

/** `language`: a language code of the detector. */
export function supportsLanguage(attribute: Attribute, language: string): boolean {
  return attribute === 'TOXICITY' ? TOXICITY_LANGUAGES.has(language) : language === 'en';
}

/** The name of an engine probability from which a score is computed. */
export type AttributeInput = Exclude<keyof Heads, 'sentiment'> | keyof CategoryScores;

/** A logistic regression on the logits of the inputs; `weights` are in the order of the inputs. */
export interface AttributeFit {
  readonly offset: number;
  readonly inputs: readonly AttributeInput[];
  readonly weights: readonly number[];
}
