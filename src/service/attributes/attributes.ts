import type { CategoryScores, Heads } from '../engine/engine.ts';

/** Perspective's production attributes that the engine can give. */
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

/**
 * The languages with a model of their own. Their models tell toxic texts from others and no more, so every other attribute
 * is English only.
 */
export const TOXICITY_LANGUAGES: ReadonlySet<string> = new Set(
  'en am ar cs da de el es fi fr he hi id it ja ko nl pl pt ro ru sv tr tt uk zh hi-Latn'.split(
    ' ',
  ),
);

/** `language`: a code of the detector. */
export function supportsLanguage(attribute: Attribute, language: string): boolean {
  return attribute === 'TOXICITY' ? TOXICITY_LANGUAGES.has(language) : language === 'en';
}

/** The name of an engine's probability that a score is computed from. */
export type AttributeInput = Exclude<keyof Heads, 'sentiment'> | keyof CategoryScores;

/** A logistic regression on the logits of the inputs; `weights` are in their order. */
export interface AttributeFit {
  readonly offset: number;
  readonly inputs: readonly AttributeInput[];
  readonly weights: readonly number[];
}
