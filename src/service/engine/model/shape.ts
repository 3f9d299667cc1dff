/** The heads of the model, in the order of the weights. */
export const HEADS = [
  'toxicity',
  'identityHate',
  'identityMention',
  'political',
  'vulgar',
  'aggressive',
  'defensive',
  'sentiment',
] as const;
export type Head = (typeof HEADS)[number];
export const HEAD_COUNT = 8;

/** Buckets of hashed features. Powers of two. */
export const PAIR_BUCKETS = 1 << 17;
export const GRAM_BUCKETS = 1 << 16;

export const EMBEDDING = 32;
export const FILTERS = 48;
export const HIDDEN = 32;
/** A filter sees a word and its two neighbours. */
export const WIDTH = 3;
