import type { Tokens } from '../normalise/tokens.ts';
import { createRowAdder } from './buckets.ts';
import { gramsOf, MAX_GRAMS } from './grams.ts';
import { MAX_PAIRS_PER_WORD, pairsAt, type WordRow } from './pairs.ts';
import { HEAD_COUNT } from './shape.ts';
import type { Weights } from './weights.ts';

const INITIAL_WORDS = 4096;
/** Of how many unknown words a message's letters are read; those of more tell nothing more. */
const MAX_SPELLED = 100;

export interface LinearModel {
  /** What each word adds to each head: by itself, by its letters if it is unknown, by pairs that end with it. */
  score(tokens: Tokens, row: WordRow): Float32Array;
  readonly bias: Float32Array;
}

export function createLinearModel({ linear }: Weights): LinearModel {
  const { own, gram, pair, bias } = linear;
  const found = new Uint32Array(Math.max(MAX_GRAMS, MAX_PAIRS_PER_WORD));
  const target = { out: found, count: 0 };
  const sums = new Float32Array(HEAD_COUNT);
  const grams = createRowAdder(gram.values);
  const pairs = createRowAdder(pair.values);
  let scores = new Float32Array(INITIAL_WORDS * HEAD_COUNT);

  return {
    bias,
    score(tokens, row) {
      if (scores.length < tokens.count * HEAD_COUNT) {
        scores = new Float32Array(tokens.count * HEAD_COUNT * 2);
      }
      let spelled = 0;
      for (let at = 0; at < tokens.count; at += 1) {
        const base = at * HEAD_COUNT;
        const id = tokens.id[at] ?? -1;
        if (id !== -1) {
          const from = id * HEAD_COUNT;
          for (let head = 0; head < HEAD_COUNT; head += 1) {
            scores[base + head] = (own.values[from + head] ?? 0) * (own.scales[head] ?? 0);
          }
        } else if (spelled >= MAX_SPELLED) {
          scores.fill(0, base, base + HEAD_COUNT);
        } else {
          spelled += 1;
          const range = { from: tokens.from[at] ?? 0, to: tokens.to[at] ?? 0 };
          const count = gramsOf(tokens.letters, range, found);
          grams.add(found, count, sums);
          const share = 1 / Math.sqrt(count + 1);
          for (let head = 0; head < HEAD_COUNT; head += 1) {
            scores[base + head] = (sums[head] ?? 0) * (gram.scales[head] ?? 0) * share;
          }
        }
        pairs.add(found, pairsAt(row, at, target), sums);
        for (let head = 0; head < HEAD_COUNT; head += 1) {
          scores[base + head] =
            (scores[base + head] ?? 0) + (sums[head] ?? 0) * (pair.scales[head] ?? 0);
        }
      }
      return scores;
    },
  };
}
