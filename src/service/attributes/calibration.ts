import type { Attribute, AttributeFit } from './attributes.ts';

/** Written by `npm run attributes -- fit`. */
export const CALIBRATION: Readonly<Record<Attribute, AttributeFit>> = {
  TOXICITY: {
    offset: 0.241,
    inputs: ['toxicity', 'insult', 'threat', 'groupAttack', 'targetedSlur', 'sexualHarassment'],
    weights: [0.936, 0, 0, 0.117, 0.039, 0],
  },
  SEVERE_TOXICITY: {
    offset: -0.138,
    inputs: ['toxicity', 'identityHate', 'aggressive', 'threat', 'groupAttack', 'targetedSlur'],
    weights: [0.108, 0.323, 0.224, 0.051, 0.271, 0.104],
  },
  IDENTITY_ATTACK: {
    offset: 0.252,
    inputs: ['identityHate', 'groupAttack', 'targetedSlur'],
    weights: [0.652, 0.316, 0.053],
  },
  INSULT: {
    offset: -0.266,
    inputs: ['toxicity', 'aggressive', 'insult', 'targetedSlur'],
    weights: [0.887, 0, 0.094, 0.023],
  },
  PROFANITY: {
    offset: 0,
    inputs: ['vulgar'],
    weights: [1],
  },
  THREAT: {
    offset: 0,
    inputs: ['threat', 'aggressive'],
    weights: [0.8, 0.3],
  },
  SEXUALLY_EXPLICIT: {
    offset: -0.5,
    inputs: ['vulgar', 'sexualHarassment'],
    weights: [0.6, 0.2],
  },
};
