/** Character kinds in a piece, as bits. */
export const Seen = {
  latin: 1,
  lookalike: 2,
  foreign: 4,
  sign: 8,
  mask: 16,
  /** Contains an invisible character or a styled letter. */
  veil: 32,
  /** Contains a letter at least three times in a row. */
  run: 64,
} as const;

/**
 * The sample cut into runs of letters, symbols and masks, before it is known whether a piece is a word, part of a word, or
 * several words. Parallel arrays that are reused for every sample, so that nothing is allocated per piece. The letters of
 * adjacent pieces are adjacent, so a range of pieces is also a range of letters.
 */
export interface Pieces {
  /** UTF-16 units in lower case; lookalikes are already Latin if their piece has Latin letters. */
  letters: Uint16Array;
  letterCount: number;
  count: number;
  from: Int32Array;
  to: Int32Array;
  /** The piece's position in the sample. */
  sourceFrom: Int32Array;
  sourceTo: Int32Array;
  seen: Uint8Array;
  /** Spaces before the piece (at most 255); 0 if only punctuation separates it from the previous piece. */
  gap: Uint8Array;
  /** A value of `Special`, or -1. */
  special: Int16Array;
  /** Hash and vocabulary id (or -1) of the letters as written. Filled in after the scan. */
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
