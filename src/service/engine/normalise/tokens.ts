/** A normalised sample as parallel arrays, reused for every sample. */
export interface Tokens {
  count: number;
  /** Vocabulary id, or -1 if unknown. */
  id: Int32Array;
  /** Hash of the word as read. */
  hash: Int32Array;
  /** The range of the word's letters in `letters`; empty for tokens that aren't words. */
  from: Int32Array;
  to: Int32Array;
  letters: Uint16Array;
  letterCount: number;
  /** The token's position in the original sample. */
  sourceFrom: Int32Array;
  sourceTo: Int32Array;
  /** 1 if the word was written so as to avoid recognition. */
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

/** A token to add. A single object is reused for all, to avoid allocations. */
export interface TokenDraft {
  id: number;
  hash: number;
  /** The word consists of these letters, `from` (inclusive) to `to` (exclusive). */
  letters: Uint16Array;
  from: number;
  to: number;
  sourceFrom: number;
  sourceTo: number;
  disguised: boolean;
}

export function addToken(tokens: Tokens, draft: TokenDraft): void {
  const { count, letters } = tokens;
  let end = tokens.letterCount;
  tokens.id[count] = draft.id;
  tokens.hash[count] = draft.hash;
  tokens.from[count] = end;
  for (let at = draft.from; at < draft.to; at += 1) {
    letters[end] = draft.letters[at] ?? 0;
    end += 1;
  }
  tokens.letterCount = end;
  tokens.to[count] = end;
  tokens.sourceFrom[count] = draft.sourceFrom;
  tokens.sourceTo[count] = draft.sourceTo;
  tokens.disguised[count] = draft.disguised ? 1 : 0;
  tokens.count = count + 1;
}

/** A range of tokens as a view of the same arrays. */
export function excerptOf(tokens: Tokens, from: number, to: number): Tokens {
  return {
    ...tokens,
    count: to - from,
    id: tokens.id.subarray(from, to),
    hash: tokens.hash.subarray(from, to),
    from: tokens.from.subarray(from, to),
    to: tokens.to.subarray(from, to),
    sourceFrom: tokens.sourceFrom.subarray(from, to),
    sourceTo: tokens.sourceTo.subarray(from, to),
    disguised: tokens.disguised.subarray(from, to),
  };
}

/** Makes tokens unreadable, as if they were gaps. Returns a function that restores them. */
export function muteTokens(tokens: Tokens, isMuted: (at: number) => boolean): () => void {
  const { id, hash, from, to } = tokens;
  const muted: { at: number; id: number; hash: number; to: number }[] = [];
  for (let at = 0; at < tokens.count; at += 1) {
    if (!isMuted(at)) continue;
    muted.push({ at, id: id[at] ?? -1, hash: hash[at] ?? 0, to: to[at] ?? 0 });
    id[at] = -1;
    hash[at] = 0;
    to[at] = from[at] ?? 0;
  }
  return () => {
    for (const token of muted) {
      id[token.at] = token.id;
      hash[token.at] = token.hash;
      to[token.at] = token.to;
    }
  };
}
