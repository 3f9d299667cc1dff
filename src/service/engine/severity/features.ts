import { HASH_START, hashStep, spread } from '../normalise/hash.ts';
import { Special } from '../normalise/noise.ts';
import type { Tokens } from '../normalise/tokens.ts';
import { wordPlaces } from './places.ts';

/** The features span at most this many words; longer texts are read in windows. */
export const MAX_WINDOW = 48;
/** Maximum distance, in words, between two words of which at least one has a class. */
const CLASS_DISTANCE = 4;
export const MAX_FEATURES = MAX_WINDOW * 11 + 16;
/** Longer numbers are neither ages nor codes. */
const MAX_DIGITS = 4;

const Seed = {
  word: 0x1b873593,
  pair: 0x2c1b3c6d,
  triple: 0x51ed270b,
  classes: 0x6a09e667,
  sequence: 0x165667b1,
  longSequence: 0x27d4eb2f,
  edge: 0x846ca68b | 0,
  length: 0x85ebca6b | 0,
  base: 0x1f83d9ab,
} as const;
/** Number of steps in which a base model score is read. */
const BASE_STEPS = 8;

/** The hashed features of a text, with the words that each comes from. Reused for the next text. */
export interface Features {
  count: number;
  hash: Uint32Array;
  /** Positions in the tokens of the first and the last word of the feature; -1 for features of the whole text. */
  first: Int32Array;
  last: Int32Array;
  /** The words that were read: their number, their hashes, and their positions in the tokens. */
  wordCount: number;
  words: Int32Array;
  places: Int32Array;
}

export function createFeatures(hash = new Uint32Array(MAX_FEATURES)): Features {
  return {
    count: 0,
    hash,
    first: new Int32Array(MAX_FEATURES),
    last: new Int32Array(MAX_FEATURES),
    wordCount: 0,
    words: new Int32Array(MAX_WINDOW),
    places: new Int32Array(MAX_WINDOW),
  };
}

/** Returns the class of a word by the hash of its letters; 0 if it has none. */
export type ClassOf = (hash: number) => number;

/** The words of a text, as the category model sees them. */
export interface ReadText {
  tokens: Tokens;
  sample: string;
}

const mix = (a: number, b: number, seed: number): number =>
  Math.imul(a ^ seed, 0x9e3779b1 | 0) ^ ((b << 9) | (b >>> 23)) ^ seed;

const classHash = (kind: number): number => Math.imul(kind + 1, 0x2545f491) ^ 0x5bd1e995;

/** Numbers have no letters; short ones are read from the sample, because ages and codes matter. */
function hashOfNumber(sample: string, from: number, to: number): number {
  if (to - from > MAX_DIGITS) return Special.number;
  let hash = HASH_START;
  for (let at = from; at < to; at += 1) hash = hashStep(hash, sample.charCodeAt(at));
  return hash;
}

/** The hash of the word at index `at` of the tokens. */
export function wordHash({ tokens, sample }: ReadText, at: number): number {
  if (tokens.id[at] !== Special.number) return tokens.hash[at] ?? 0;
  return hashOfNumber(sample, tokens.sourceFrom[at] ?? 0, tokens.sourceTo[at] ?? 0);
}

/** Writes a feature at index `count`; returns the new number of features. */
function put(
  { hash, first, last }: Features,
  count: number,
  code: number,
  start: number,
  end: number,
): number {
  hash[count] = spread(code);
  first[count] = start;
  last[count] = end;
  return count + 1;
}

/** The base model's probabilities for the same text. */
export interface BaseScores {
  toxicity: number;
  identityHate: number;
  aggressive: number;
  vulgar: number;
}

const stepOf = (probability: number): number =>
  Math.min(BASE_STEPS - 1, Math.floor(probability * BASE_STEPS));

/** Adds the base model's scores, one by one and in pairs. */
export function addBaseScores(features: Features, base: BaseScores): void {
  const steps = [
    stepOf(base.toxicity),
    stepOf(base.identityHate),
    stepOf(base.aggressive),
    stepOf(base.vulgar),
  ];
  let { count } = features;
  for (let a = 0; a < steps.length; a += 1) {
    const step = steps[a] ?? 0;
    count = put(features, count, mix(a, step, Seed.base), -1, -1);
    for (let b = 0; b < a; b += 1) {
      const pair = mix(a * 4 + b, step * BASE_STEPS + (steps[b] ?? 0), Seed.base + 1);
      count = put(features, count, pair, -1, -1);
    }
  }
  features.count = count;
}

export interface FeatureReader {
  /** Reads words `from` to `to` (exclusive; at most `MAX_WINDOW`) into `features`. */
  read(text: ReadText, range: { from: number; to: number }, features: Features): void;
}

