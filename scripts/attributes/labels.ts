import type {
  Attribute,
  AttributeFit,
  AttributeInput,
} from '../../src/service/attributes/attributes.ts';
import type { Example } from '../train/data/example.ts';

/** How an attribute is fitted: from these probabilities of the engine, to these labels of the training sets. */
export interface Recipe {
  readonly inputs: readonly AttributeInput[];
  /** 0 to 1; null where the set does not say. */
  labelOf(example: Example): number | null;
}

/**
 * How much each set counts in a fit: together they are harmful for about a fifth, as the comments of a lively site. Sets that
 * were collected by searching for bad words count less.
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

/** Labelled as calling for violence: the only such label in any of the sets. */
const GAB_VIOLENCE = 1;

/**
 * No set labels these. (Gab's calls for violence are so few that a fit finds nothing probable.) Of threats the engine's own
 * category is calibrated; that a text is aggressive supports it. Profanity is what the engine learned from a word list; what is sexually explicit is mostly said with
 * such words, but most of them are said without any such meaning, so that it takes surer ones.
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

/** Hate is mostly insulting, but no set says so: only toxic texts without hate, and harmless ones. */
function insultOf({ source, labels }: Example): number | null {
  if (source === 'davidson' || source === 'stormfront' || source === 'implicit') return null;
  if (labels.identityHate === 1) return null;
  return ratio(labels.toxicity);
}

/** Attributes without a recipe have no labels in any training set. */
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
