import { HASH_START, hashStep } from '../engine/normalise/hash.ts';
import { FIRST_SIGNS, SCORE_BITS, type Ngrams } from './ngram-file.ts';

/** A text with letters from here on, or with İ, is lower-cased and split as a whole instead of letter by letter. */
const FIRST_RARE = 0x250;
const DOTTED_I = 0x130;
const SPACE = 0x20;
/** Number of a word's signs that are read; the rest counts as one sequence that no language has. */
const MAX_WORD = 70;
/** Length of a sequence in signs, without spaces, and the distance between two sequences. */
const SIGNS = 4;
const STRIDE = 3;
const BYTE = 8;
const NO_SEQUENCE = 0xffff;
const APOSTROPHE = 0x27;
const ACCENT = 0x60;
/** Scales the sum for a sequence to a score from 0 to 1. */
const SCALE = 25;
const RANKED = 3;
/** More signs than any text that is read can have. */
const MAX_SIGNS = 1024;
const SEEN_SLOTS = 1024;

const isApostrophe = (unit: number): boolean => unit === APOSTROPHE || unit === ACCENT;

const mixed = (first: number, rest: number): number => {
  const hash = Math.imul(first ^ Math.imul(rest, 0x2c1b3c6d), 0x9e3779b1);
  return hash ^ (hash >>> 15);
};

/** The most likely languages of a text, at most three, most likely first. */
export interface Likely {
  code: string;
  /** 0 to 1. */
  confidence: number;
}

export type NgramModel = (text: string) => Likely[];

/** Looks up sequences of signs by their packed numbers. */
function createIndex({ first, rest, counts }: Ngrams): (first: number, rest: number) => number {
  let size = 16;
  while (size < first.length * 2) size *= 2;
  const mask = size - 1;
  /** Each slot holds the index of a sequence plus one; 0: free. */
  const slots = new Int32Array(size);
  const slotOf = (head: number, tail: number): number => {
    let slot = mixed(head, tail) & mask;
    for (;;) {
      const at = (slots[slot] ?? 0) - 1;
      if (at === -1 || (first[at] === head && rest[at] === tail)) return slot;
      slot = (slot + 1) & mask;
    }
  };
  for (let at = 0; at < counts.length; at += 1) {
    slots[slotOf(first[at] ?? 0, rest[at] ?? 0)] = at + 1;
  }
  return (head, tail) => (slots[slotOf(head, tail)] ?? 0) - 1;
}

/** The sequences seen so far in a text. */
interface Seen {
  begin(): void;
  /** False if the sequence occurred before in the text. */
  isNew(first: number, rest: number): boolean;
}

function createSeen(): Seen {
  const firsts = new Int32Array(SEEN_SLOTS);
  const rests = new Uint16Array(SEEN_SLOTS);
  /** The number of the last text that contained each sequence. */
  const seenIn = new Int32Array(SEEN_SLOTS);
  let text = 0;
  return {
    begin() {
      text = (text + 1) | 0;
    },
    isNew(first, rest) {
      let slot = mixed(first, rest) & (SEEN_SLOTS - 1);
      while (seenIn[slot] === text) {
        if (firsts[slot] === first && rests[slot] === rest) return false;
        slot = (slot + 1) & (SEEN_SLOTS - 1);
      }
      seenIn[slot] = text;
      firsts[slot] = first;
      rests[slot] = rest;
      return true;
    },
  };
}

/** The highest sums, at most three; of equal ones, the first comes first. Removes them from `sums`. */
function takeLikely(sums: Int32Array, sequences: number, languages: readonly string[]): Likely[] {
  const found: Likely[] = [];
  for (let rank = 0; rank < RANKED; rank += 1) {
    let best = -1;
    for (let at = 0; at < sums.length; at += 1) {
      if ((sums[at] ?? 0) > (best === -1 ? 0 : (sums[best] ?? 0))) best = at;
    }
    if (best === -1) break;
    const mean = (sums[best] ?? 0) / sequences;
    found.push({ code: languages[best] ?? '', confidence: mean / (mean + SCALE) });
    sums[best] = 0;
  }
  return found;
}

/** True if looking up the letters one by one is not enough for this text. */
function hasRareLetters(sample: string): boolean {
  for (let at = 0; at < sample.length; at += 1) {
    const unit = sample.charCodeAt(at);
    if (unit >= FIRST_RARE || unit === DOTTED_I) return true;
  }
  return false;
}

/** The lower-case letter for each code unit; 0 for units that separate words. */
const lettersOf = (separators: RegExp): Uint16Array =>
  Uint16Array.from({ length: FIRST_RARE }, (_, unit) => {
    const letter = String.fromCharCode(unit);
    const isKept = isApostrophe(unit) || letter.replace(separators, '') !== '';
    return isKept ? letter.toLowerCase().charCodeAt(0) : 0;
  });