/** Stands for the class before the first word with a class, and after the last. */
const NO_CLASS = 255;
/** Number of markers before the first class: sequences have up to four classes. */
const ENDS = 3;

/**
 * Reads the features: words, word pairs and triples, pairs of words of which at least one has a class, and sequences of classes
 * alone (skipping all other words).
 */
export function createFeatureReader(classOf: ClassOf): FeatureReader {
  const general = new Int32Array(MAX_WINDOW);
  const kinds = new Uint8Array(MAX_WINDOW);
  /** The positions of the words that have a class, and the sequence of classes with its start and end markers. */
  const classed = new Int32Array(MAX_WINDOW);
  const sequence = new Uint8Array(ENDS + MAX_WINDOW + 1);

  /** Writes words and classes; returns the number of words with a class. */
  const readClasses = (text: ReadText, { words, places, wordCount }: Features): number => {
    let classes = 0;
    for (let at = 0; at < wordCount; at += 1) {
      const word = wordHash(text, places[at] ?? 0);
      const kind = classOf(word);
      words[at] = word;
      kinds[at] = kind;
      general[at] = kind === 0 ? word : classHash(kind);
      if (kind === 0) continue;
      classed[classes] = at;
      classes += 1;
    }
    return classes;
  };

  /** Adds the features that end with the word at `at`. */
  const addWord = (features: Features, at: number, before: number): number => {
    const { words, places } = features;
    const here = words[at] ?? 0;
    const hereGeneral = general[at] ?? 0;
    const place = places[at] ?? 0;
    let count = put(features, before, mix(here, 0, Seed.word), place, place);
    if (hereGeneral !== here) {
      count = put(features, count, mix(hereGeneral, 0, Seed.word), place, place);
    }
    if (at === 0) return put(features, count, mix(hereGeneral, 0, Seed.edge), place, place);
    const pair = mix(words[at - 1] ?? 0, here, Seed.pair);
    count = put(features, count, pair, places[at - 1] ?? 0, place);
    if (at > 1) {
      const two = mix(general[at - 2] ?? 0, general[at - 1] ?? 0, Seed.triple);
      count = put(features, count, mix(two, hereGeneral, Seed.triple), places[at - 2] ?? 0, place);
    }
    const farthest = Math.min(CLASS_DISTANCE, at);
    for (let distance = 1; distance <= farthest; distance += 1) {
      const other = at - distance;
      if (kinds[at] === 0 && kinds[other] === 0) continue;
      const seed = Seed.classes + (distance > 2 ? 1 : 0);
      const code = mix(general[other] ?? 0, hereGeneral, seed);
      count = put(features, count, code, places[other] ?? 0, place);
    }
    return count;
  };

  /**
   * Adds the sequences of classes, including their start and end: "kill yourself" alone differs from the same words within a
   * sentence.
   */
  const addSequences = (features: Features, classes: number, before: number): number => {
    const { places } = features;
    const placeAt = (index: number): number =>
      places[classed[Math.max(0, Math.min(classes - 1, index))] ?? 0] ?? 0;
    sequence.fill(NO_CLASS, 0, ENDS);
    for (let at = 0; at < classes; at += 1) sequence[at + ENDS] = kinds[classed[at] ?? 0] ?? 0;
    sequence[classes + ENDS] = NO_CLASS;
    let count = before;
    for (let at = 0; at <= classes; at += 1) {
      const last = placeAt(at);
      const pair = mix(sequence[at + 2] ?? 0, sequence[at + ENDS] ?? 0, Seed.sequence);
      count = put(features, count, pair, placeAt(at - 1), last);
      if (at < 1) continue;
      const triple = mix(sequence[at + 1] ?? 0, pair, Seed.sequence);
      count = put(features, count, triple, placeAt(at - 2), last);
      if (at < 2) continue;
      const four = mix(sequence[at] ?? 0, triple, Seed.longSequence);
      count = put(features, count, four, placeAt(at - 3), last);
    }
    return count;
  };

  return {
    read(text, range, features) {
      const length = wordPlaces(text.tokens, range, features.places);
      features.wordCount = length;
      const classes = readClasses(text, features);
      let count = 0;
      for (let at = 0; at < length; at += 1) count = addWord(features, at, count);
      if (length > 0) {
        const end = features.places[length - 1] ?? 0;
        count = put(features, count, mix(1, general[length - 1] ?? 0, Seed.edge), end, end);
      }
      if (classes > 0) count = addSequences(features, classes, count);
      const size = Math.min(8, Math.ceil(length / 2));
      features.count = put(features, count, mix(size, 0, Seed.length), -1, -1);
    },
  };
}
