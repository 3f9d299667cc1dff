import type {
  Attribute,
  AttributeFit,
  AttributeInput,
} from '../../src/service/attributes/attributes.ts';
import type { Example } from '../train/data/example.ts';

/** How to fit an attribute: from these probabilities of the engine to these labels of the training sets. */
export interface Recipe {
  readonly inputs: readonly AttributeInput[];
  /** From 0 to 1; null if the set does not say. */
  labelOf(example: Example): number | null;
}

/**
 * The weight of each set in a fit. With these weights, about a fifth of all texts is harmful, as in the comments of a lively
 * site. Sets that were collected by searching for bad words count less.
 */
export const SET_WEIGHTS: Readonly<Record<string, number>> = {
  davidson: 0.4,
  gab: 1,
  stormfront: 1,
  goemotions: 2,
  paradetox: 0.5,
  paradetox2: 0.2,
  implicit: 0.3,
};

const ratio = (value: number | undefined): number | null => value ?? null;

/** The label for calls to violence, the only such label in any of the sets. */
const GAB_VIOLENCE = 1;

/**
 * No set labels these attributes. (Gab has so few calls for violence that a fit would find nothing probable.) For threats, the
 * engine's own category is calibrated, and aggressive tone adds to it. The engine learned profanity from a word list. Sexually
 * explicit texts mostly use such words too, but most texts with them mean nothing sexual, so this attribute needs a higher
 * probability.
 */
export const UNFITTED = {
  THREAT: { offset: 0, inputs: ['threat', 'aggressive'], weights: [0.8, 0.3] },
  PROFANITY: { offset: 0, inputs: ['vulgar'], weights: [1] },
  SEXUALLY_EXPLICIT: { offset: -0.5, inputs: ['vulgar', 'sexualHarassment'], weights: [0.6, 0.2] },
} as const satisfies Partial<Record<Attribute, AttributeFit>>;

function severityOf({ source, labels }: Example): number | null {
  switch (source) {
    case 'gab':
      return labels.aggressive === GAB_VIOLENCE ? 1 : labels.identityHate === 1 ? 0.7 : 0;
    case 'implicit':
      if (labels.toxicity === undefined) return 0;
      return labels.toxicity === 1 ? 0.8 : 0.2;
    case 'davidson':
      return ratio(labels.identityHate);
    case 'goemotions':
      return labels.toxicity === undefined ? null : 0;
    default:
      return null;
  }
}

/** Hate is mostly insulting, but no set labels it as an insult. So only toxic texts without hate count, and harmless ones. */
function insultOf({ source, labels }: Example): number | null {
  if (source === 'davidson' || source === 'stormfront' || source === 'implicit') return null;
  if (labels.identityHate === 1) return null;
  return ratio(labels.toxicity);
}

/** Recipes for the attributes that some training set labels. */
export const RECIPES: Readonly<Record<Exclude<Attribute, keyof typeof UNFITTED>, Recipe>> = {
  TOXICITY: {
    inputs: ['toxicity', 'insult', 'threat', 'groupAttack', 'targetedSlur', 'sexualHarassment'],
    labelOf: ({ labels }) => ratio(labels.toxicity),
  },
  SEVERE_TOXICITY: {
    inputs: ['toxicity', 'identityHate', 'aggressive', 'threat', 'groupAttack', 'targetedSlur'],
    labelOf: severityOf,
  },
  IDENTITY_ATTACK: {
    inputs: ['identityHate', 'groupAttack', 'targetedSlur'],
    labelOf: ({ labels }) => ratio(labels.identityHate),
  },
  INSULT: {
    inputs: ['toxicity', 'aggressive', 'insult', 'targetedSlur'],
    labelOf: insultOf,
  },
};
