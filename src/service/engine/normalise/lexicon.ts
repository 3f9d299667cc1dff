import { createBitSet, createHashTable, HASH_START, hashStep, hashText } from './hash.ts';

/** The known words, and indexes to find them behind a disguise. */
export interface Lexicon {
  /** The vocabulary id for a hash of letters, or -1. The first ids are those of `Special`. */
  find(hash: number): number;
  /** False if no word starts with the hashed letters, so that callers can stop early. */
  mayBegin(hash: number): boolean;
  /** True if the word is worth looking for behind a disguise. */
  isAnchor(id: number): boolean;
  /** True if the word is worth looking for even where a disguise is unlikely, such as across spaces. */
  isStrongAnchor(id: number): boolean;
  /** True for an out-of-vocabulary word that is a real word, and thus no disguise. */
  isKnown(hash: number): boolean;
  /** A word's rarity: its negative log-probability, in tenths. */
  costOf(id: number): number;
  /** An anchor that matches with `*` for each masked letter, or -1. */
  findMasked(hash: number): number;
  /** An anchor with one letter missing, or -1. */
  findShortened(hash: number): number;
  /** An anchor that consists of the same letters in another order, or -1. */
  findShuffled(sortedHash: number): number;
  wordOf(id: number): string;
  hashOf(id: number): number;
}

export interface LexiconData {
  /** By id. */
  words: readonly string[];
  costs: Uint8Array;
  /** Ids of the words to find behind disguises, the most important first. */
  anchors: readonly number[];
  /** Hashes of real words outside the vocabulary. */
  known: Int32Array;
}

const MASK = 0x2a;
const VOWELS = new Set(Array.from('aeiouy', (letter) => letter.charCodeAt(0)));
const MIN_MASKED_LENGTH = 3;
const MIN_SHORTENED_LENGTH = 4;
const MIN_SHUFFLED_LENGTH = 4;
const STRONG_ANCHORS = 1_200;
/** Number of bits in the prefix filter. Three in four are never set. */
const BEGINNING_BITS = 1 << 19;

function hashWithout(word: string, dropped: number): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at += 1) {
    if (at !== dropped) hash = hashStep(hash, word.charCodeAt(at));
  }
  return hash;
}

function hashMasked(word: string, isMasked: (at: number) => boolean): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at += 1) {
    hash = hashStep(hash, isMasked(at) ? MASK : word.charCodeAt(at));
  }
  return hash;
}

/** Upper bound on `maskedHashes` for a word of this length. */
const maskedCount = (length: number): number => (length * (length + 1)) / 2 + 2;

/** The usual ways to mask a word: its vowels, or any range of letters. */
function maskedHashes(word: string): number[] {
  const hashes = [
    hashMasked(word, (at) => at > 0 && VOWELS.has(word.charCodeAt(at))),
    hashMasked(word, (at) => VOWELS.has(word.charCodeAt(at))),
  ];
  // Reuse the hash of the common prefix: there are many masks.
  let before = HASH_START;
  for (let from = 0; from < word.length; from += 1) {
    let blanked = before;
    for (let to = from; to < word.length && to - from < word.length - 1; to += 1) {
      blanked = hashStep(blanked, MASK);
      let hash = blanked;
      for (let at = to + 1; at < word.length; at += 1) hash = hashStep(hash, word.charCodeAt(at));
      hashes.push(hash);
    }
    before = hashStep(before, word.charCodeAt(from));
  }
  return hashes;
}

export function createLexicon({ words, costs, anchors, known }: LexiconData): Lexicon {
  const vocabulary = createHashTable(words.length);
  const beginnings = createBitSet(BEGINNING_BITS);
  const hashes = Int32Array.from(words, (word) => {
    let hash = HASH_START;
    for (let at = 0; at < word.length; at += 1) {
      hash = hashStep(hash, word.charCodeAt(at));
      beginnings.add(hash);
    }
    return hash;
  });
  hashes.forEach((hash, id) => vocabulary.add(hash, id));
  const knownWords = createHashTable(known.length);
  for (const hash of known) knownWords.add(hash, 1);
  const isAnchor = new Uint8Array(words.length);
  // Sized for their contents: a lookup in a full table would never end.
  const lengths = anchors.map((id) => words[id]?.length ?? 0);
  const masked = createHashTable(lengths.reduce((sum, length) => sum + maskedCount(length), 0));
  const shortened = createHashTable(lengths.reduce((sum, length) => sum + length, 0));
  const shuffled = createHashTable(anchors.length);
  anchors.forEach((id, rank) => {
    const word = words[id] ?? '';
    isAnchor[id] = rank < STRONG_ANCHORS ? 2 : 1;
    if (word.length >= MIN_MASKED_LENGTH) {
      for (const hash of maskedHashes(word)) masked.add(hash, id);
    }
    if (word.length >= MIN_SHORTENED_LENGTH) {
      for (let at = 1; at < word.length; at += 1) shortened.add(hashWithout(word, at), id);
    }
    if (word.length >= MIN_SHUFFLED_LENGTH) {
      shuffled.add(hashText(Array.from(word).sort().join('')), id);
    }
  });
  return {
    find: vocabulary.find,
    mayBegin: beginnings.mayHave,
    isAnchor: (id) => (isAnchor[id] ?? 0) > 0,
    isStrongAnchor: (id) => isAnchor[id] === 2,
    isKnown: (hash) => knownWords.find(hash) !== -1,
    costOf: (id) => costs[id] ?? 255,
    findMasked: masked.find,
    findShortened: shortened.find,
    findShuffled: shuffled.find,
    wordOf: (id) => words[id] ?? '',
    hashOf: (id) => hashes[id] ?? 0,
  };
}
