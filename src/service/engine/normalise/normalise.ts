import { hashRange } from './hash.ts';
import type { Lexicon } from './lexicon.ts';
import { Special } from './noise.ts';
import { createPieces, Seen } from './pieces.ts';
import { createJoiner } from './join.ts';
import { createReader, MAX_STRETCHED } from './reading.ts';
import { scan } from './scan.ts';
import { createSplitter, MaxPerLetter } from './split.ts';
import { addToken, createTokens, type TokenDraft, type Tokens } from './tokens.ts';

const INITIAL_CAPACITY = 4096;
/**
 * Unknown words per message that are examined closely. A text with more of them is in another language or is noise, and close
 * examination is expensive.
 */
const MAX_LOOSE = 48;
/** Words per message on which every disguise is tried. In later words, only symbols are read as letters. */
const MAX_TRIED = 80;
/** Attempts per message to find a word split by spaces. */
const MAX_BROKEN = 400;
/** Letters per message searched for joined words. */
const MAX_SPLIT_LETTERS = 800;
/** Number of mentions, numbers and similar tokens in a row that count. */
const MAX_ROW = 4;
/** Number of words that count although they also occurred just before, as in "is it is it is it". */
const MAX_REPEATS = 150;
const REPEAT_REACH = 4;
/** Longest phrase, in words, whose repetition in a row is noticed; it counts at most twice. */
const ROW_REACH = 3;
/** Beyond this many words, drop the shortest ones wherever there is more than one word per four characters. */
const MAX_DENSE = 300;
const CHARACTERS_PER_WORD = 4;
const SHORT = 2;

export interface Normaliser {
  /** Returns the sample's words with disguises undone. The next call overwrites the result. */
  normalise(sample: string): Tokens;
}

