/** What was seen in a piece, as bits. */
export const Seen = {
  latin: 1,
  lookalike: 2,
  foreign: 4,
  sign: 8,
  mask: 16,
  /** A character nobody sees, or a letter in fancy dress, inside. */
  veil: 32,
  /** A letter three times in a row or more. */
  run: 64,
} as const;

/**
 * The sample cut into runs of letters, signs and masks, before it is known whether a piece is a word of its own,
 * a part of one, or several. Arrays beside each other, reused from sample to sample: nothing is allocated for a piece.
 * The letters of neighbouring pieces lie side by side, so that a range of pieces is a range of letters.
 */
export interface Pieces {
  /** UTF-16 units, lower case, with lookalikes already read as Latin where their piece has Latin letters. */
  letters: Uint16Array;
  letterCount: number;
  count: number;
  from: Int32Array;
  to: Int32Array;
  /** Where it stands in the sample. */
  sourceFrom: Int32Array;
  sourceTo: Int32Array;
  seen: Uint8Array;
  /** How many spaces are before it (at most 255); 0 when only punctuation parts it from the one before. */
  gap: Uint8Array;
  /** A number of `Special`, or -1. */
  special: Int16Array;
  /** Hash and vocabulary id (or -1) of the letters just as they are. Filled after the scan. */
  hash: Int32Array;
  id: Int32Array;
}

export function createPieces(capacity: number): Pieces {
  return {
    letters: new Uint16Array(capacity * 2 + 2),
    letterCount: 0,
    count: 0,
    from: new Int32Array(capacity),
    to: new Int32Array(capacity),
    sourceFrom: new Int32Array(capacity),
    sourceTo: new Int32Array(capacity),
    seen: new Uint8Array(capacity),
    gap: new Uint8Array(capacity),
    special: new Int16Array(capacity),
    hash: new Int32Array(capacity),
    id: new Int32Array(capacity),
  };
}
