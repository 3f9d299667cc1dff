/** The model's heads, in the order of the weights. */
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

/** Buckets for hashed features; powers of two. */
export const PAIR_BUCKETS = 1 << 17;
export const GRAM_BUCKETS = 1 << 16;

/** Number of words that the models read at once; longer texts are read in parts. */
export const MAX_WORDS = 48;

export const EMBEDDING = 32;
export const FILTERS = 48;
export const HIDDEN = 32;
/** A filter covers a word and its two neighbours. */
export const WIDTH = 3;