/** Undoes spellings that hide or stretch words. Linear in the sample's length. */
export function createNormaliser(lexicon: Lexicon): Normaliser {
  let capacity = INITIAL_CAPACITY;
  let pieces = createPieces(capacity);
  let tokens = createTokens(capacity);
  const joiner = createJoiner(lexicon);
  const reader = createReader(lexicon);
  const { reading } = reader;
  const splitter = createSplitter(lexicon);
  const draft: TokenDraft = {
    id: 0,
    hash: 0,
    letters: reading.letters,
    from: 0,
    to: 0,
    sourceFrom: 0,
    sourceTo: 0,
    disguised: false,
  };
  /** Pieces before this index were already tried together; trying again from each one would be quadratic. */
  let triedUntil = 0;
  /** There are no letters among the single characters before this index. */
  let noLettersUntil = 0;
  let looseReads = 0;
  let tried = 0;
  let brokenTries = 0;
  let repeats = 0;
  let splitLetters = 0;

  const begin = (first: number, last: number, disguised: boolean): void => {
    draft.sourceFrom = pieces.sourceFrom[first] ?? 0;
    draft.sourceTo = pieces.sourceTo[last] ?? 0;
    draft.disguised = disguised;
  };

  const isRowOf = (special: number): boolean => {
    const first = tokens.count - MAX_ROW;
    if (first < 0) return false;
    for (let at = first; at < tokens.count; at += 1) {
      if (tokens.id[at] !== special) return false;
    }
    return true;
  };

  const emitSpecial = (special: number, at: number): void => {
    if (isRowOf(special)) {
      tokens.sourceTo[tokens.count - 1] = pieces.sourceTo[at] ?? 0;
      return;
    }
    begin(at, at, false);
    draft.id = special;
    draft.hash = special;
    draft.from = 0;
    draft.to = 0;
    addToken(tokens, draft);
  };

  /** Emits a piece as written. */
  const emitPlain = (at: number, id: number): void => {
    begin(at, at, false);
    draft.id = id;
    draft.hash = pieces.hash[at] ?? 0;
    draft.letters = pieces.letters;
    draft.from = pieces.from[at] ?? 0;
    draft.to = pieces.to[at] ?? 0;
    addToken(tokens, draft);
  };

  /** Emits `reading` as one word, or as several if it was split into `parts`. */
  const emitReading = (parts: number): void => {
    draft.letters = reading.letters;
    if (parts === 0) {
      draft.id = reading.id;
      draft.hash = reading.hash;
      draft.from = 0;
      draft.to = reading.length;
      addToken(tokens, draft);
      return;
    }
    let from = 0;
    for (let part = 0; part < parts; part += 1) {
      const to = splitter.ends[part] ?? reading.length;
      draft.hash = hashRange(reading.letters, from, to);
      draft.id = lexicon.find(draft.hash);
      draft.from = from;
      draft.to = to;
      addToken(tokens, draft);
      from = to;
    }
  };

  const split = (maxPerLetter: number): number => {
    if (splitLetters >= MAX_SPLIT_LETTERS) return 0;
    splitLetters += reading.length;
    return splitter.split(reading.letters, reading.length, maxPerLetter);
  };

  const readPieces = (first: number, last: number, isLoose: boolean): void => {
    const from = pieces.from[first] ?? 0;
    const seen = joiner.seenIn(pieces, first, last);
    tried += 1;
    reader.read(pieces.letters, { from, to: pieces.to[last] ?? 0, seen, isLoose });
  };

  const emitWord = (at: number): void => {
    const seen = pieces.seen[at] ?? 0;
    const id = pieces.id[at] ?? -1;
    const isLoose = looseReads < MAX_LOOSE;
    const isTooLong = (pieces.to[at] ?? 0) - (pieces.from[at] ?? 0) > MAX_STRETCHED;
    if (isTooLong && splitLetters >= MAX_SPLIT_LETTERS) {
      emitPlain(at, -1);
      return;
    }
    const isKnown = id !== -1 && (seen === Seen.latin || tried >= MAX_TRIED);
    if (isKnown || seen === Seen.foreign || (seen === Seen.latin && !isLoose)) {
      emitPlain(at, id);
      return;
    }
    if (tried < MAX_TRIED) readPieces(at, at, isLoose);
    else {
      const range = { from: pieces.from[at] ?? 0, to: pieces.to[at] ?? 0, seen };
      reader.readPlainly(pieces.letters, range);
    }
    if (reading.id === -1) looseReads += 1;
    const isNumber =
      reading.id === -1 && (seen & (Seen.latin | Seen.lookalike | Seen.foreign)) === 0;
    if (isNumber && !reading.disguised) {
      emitSpecial(Special.number, at);
      return;
    }
    if (reading.length === 0) return;
    const isUnknown = reading.id === -1 && isLoose && !lexicon.isKnown(reading.hash);
    begin(at, at, reading.disguised);
    emitReading(isUnknown ? split(MaxPerLetter.unmarked) : 0);
  };

  /** The last of the single letters that may spell a word, or `first`. */
  const spelledOutUntil = (first: number): number => {
    if (first < noLettersUntil) return first;
    const last = joiner.spelledOutUntil(pieces, first);
    if ((joiner.seenIn(pieces, first, last) & Seen.latin) !== 0) return last;
    noLettersUntil = last;
    return first;
  };

  /** Emits pieces that belong together, as one word or as the words joined in it. Returns the last piece, or -1. */
  const emitTogether = (first: number): number => {
    const isOdd = joiner.isOdd(pieces, first);
    if (first < triedUntil || !(isOdd || joiner.isFollowedByPart(pieces, first))) return -1;
    const spelledOut = spelledOutUntil(first);
    const isSpelledOut = spelledOut > first;
    const last = isSpelledOut ? spelledOut : joiner.chunkUntil(pieces, first);
    if (last === first) return -1;
    // After a real word ("well,f.u.n"), the next pieces may form a word without it.
    if (isOdd) triedUntil = last + 1;
    readPieces(first, last, isSpelledOut && looseReads < MAX_LOOSE);
    const isWhole = reading.id !== -1 && (isSpelledOut || lexicon.isAnchor(reading.id));
    const canSplit = reading.id === -1 && isSpelledOut;
    const parts = canSplit ? split(MaxPerLetter.spelledOut) : 0;
    if (isWhole || parts > 0) {
      begin(first, last, true);
      emitReading(parts);
      return last;
    }
    looseReads += 1;
    if (!isSpelledOut || last - first < joiner.longRun) return -1;
    // Single letters that form no word count as one unknown word.
    begin(first, last, false);
    emitReading(0);
    return last;
  };

  /** True if the piece repeats one of the few pieces before it. */
  const isRepeated = (at: number): boolean => {
    for (let before = Math.max(0, at - REPEAT_REACH); before < at; before += 1) {
      if (pieces.hash[before] === pieces.hash[at]) return true;
    }
    return false;
  };

  /** True for the third repetition in a row ("go go go"), which adds nothing to the second. */
  const continuesRow = (at: number): boolean => {
    for (let period = 1; period <= ROW_REACH && at >= 2 * period; period += 1) {
      let same = 0;
      while (same <= period && pieces.hash[at - same] === pieces.hash[at - same - period]) {
        same += 1;
      }
      if (same > period) return true;
    }
    return false;
  };

  /** True if the piece is dropped because the message has too many of its kind. */
  const isLeftOut = (at: number): boolean => {
    const isShort = (pieces.to[at] ?? 0) - (pieces.from[at] ?? 0) <= SHORT;
    const isDense = tokens.count * CHARACTERS_PER_WORD > (pieces.sourceFrom[at] ?? 0);
    if (isShort && isDense && tokens.count >= MAX_DENSE) return true;
    if (!isRepeated(at)) return false;
    repeats += 1;
    return repeats > MAX_REPEATS || continuesRow(at);
  };

  /** The last piece of a word split by spaces, or `first`. */
  const brokenUntil = (first: number): number => {
    if (tried >= MAX_TRIED || brokenTries >= MAX_BROKEN) return first;
    if (!joiner.mayBeBroken(pieces, first)) return first;
    brokenTries += 1;
    return joiner.brokenUntil(pieces, first);
  };

  /** Processes the pieces from `first` on; returns the next index. */
  const step = (first: number): number => {
    const special = pieces.special[first] ?? -1;
    if (special !== -1) {
      emitSpecial(special, first);
      return first + 1;
    }
    const together = tried < MAX_TRIED ? emitTogether(first) : -1;
    if (together !== -1) return together + 1;
    if (isLeftOut(first)) return first + 1;
    const broken = brokenUntil(first);
    if (broken > first) {
      readPieces(first, broken, false);
      begin(first, broken, true);
      emitReading(0);
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
      noLettersUntil = 0;
      looseReads = 0;
      tried = 0;
      brokenTries = 0;
      repeats = 0;
      splitLetters = 0;
      tokens.count = 0;
      tokens.letterCount = 0;
      for (let at = 0; at < pieces.count;) at = step(at);
      return tokens;
    },
  };
}
