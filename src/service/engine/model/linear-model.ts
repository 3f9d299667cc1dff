import type { Tokens } from '../normalise/tokens.ts';
import { createRowAdder } from './buckets.ts';
import { gramsOf, MAX_GRAMS } from './grams.ts';
import { MAX_PAIRS_PER_WORD, pairsAt, type WordRow } from './pairs.ts';
import { HEAD_COUNT } from './shape.ts';
import type { Weights } from './weights.ts';

const INITIAL_WORDS = 4096;
/** Spell out at most this many unknown words per message; more add no information. */
const MAX_SPELLED = 100;

export interface LinearModel {
  /**
   * Each word's contribution to each head: the word itself (or its letters if it is unknown), plus the pairs that end
   * with it.
   */
  score(tokens: Tokens, row: WordRow): Float32Array;
  readonly bias: Float32Array;
}

export function createLinearModel({ linear }: Weights): LinearModel {
  const { own, gram, pair, bias } = linear;
  const hashes = new Uint32Array(Math.max(MAX_GRAMS, MAX_PAIRS_PER_WORD));
  const target = { out: hashes, count: 0 };
  const sums = new Float32Array(HEAD_COUNT);
  const grams = createRowAdder(gram.values);
  const pairs = createRowAdder(pair.values);
  let scores = new Float32Array(INITIAL_WORDS * HEAD_COUNT);

  /** Adds the contribution of an unknown word, from its letters. */
  const spell = (tokens: Tokens, at: number): void => {
    const range = { from: tokens.from[at] ?? 0, to: tokens.to[at] ?? 0 };
    const count = gramsOf(tokens.letters, range, hashes);
    grams.add(hashes, count, sums);
    const share = 1 / Math.sqrt(count + 1);
    const base = at * HEAD_COUNT;
    for (let head = 0; head < HEAD_COUNT; head += 1) {
      scores[base + head] =
        (scores[base + head] ?? 0) + (sums[head] ?? 0) * (gram.scales[head] ?? 0) * share;
    }
  };

  return {
    bias,
    score(tokens, row) {
      if (scores.length < tokens.count * HEAD_COUNT) {
        scores = new Float32Array(tokens.count * HEAD_COUNT * 2);
      }
      const { values, scales } = own;
      const pairScales = pair.scales;
      let spelled = 0;
      for (let at = 0; at < tokens.count; at += 1) {
        const base = at * HEAD_COUNT;
        const id = tokens.id[at] ?? -1;
        pairs.add(hashes, pairsAt(row, at, target), sums);
        if (id === -1) {
          for (let head = 0; head < HEAD_COUNT; head += 1) {
            scores[base + head] = (sums[head] ?? 0) * (pairScales[head] ?? 0);
          }
          if (spelled < MAX_SPELLED) spell(tokens, at);
          spelled += 1;
          continue;
        }
        const first = id * HEAD_COUNT;
        for (let head = 0; head < HEAD_COUNT; head += 1) {
          scores[base + head] =
            (values[first + head] ?? 0) * (scales[head] ?? 0) +
            (sums[head] ?? 0) * (pairScales[head] ?? 0);
        }
      }
      return scores;
    },
  };
}
