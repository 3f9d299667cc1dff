import { hashRange } from './hash.ts';
import type { Lexicon } from './lexicon.ts';
import { Special } from './noise.ts';
import { createPieces, Seen } from './pieces.ts';
import { createReader } from './reading.ts';
import { scan } from './scan.ts';
import { createSplitter } from './split.ts';
import { addToken, createTokens, type Tokens } from './tokens.ts';

const INITIAL_CAPACITY = 4096;
/** Fewer single letters in a row are left alone: "x y" is no word, "k y s" is. */
const MIN_SPELLED_OUT = 3;
const MAX_JOINED_PIECES = 4;
const MIN_JOINED_LETTERS = 3;
/** A longer run is taken in stretches of this many. */
const MAX_RUN_OF_PIECES = 36;

export interface Normaliser {
  /** The words of a sample, their disguises undone. The result is overwritten by the next call. */
  normalise(sample: string): Tokens;
}

/** Undoes what writing does to hide or stretch words. Linear in the sample's length. */
export function createNormaliser(lexicon: Lexicon): Normaliser {
  let capacity = INITIAL_CAPACITY;
  let pieces = createPieces(capacity);
  let tokens = createTokens(capacity);
  const reader = createReader(lexicon);
  const { reading } = reader;
  const splitter = createSplitter(lexicon);
  /** Pieces before this one were tried together already; trying again from each would be quadratic. */
  let triedUntil = 0;

  const seenIn = (first: number, last: number): number => {
    let seen = 0;
    for (let at = first; at <= last; at += 1) seen |= pieces.seen[at] ?? 0;
    return seen;
  };
  const lengthOf = (at: number): number => (pieces.to[at] ?? 0) - (pieces.from[at] ?? 0);
  const isWord = (at: number): boolean => at < pieces.count && pieces.special[at] === -1;
  const gapOf = (at: number): number => pieces.gap[at] ?? 0;

  const emitSpecial = (special: number, first: number, last: number): void => {
    const place = { sourceFrom: pieces.sourceFrom[first] ?? 0, sourceTo: pieces.sourceTo[last] ?? 0 };
    const word = { id: special, hash: special, letters: reading.letters, from: 0, to: 0 };
    addToken(tokens, word, { ...place, disguised: false });
  };

  /** Emits what `reading` holds; letters that make no known word are cut into several if they can be. */
  const emitReading = (first: number, last: number, isJoined: boolean): void => {
    const place = {
      sourceFrom: pieces.sourceFrom[first] ?? 0,
      sourceTo: pieces.sourceTo[last] ?? 0,
      disguised: reading.disguised || isJoined,
    };
    const { letters, length } = reading;
    const parts = reading.id === -1 && !lexicon.isKnown(reading.hash) ? splitter.split(letters, 0, length) : 0;
    if (parts === 0) {
      addToken(tokens, { id: reading.id, hash: reading.hash, letters, from: 0, to: length }, place);
      return;
    }
    let from = 0;
    for (let part = 0; part < parts; part += 1) {
      const to = splitter.ends[part] ?? length;
      const hash = hashRange(letters, from, to);
      addToken(tokens, { id: lexicon.find(hash), hash, letters, from, to }, place);
      from = to;
    }
  };

  const readPieces = (first: number, last: number): void => {
    const range = { from: pieces.from[first] ?? 0, to: pieces.to[last] ?? 0, seen: seenIn(first, last) };
    reader.read(pieces.letters, range);
  };

  /** The last of a run of single letters that begins here and keeps its spacing, or `first` when there is none. */
  const spelledOutUntil = (first: number): number => {
    if (lengthOf(first) !== 1 || !isWord(first + 1)) return first;
    const width = gapOf(first + 1);
    let last = first;
    while (
      isWord(last + 1) &&
      lengthOf(last + 1) === 1 &&
      gapOf(last + 1) <= width &&
      last - first < MAX_RUN_OF_PIECES
    )
      last += 1;
    const isRun = last - first + 1 >= MIN_SPELLED_OUT && (seenIn(first, last) & Seen.latin) !== 0;
    return isRun ? last : first;
  };

  /** The last of the pieces that only punctuation parts from `first`. */
  const chunkUntil = (first: number): number => {
    let last = first;
    while (isWord(last + 1) && gapOf(last + 1) === 0 && last - first < MAX_RUN_OF_PIECES) last += 1;
    return last;
  };

  /** Whether the pieces make an anchor when put together. Leaves it in `reading`. */
  const makesAnchor = (first: number, last: number): boolean => {
    const length = (pieces.to[last] ?? 0) - (pieces.from[first] ?? 0);
    if (length < MIN_JOINED_LETTERS) return false;
    const seen = seenIn(first, last);
    if (seen === Seen.latin) {
      const id = lexicon.find(hashRange(pieces.letters, pieces.from[first] ?? 0, pieces.to[last] ?? 0));
      if (id === -1 || !lexicon.isAnchor(id)) return false;
    }
    readPieces(first, last);
    return reading.id !== -1 && lexicon.isAnchor(reading.id);
  };

  /** Whether a piece is no word by itself. */
  const isOdd = (at: number): boolean =>
    (pieces.seen[at] ?? 0) !== Seen.foreign && (lengthOf(at) === 1 || pieces.id[at] === -1);

  /** The last piece of a word that was cut apart, beginning here, or `first`. */
  const brokenUntil = (first: number): number => {
    let odd = isOdd(first) ? 1 : 0;
    let found = first;
    if (odd === 0 && !(isWord(first + 1) && isOdd(first + 1))) return first;
    for (let last = first + 1; last < first + MAX_JOINED_PIECES && isWord(last); last += 1) {
      if (gapOf(last) > 1) break;
      if (isOdd(last)) odd += 1;
      if (odd > 0 && makesAnchor(first, last)) found = last;
    }
    return found;
  };

  const emitWord = (at: number): void => {
    const seen = pieces.seen[at] ?? 0;
    const id = pieces.id[at] ?? -1;
    if (seen === Seen.latin && id !== -1) {
      const { letters } = pieces;
      const word = { id, hash: pieces.hash[at] ?? 0, letters, from: pieces.from[at] ?? 0, to: pieces.to[at] ?? 0 };
      const place = { sourceFrom: pieces.sourceFrom[at] ?? 0, sourceTo: pieces.sourceTo[at] ?? 0 };
      addToken(tokens, word, { ...place, disguised: false });
      return;
    }
    readPieces(at, at);
    const isNumber = reading.id === -1 && (seen & (Seen.latin | Seen.lookalike | Seen.foreign)) === 0;
    if (isNumber && !reading.disguised) emitSpecial(Special.number, at, at);
    else if (reading.length > 0) emitReading(at, at, false);
  };

  /** Emits pieces that belong together as one word, or as the words run together in it. Returns the last, or -1. */
  const emitTogether = (first: number): number => {
    if (first < triedUntil || !isOdd(first)) return -1;
    const spelledOut = spelledOutUntil(first);
    const last = spelledOut > first ? spelledOut : chunkUntil(first);
    if (last === first) return -1;
    triedUntil = last + 1;
    readPieces(first, last);
    const isWhole = reading.id !== -1 && (spelledOut > first || lexicon.isAnchor(reading.id));
    const isRun = reading.id === -1 && spelledOut > first;
    if (!isWhole && !(isRun && splitter.split(reading.letters, 0, reading.length) > 0)) return -1;
    emitReading(first, last, true);
    return last;
  };

  /** Reads from `first` on; returns the next piece to read. */
  const step = (first: number): number => {
    const special = pieces.special[first] ?? -1;
    if (special !== -1) {
      emitSpecial(special, first, first);
      return first + 1;
    }
    const together = emitTogether(first);
    if (together !== -1) return together + 1;
    const broken = brokenUntil(first);
    if (broken > first) {
      readPieces(first, broken);
      emitReading(first, broken, true);
      return broken + 1;
    }
    emitWord(first);
    return first + 1;
  };

  const lookUpPieces = (): void => {
    const { letters, from, to, hash, id } = pieces;
    for (let at = 0; at < pieces.count; at += 1) {
      const code = hashRange(letters, from[at] ?? 0, to[at] ?? 0);
      hash[at] = code;
      id[at] = lexicon.find(code);
    }
  };

  return {
    normalise(sample) {
      if (sample.length >= capacity) {
        capacity = sample.length + 1;
        pieces = createPieces(capacity);
        tokens = createTokens(capacity * 2);
      }
      scan(sample, pieces);
      lookUpPieces();
      triedUntil = 0;
      tokens.count = 0;
      tokens.letterCount = 0;
      for (let at = 0; at < pieces.count; ) at = step(at);
      return tokens;
    },
  };
}
