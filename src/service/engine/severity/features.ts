import { HASH_START, hashStep, spread } from '../normalise/hash.ts';
import { Special } from '../normalise/noise.ts';
import type { Tokens } from '../normalise/tokens.ts';
import { wordPlaces } from './places.ts';

/** The features reach this many words at most; longer texts are read in windows. */
export const MAX_WINDOW = 48;
/** Greatest distance, in words, between two words of which at least one has a class. */
const CLASS_DISTANCE = 4;
export const MAX_FEATURES = MAX_WINDOW * 11 + 16;
/** Longer numbers are no ages and no codes. */
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
/** The scores of the base model are read in this many steps. */
const BASE_STEPS = 8;

/** The hashed features of a text, with the words each comes from. Reused by the next text. */
export interface Features {
  count: number;
  hash: Uint32Array;
  /** Positions in the tokens of the first and the last word of the feature; -1 for features of the whole text. */
  first: Int32Array;
  last: Int32Array;
  /** The words that were read: their number, hashes and positions in the tokens. */
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

/** A word's class by the hash of its letters; 0 for words without one. */
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

/** The hash of the word at `at` of the tokens. */
export function wordHash({ tokens, sample }: ReadText, at: number): number {
  if (tokens.id[at] !== Special.number) return tokens.hash[at] ?? 0;
  return hashOfNumber(sample, tokens.sourceFrom[at] ?? 0, tokens.sourceTo[at] ?? 0);
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
  const add = (code: number): void => {
    features.hash[features.count] = spread(code);
    features.first[features.count] = -1;
    features.last[features.count] = -1;
    features.count += 1;
  };
  for (let a = 0; a < steps.length; a += 1) {
    add(mix(a, steps[a] ?? 0, Seed.base));
    for (let b = 0; b < a; b += 1) {
      add(mix(a * 4 + b, (steps[a] ?? 0) * BASE_STEPS + (steps[b] ?? 0), Seed.base + 1));
    }
  }
}

export interface FeatureReader {
  /** Reads words `from` to `to` (exclusive; at most `MAX_WINDOW`) into `features`. */
  read(text: ReadText, range: { from: number; to: number }, features: Features): void;
}

/**
 * The features: words, word pairs and triples, pairs of words of which one has a class, and sequences of the classes alone
 * (skipping all other words).
 */
export function createFeatureReader(classOf: ClassOf): FeatureReader {
  const general = new Int32Array(MAX_WINDOW);
  const kinds = new Uint8Array(MAX_WINDOW);
  /** The positions of the words with a class. */
  const classed = new Int32Array(MAX_WINDOW);

  return {
    read(text, { from, to }, features) {
      const { words, places } = features;
      const length = wordPlaces(text.tokens, { from, to }, places);
      features.wordCount = length;
      const placeOf = (at: number): number => places[at] ?? 0;
      const { hash, first, last } = features;
      let count = 0;
      const add = (code: number, start: number, end: number): void => {
        hash[count] = spread(code);
        first[count] = start;
        last[count] = end;
        count += 1;
      };
      let classes = 0;
      for (let at = 0; at < length; at += 1) {
        const word = wordHash(text, placeOf(at));
        const kind = classOf(word);
        words[at] = word;
        kinds[at] = kind;
        general[at] = kind === 0 ? word : classHash(kind);
        if (kind === 0) continue;
        classed[classes] = at;
        classes += 1;
      }
      for (let at = 0; at < length; at += 1) {
        const here = words[at] ?? 0;
        const hereGeneral = general[at] ?? 0;
        const place = placeOf(at);
        add(mix(here, 0, Seed.word), place, place);
        if (hereGeneral !== here) add(mix(hereGeneral, 0, Seed.word), place, place);
        if (at === 0) {
          add(mix(hereGeneral, 0, Seed.edge), place, place);
          continue;
        }
        add(mix(words[at - 1] ?? 0, here, Seed.pair), placeOf(at - 1), place);
        if (at > 1) {
          const two = mix(general[at - 2] ?? 0, general[at - 1] ?? 0, Seed.triple);
          add(mix(two, hereGeneral, Seed.triple), placeOf(at - 2), place);
        }
        for (let distance = 1; distance <= CLASS_DISTANCE && distance <= at; distance += 1) {
          const other = at - distance;
          if (kinds[at] === 0 && kinds[other] === 0) continue;
          const seed = Seed.classes + (distance > 2 ? 1 : 0);
          add(mix(general[other] ?? 0, hereGeneral, seed), placeOf(other), place);
        }
      }
      if (length > 0) {
        const end = placeOf(length - 1);
        add(mix(1, general[length - 1] ?? 0, Seed.edge), end, end);
      }
      for (let at = 0; at <= classes; at += 1) {
        // The ends of the text take part: "kill yourself" alone differs from the same within a sentence.
        const kindAt = (index: number): number =>
          index < 0 || index >= classes ? 255 : (kinds[classed[index] ?? 0] ?? 0);
        const placeAt = (index: number): number =>
          placeOf(classed[Math.max(0, Math.min(classes - 1, index))] ?? 0);
        if (classes === 0) break;
        const pair = mix(kindAt(at - 1), kindAt(at), Seed.sequence);
        add(pair, placeAt(at - 1), placeAt(at));
        if (at < 1) continue;
        const triple = mix(kindAt(at - 2), pair, Seed.sequence);
        add(triple, placeAt(at - 2), placeAt(at));
        if (at > 1) {
          add(mix(kindAt(at - 3), triple, Seed.longSequence), placeAt(at - 3), placeAt(at));
        }
      }
      add(mix(Math.min(8, Math.ceil(length / 2)), 0, Seed.length), -1, -1);
      features.count = count;
    },
  };
}
