import { CATEGORIES } from '../../../src/service/engine/categories.ts';
import { headsOf } from '../../../src/service/engine/model/heads.ts';
import { createScorer } from '../../../src/service/engine/model/scorer.ts';
import { quantise, type Weights } from '../../../src/service/engine/model/weights.ts';
import { hashText } from '../../../src/service/engine/normalise/hash.ts';
import { createLexicon } from '../../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../../src/service/engine/normalise/normalise.ts';
import { wordPlaces } from '../../../src/service/engine/severity/places.ts';
import {
  DIMENSIONS,
  type NetworkWeights,
} from '../../../src/service/engine/severity/network-weights.ts';
import { MAX_WINDOW, wordHash } from '../../../src/service/engine/severity/features.ts';
import { baseInputs } from '../../../src/service/engine/severity/word-network.ts';
import type { Example } from '../data/example.ts';
import type { Random } from '../random.ts';
import { similarWords } from './similar-words.ts';
import { trainNetwork, type NetworkWords } from './train-network.ts';
import { readWordVectors, type WordVectors } from './word-vectors.ts';

/** Rarer words count as unknown; words with a vector may be a little rarer. */
const MIN_COUNT = 4;
const MIN_COUNT_WITH_VECTOR = 2;
/** This many frequent English words are known even if no text has them. */
const FREQUENT = 22_000;
const DEVIATION = 0.35;
/** A symbol, or the lower half of an emoji's code. */
const EMOJI = /^[\u2000-\u3300\uf000-\uffff]$/;

interface Encoded {
  /** The hashes of the words in each text. */
  words: readonly Int32Array[];
  base: Float32Array;
  labels: Float32Array;
  weights: Float32Array;
}

/** Reads the texts with the shipped normaliser and base model. */
function encode(examples: readonly Example[], weights: Weights): Encoded {
  const { normalise } = createNormaliser(createLexicon(weights.lexicon));
  const scorer = createScorer(weights);
  const places = new Int32Array(MAX_WINDOW);
  const labels = new Float32Array(examples.length * CATEGORIES.length);
  const base: number[] = [];
  const words = examples.map(({ text, categories = {} }, index) => {
    const tokens = normalise(text);
    base.push(...baseInputs(headsOf(scorer.score(tokens))));
    CATEGORIES.forEach((category, slot) => {
      labels[index * CATEGORIES.length + slot] = categories[category] ?? -1;
    });
    const read = { tokens, sample: text };
    const count = wordPlaces(tokens, { from: 0, to: tokens.count }, places);
    return Int32Array.from({ length: count }, (_, at) => wordHash(read, places[at] ?? 0));
  });
  return {
    words,
    base: Float32Array.from(base),
    labels,
    weights: Float32Array.from(examples, ({ weight }) => weight),
  };
}

/** The network's words as hashes, with their vectors and classes. */
function vocabularyOf(
  texts: readonly Int32Array[],
  { classes, vectors, random }: { classes: Classes; vectors: WordVectors; random: Random },
): { hashes: Int32Array; known: NetworkWords } {
  const counts = new Map<number, number>();
  for (const text of texts) {
    for (const hash of new Set(text)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  const byHash = new Map([...vectors].map(([word, vector]) => [hashText(word), vector]));
  const kinds = new Map([...classes].map(([word, kind]) => [hashText(word), kind]));
  const known = new Set(kinds.keys());
  for (const [hash, count] of counts) {
    if (count >= (byHash.has(hash) ? MIN_COUNT_WITH_VECTOR : MIN_COUNT)) known.add(hash);
  }
  for (const hash of [...byHash.keys()].slice(0, FREQUENT)) known.add(hash);
  for (const word of vectors.keys()) if (EMOJI.test(word)) known.add(hashText(word));
  const hashes = Int32Array.from(known);
  const own = new Float32Array((hashes.length + 1) * DIMENSIONS);
  hashes.forEach((hash, row) => {
    const vector =
      byHash.get(hash) ?? Array.from({ length: DIMENSIONS }, () => random.normal() / 10);
    own.set(vector, row * DIMENSIONS);
  });
  const ownClasses = Uint8Array.from([...hashes, 0], (hash) => kinds.get(hash) ?? 0);
  const similar = similarWords({
    own,
    dimensions: DIMENSIONS,
    classes: ownClasses,
    counts: [...hashes].map((hash) => counts.get(hash) ?? 0),
  });
  const classCount = Math.max(...ownClasses);
  return { hashes, known: { own, classes: ownClasses, classCount, similar } };
}

type Classes = ReadonlyMap<string, number>;

/** Shared by all networks of a training run, because reading the vectors takes several seconds. */
export function createNetworkBuilder(
  base: Weights,
  { classes, report }: { classes: Classes; report: (line: string) => void },
): (examples: readonly Example[], random: Random) => NetworkWeights {
  const vectors = readWordVectors(DIMENSIONS, DEVIATION);
  return (examples, random) => {
    const encoded = encode(examples, base);
    const { hashes, known } = vocabularyOf(encoded.words, { classes, vectors, random });
    const rowOf = new Map([...hashes].map((hash, row) => [hash, row]));
    const start = new Int32Array(examples.length + 1);
    encoded.words.forEach((text, index) => {
      start[index + 1] = (start[index] ?? 0) + text.length;
    });
    const words = new Int32Array(start.at(-1) ?? 0);
    encoded.words.forEach((text, index) => {
      words.set(
        text.map((hash) => rowOf.get(hash) ?? hashes.length),
        start[index] ?? 0,
      );
    });
    report(`network: ${hashes.length} words known`);
    const trained = trainNetwork({ ...encoded, start, words }, known, { random, report });
    return { ...trained, words: hashes, own: quantise(trained.own, DIMENSIONS) };
  };
}
