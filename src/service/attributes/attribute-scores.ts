import type { Assessment } from '../engine/engine.ts';
import type { Attribute, AttributeFit, AttributeInput, AttributeScores } from './attributes.ts';
import { CALIBRATION } from './calibration.ts';

/** Beyond this limit, one input would outweigh all others. */
const MAX_LOGIT = 8;

/** The logit of a probability, within ±`MAX_LOGIT`. */
export function logit(probability: number): number {
  if (probability <= 0) return -MAX_LOGIT;
  if (probability >= 1) return MAX_LOGIT;
  const value = Math.log(probability / (1 - probability));
  return Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, value));
}

export function inputOf({ heads, categories }: Assessment, input: AttributeInput): number {
  const found: Readonly<Partial<Record<AttributeInput, number>>> =
    input in heads ? heads : categories;
  return found[input] ?? 0;
}

function scoreBy({ offset, inputs, weights }: AttributeFit, assessment: Assessment): number {
  let sum = offset;
  for (let at = 0; at < inputs.length; at += 1) {
    const input = inputs[at];
    if (input !== undefined) sum += (weights[at] ?? 0) * logit(inputOf(assessment, input));
  }
  return 1 / (1 + Math.exp(-sum));
}

/**
 * The probability of every attribute, for a text that was read as English. In other languages, only the engine's probability of
 * toxicity means anything.
 */
export function attributeScores(assessment: Assessment): AttributeScores {
  const score = (attribute: Attribute): number => scoreBy(CALIBRATION[attribute], assessment);
  return {
    TOXICITY: score('TOXICITY'),
    SEVERE_TOXICITY: score('SEVERE_TOXICITY'),
    IDENTITY_ATTACK: score('IDENTITY_ATTACK'),
    INSULT: score('INSULT'),
    PROFANITY: score('PROFANITY'),
    THREAT: score('THREAT'),
    SEXUALLY_EXPLICIT: score('SEXUALLY_EXPLICIT'),
  };
}
