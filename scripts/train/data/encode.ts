import { gramsOf, MAX_GRAMS } from '../../../src/service/engine/model/grams.ts';
import {
  completeRow,
  MAX_PAIRS_PER_WORD,
  pairsAt,
} from '../../../src/service/engine/model/pairs.ts';
import {
  GRAM_BUCKETS,
  HEADS,
  HEAD_COUNT,
  PAIR_BUCKETS,
} from '../../../src/service/engine/model/shape.ts';
import { createLexicon } from '../../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../../src/service/engine/normalise/normalise.ts';
import type { Example } from './example.ts';
import { wordAt, type Vocabulary } from './vocabulary.ts';

/** Longer texts are cut off: the datasets have few, and the engine scores long texts in parts. */
export const MAX_WORDS = 64;

/** A growing list of numbers. */
export function createList(): { push(value: number): void; done(): Int32Array; length(): number } {
  let items = new Int32Array(1 << 16);
  let length = 0;
  return {
    push(value) {
      if (length === items.length) {
        const grown = new Int32Array(length * 2);
        grown.set(items);
        items = grown;
      }
      items[length] = value;
      length += 1;
    },
    done: () => items.slice(0, length),
    length: () => length,
  };
}

/** Distinct words, those of the vocabulary first, with their n-grams as ranges of one list. */
export interface WordTypes {
  readonly count: () => number;
  typeOf(
    id: number,
    word: string,
    letters: Uint16Array,
    range: { from: number; to: number },
  ): number;
  done(): { gramStart: Int32Array; grams: Int32Array };
}

export function createWordTypes(vocabulary: Vocabulary): WordTypes {
  const starts = createList();
  const grams = createList();
  const hashes = new Uint32Array(MAX_GRAMS);
  const others = new Map<string, number>();
  let count = 0;
  const add = (letters: Uint16Array, range: { from: number; to: number }): number => {
    starts.push(grams.length());
    const size = gramsOf(letters, range, hashes);
    for (let at = 0; at < size; at += 1) grams.push((hashes[at] ?? 0) | 0);
    count += 1;
    return count - 1;
  };
  for (const word of vocabulary.words) {
    const letters = Uint16Array.from(word, (letter) => letter.charCodeAt(0));
    add(letters, { from: 0, to: word.startsWith('\u0001') ? 0 : letters.length });
  }
  return {
    count: () => count,
    typeOf(id, word, letters, range) {
      if (id !== -1) return id;
      const existing = others.get(word);
      if (existing !== undefined) return existing;
      const type = add(letters, range);
      others.set(word, type);
      return type;
    },
    done() {
      starts.push(grams.length());
      return { gramStart: starts.done(), grams: grams.done() };
    },
  };
}

/** Texts as numbers. The words of text `n` are `words[wordStart[n] .. wordStart[n+1]]`; the same goes for pairs. */
export interface Dataset {
  count: number;
  wordStart: Int32Array;
  words: Int32Array;
  pairStart: Int32Array;
  pairs: Int32Array;
  /** `HEAD_COUNT` labels per text; -1 for heads that aren't trained. */
  labels: Float32Array;
  sources: Uint8Array;
  /** The weight of each label, `HEAD_COUNT` per text. */
  weights: Float32Array;
}

export function encode(
  examples: readonly Example[],
  vocabulary: Vocabulary,
  { types, sourceNames }: { types: WordTypes; sourceNames: string[] },
): Dataset {
  const { normalise } = createNormaliser(createLexicon(vocabulary));
  const wordStart = createList();
  const words = createList();
  const pairStart = createList();
  const pairs = createList();
  const hashes = new Uint32Array(MAX_PAIRS_PER_WORD);
  const kind = new Uint8Array(MAX_WORDS);
  const general = new Int32Array(MAX_WORDS);
  const negation = new Int32Array(MAX_WORDS);
  const labels = new Float32Array(examples.length * HEAD_COUNT).fill(-1);
  const sources = new Uint8Array(examples.length);
  const weights = new Float32Array(examples.length * HEAD_COUNT);
  examples.forEach((example, index) => {
    const tokens = normalise(example.text);
    wordStart.push(words.length());
    pairStart.push(pairs.length());
    const to = Math.min(tokens.count, MAX_WORDS);
    for (let at = 0; at < to; at += 1) {
      const id = tokens.id[at] ?? -1;
      kind[at] = id === -1 ? 0 : (vocabulary.kinds[id] ?? 0);
      const range = { from: tokens.from[at] ?? 0, to: tokens.to[at] ?? 0 };
      words.push(types.typeOf(id, wordAt(tokens, at), tokens.letters, range));
    }
    const row = { hash: tokens.hash, kind, general, negation, from: 0, to };
    completeRow(row);
    for (let at = 0; at < to; at += 1) {
      const size = pairsAt(row, at, { out: hashes, count: 0 });
      for (let pair = 0; pair < size; pair += 1) {
        pairs.push((hashes[pair] ?? 0) & (PAIR_BUCKETS - 1));
      }
    }
    HEADS.forEach((head, slot) => {
      labels[index * HEAD_COUNT + slot] = example.labels[head] ?? -1;
      weights[index * HEAD_COUNT + slot] = example.weight * (example.headWeights?.[head] ?? 1);
    });
    const name = example.source.replace(/^authored .*/, 'authored');
    let source = sourceNames.indexOf(name);
    if (source === -1) source = sourceNames.push(name) - 1;
    sources[index] = source;
  });
  wordStart.push(words.length());
  pairStart.push(pairs.length());
  return {
    count: examples.length,
    wordStart: wordStart.done(),
    words: words.done(),
    pairStart: pairStart.done(),
    pairs: pairs.done(),
    labels,
    sources,
    weights,
  };
}

/**
 * Number of buckets for the embeddings of letter n-grams, which exist only in training: known words get the sum before the
 * weights are written.
 */
export const EMBEDDED_GRAM_BUCKETS = 1 << 14;

export const gramBucket = (hash: number): number => hash & (GRAM_BUCKETS - 1);
/** Uses other bits than the linear model, so that two words don't collide in both. */
export const embeddedGramBucket = (hash: number): number =>
  (hash >>> 17) & (EMBEDDED_GRAM_BUCKETS - 1);
