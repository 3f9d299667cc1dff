import { HASH_START, hashStep } from '../engine/normalise/hash.ts';
import { FIRST_SIGNS, SCORE_BITS, type Ngrams } from './ngram-file.ts';

/** Letters beyond this one, and İ, are lower-cased and separated with the text around them. */
const FIRST_RARE = 0x250;
const DOTTED_I = 0x130;
const SPACE = 0x20;
/** Signs of a word that are read; what follows counts as one sequence that no language has. */
const MAX_WORD = 70;
/** Signs of a sequence, besides spaces, and from one to the next. */
const SIGNS = 4;
const STRIDE = 3;
const BYTE = 8;
const NO_SEQUENCE = 0xffff;
const APOSTROPHE = 0x27;
const ACCENT = 0x60;
/** Makes a score from 0 to 1 of the sum for a sequence. */
const SCALE = 25;
const RANKED = 3;
/** More signs than the texts have that are read. */
const MAX_SIGNS = 1024;
const SEEN_SLOTS = 1024;

const isApostrophe = (unit: number): boolean => unit === APOSTROPHE || unit === ACCENT;

const mixed = (first: number, rest: number): number => {
  const hash = Math.imul(first ^ Math.imul(rest, 0x2c1b3c6d), 0x9e3779b1);
  return hash ^ (hash >>> 15);
};

/** The most likely languages of a text, at most three, the most likely first. */
export interface Likely {
  code: string;
  /** 0 to 1. */
  confidence: number;
}

export type NgramModel = (text: string) => Likely[];

/** Finds sequences of signs by their numbers. */
function createIndex({ first, rest, counts }: Ngrams): (first: number, rest: number) => number {
  let size = 16;
  while (size < first.length * 2) size *= 2;
  const mask = size - 1;
  /** The number of a sequence, plus one. */
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

/** The sequences that a text had so far. */
interface Seen {
  begin(): void;
  /** False if the text had the sequence before. */
  isNew(first: number, rest: number): boolean;
}

function createSeen(): Seen {
  const firsts = new Int32Array(SEEN_SLOTS);
  const rests = new Uint16Array(SEEN_SLOTS);
  /** The text that each was last seen in. */
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

/** The highest sums, at most three, the first of equal ones first. Takes them out of `sums`. */
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

/** True if a text takes more than looking its letters up. */
function hasRareLetters(sample: string): boolean {
  for (let at = 0; at < sample.length; at += 1) {
    const unit = sample.charCodeAt(at);
    if (unit >= FIRST_RARE || unit === DOTTED_I) return true;
  }
  return false;
}

/** Lower-case letters by unit; 0 for what separates words. */
const lettersOf = (separators: RegExp): Uint16Array =>
  Uint16Array.from({ length: FIRST_RARE }, (_, unit) => {
    const letter = String.fromCharCode(unit);
    const isKept = isApostrophe(unit) || letter.replace(separators, '') !== '';
    return isKept ? letter.toLowerCase().charCodeAt(0) : 0;
  });

/** Judges a text by its sequences of letters, each counted once, exactly as `eld` does. Reads texts of up to 100 letters. */
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

  /** Counts the signs from `from` to `to` of the word, with a space before or after them if it begins or ends there. */
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

  /** Counts what follows in a word that is too long. */
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

  /** Adds a lower-case letter as the signs of its bytes in UTF-8. */
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

  /** Reads lower-case words between spaces. */
  const readWords = (words: string): void => {
    for (let at = 0; at < words.length; at += 1) {
      const letter = words.charCodeAt(at);
      if (letter === SPACE) closeWord();
      else addLetter(letter);
    }
  };

  /** Apostrophes belong to the letter after them, as in "don't", or end the text. */
  const belongsToWord = (sample: string, at: number): boolean => {
    let next = at + 1;
    while (next < sample.length && isApostrophe(sample.charCodeAt(next))) next += 1;
    return next === sample.length || (letters[sample.charCodeAt(next)] ?? 0) !== 0;
  };

  /** Reads words as written, without rare letters. */
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
