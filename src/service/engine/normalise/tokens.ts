/** A normalised sample, as arrays beside each other, reused from sample to sample. */
export interface Tokens {
  count: number;
  /** Vocabulary id, or -1 for a word outside it. */
  id: Int32Array;
  /** Hash of the word as it was read. */
  hash: Int32Array;
  /** The word's letters as it was read, in `letters`; empty for what is no word. */
  from: Int32Array;
  to: Int32Array;
  letters: Uint16Array;
  letterCount: number;
  /** Where it stands in the sample: the map back to the original text. */
  sourceFrom: Int32Array;
  sourceTo: Int32Array;
  /** 1 when it was written so as not to be recognised. */
  disguised: Uint8Array;
}

export function createTokens(capacity: number): Tokens {
  return {
    count: 0,
    id: new Int32Array(capacity),
    hash: new Int32Array(capacity),
    from: new Int32Array(capacity),
    to: new Int32Array(capacity),
    letters: new Uint16Array(capacity * 2 + 2),
    letterCount: 0,
    sourceFrom: new Int32Array(capacity),
    sourceTo: new Int32Array(capacity),
    disguised: new Uint8Array(capacity),
  };
}

export interface TokenPlace {
  sourceFrom: number;
  sourceTo: number;
  disguised: boolean;
}

export interface TokenWord {
  id: number;
  hash: number;
  letters: Uint16Array;
  from: number;
  to: number;
}

export function addToken(tokens: Tokens, word: TokenWord, place: TokenPlace): void {
  const { count } = tokens;
  tokens.id[count] = word.id;
  tokens.hash[count] = word.hash;
  tokens.from[count] = tokens.letterCount;
  for (let at = word.from; at < word.to; at += 1) {
    tokens.letters[tokens.letterCount] = word.letters[at] ?? 0;
    tokens.letterCount += 1;
  }
  tokens.to[count] = tokens.letterCount;
  tokens.sourceFrom[count] = place.sourceFrom;
  tokens.sourceTo[count] = place.sourceTo;
  tokens.disguised[count] = place.disguised ? 1 : 0;
  tokens.count = count + 1;
}