/** Judges a text by its letter sequences, each counted once, exactly as `eld` does. Reads texts of up to 100 letters. */
export function createNgramModel(ngrams: Ngrams): NgramModel {
  const { meta, first, counts, scores } = ngrams;
  const find = createIndex(ngrams);
  const starts = new Int32Array(first.length + 1);
  counts.forEach((count, at) => {
    starts[at + 1] = (starts[at] ?? 0) + count;
  });
  const separators = new RegExp(meta.separators, 'gu');
  const signOf = Uint8Array.from(meta.signs, (sign) => sign.charCodeAt(0));
  const letters = lettersOf(separators);
  const sums = new Int32Array(meta.languages.length);
  const word = new Uint8Array(MAX_SIGNS);
  let length = 0;
  const seen = createSeen();
  let sequences = 0;

  const count = (head: number, tail: number): void => {
    if (!seen.isNew(head, tail)) return;
    sequences += 1;
    const found = find(head, tail);
    if (found === -1) return;
    const end = starts[found + 1] ?? 0;
    for (let at = starts[found] ?? 0; at < end; at += 1) {
      const score = scores[at] ?? 0;
      const language = score >> SCORE_BITS;
      sums[language] = (sums[language] ?? 0) + (score & ((1 << SCORE_BITS) - 1));
    }
  };

  /** Counts the word's signs from `from` to `to`, with a space before or after them at the ends of the word. */
  const countSigns = (from: number, to: number): void => {
    let head = 0;
    let tail = 0;
    let packed = 0;
    const pack = (sign: number): void => {
      if (packed < FIRST_SIGNS) head = (head << BYTE) | sign;
      else tail = (tail << BYTE) | sign;
      packed += 1;
    };
    if (from === 0) pack(SPACE);
    for (let at = from; at < to; at += 1) pack(word[at] ?? 0);
    if (to === length) pack(SPACE);
    count(head, tail);
  };

  /** Counts the rest of a word that is too long. */
  const countRest = (from: number): void => {
    let hash = HASH_START;
    for (let at = from; at < length; at += 1) hash = hashStep(hash, word[at] ?? 0);
    count(hash, NO_SEQUENCE);
  };

  const closeWord = (): void => {
    if (length === 0) return;
    const read = Math.min(length, MAX_WORD);
    for (let at = 0; at + SIGNS < read; at += STRIDE) countSigns(at, at + SIGNS);
    const last = Math.max(0, read - SIGNS);
    if (length > MAX_WORD) countRest(last);
    else countSigns(last, length);
    length = 0;
  };

  const addSign = (sign: number): void => {
    if (length < MAX_SIGNS) word[length] = sign;
    length += 1;
  };

  /** Adds a lower-case letter as the signs of its UTF-8 bytes. */
  const addLetter = (letter: number): void => {
    if (letter < 0x80) {
      addSign(letter);
      return;
    }
    if (letter < 0x800) addSign(signOf[0xc0 | (letter >> 6)] ?? 0);
    else {
      addSign(signOf[0xe0 | (letter >> 12)] ?? 0);
      addSign(signOf[0x80 | ((letter >> 6) & 0x3f)] ?? 0);
    }
    addSign(signOf[0x80 | (letter & 0x3f)] ?? 0);
  };

  /** Reads lower-case words separated by spaces. */
  const readWords = (words: string): void => {
    for (let at = 0; at < words.length; at += 1) {
      const letter = words.charCodeAt(at);
      if (letter === SPACE) closeWord();
      else addLetter(letter);
    }
  };

  /** Apostrophes count as part of a word before a letter, as in "don't", and at the end of the text. */
  const belongsToWord = (sample: string, at: number): boolean => {
    let next = at + 1;
    while (next < sample.length && isApostrophe(sample.charCodeAt(next))) next += 1;
    return next === sample.length || (letters[sample.charCodeAt(next)] ?? 0) !== 0;
  };

  /** Reads words as written; the text has no rare letters. */
  const readPlainly = (sample: string): void => {
    for (let at = 0; at < sample.length; at += 1) {
      const unit = sample.charCodeAt(at);
      const letter = letters[unit] ?? 0;
      if (letter !== 0 && (!isApostrophe(unit) || belongsToWord(sample, at))) addLetter(letter);
      else closeWord();
    }
  };

  return (sample) => {
    sums.fill(0);
    sequences = 0;
    seen.begin();
    length = 0;
    if (hasRareLetters(sample)) readWords(sample.replace(separators, ' ').toLowerCase());
    else readPlainly(sample);
    closeWord();
    return takeLikely(sums, sequences, meta.languages);
  };
}
