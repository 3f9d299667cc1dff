import type { Tokens } from '../normalise/tokens.ts';
import type { Kernels } from '../simd/kernels.ts';
import { createRowAdder } from './buckets.ts';
import { gramsOf, MAX_GRAMS } from './grams.ts';
import { MAX_PAIRS_PER_WORD, pairsAt, type WordRow } from './pairs.ts';
import { HEAD_COUNT, MAX_WORDS } from './shape.ts';
import type { Weights } from './weights.ts';

/** At most this many unknown words per message are read by their letters; more add no information. */
const MAX_SPELLED = 100;

export interface LinearModel {
  /** Must be called once per message, before `score`. */
  begin(tokens: Tokens, row: WordRow): void;
  /**
   * The logits of the words `from` to `to` (exclusive; at most `MAX_WORDS`), which must follow those scored before: the words
   * themselves (or their letters if they are unknown), plus the pairs that end with them. The next call overwrites the result.
   */
  score(from: number, to: number): Float32Array;
}

export function createLinearModel({ linear }: Weights, kernels: Kernels): LinearModel {
  const { own, gram, pair } = linear;
  const unknown = own.values.length / HEAD_COUNT;
  const ownRows = kernels.copy(Int8Array, own.values).byteOffset;
  // The row of unknown words.
  kernels.allocate(Int8Array, HEAD_COUNT);
  const pairRows = kernels.copy(Int8Array, pair.values).byteOffset;
  const pairMask = pair.values.length / HEAD_COUNT - 1;
  const ownScales = kernels.copy(Float64Array, own.scales).byteOffset;
  const pairScales = kernels.copy(Float64Array, pair.scales).byteOffset;
  const bias = kernels.copy(Float32Array, linear.bias).byteOffset;
  const grams = createRowAdder(gram.values, MAX_GRAMS, kernels);
  const ids = kernels.allocate(Int32Array, MAX_WORDS);
  const target = {
    out: kernels.allocate(Uint32Array, MAX_WORDS * MAX_PAIRS_PER_WORD),
    count: 0,
  };
  /** The number of each word's pairs. */
  const counts = kernels.allocate(Int32Array, MAX_WORDS);
  const scores = kernels.allocate(Float32Array, MAX_WORDS * HEAD_COUNT);
  const sums = kernels.allocate(Float32Array, HEAD_COUNT);
  let message: { tokens: Tokens; row: WordRow } | null = null;
  let spelled = 0;

  /** Adds the contribution of an unknown word, from its letters, to its scores at `base`. */
  const spell = (tokens: Tokens, at: number, base: number): void => {
    const range = { from: tokens.from[at] ?? 0, to: tokens.to[at] ?? 0 };
    const count = gramsOf(tokens.letters, range, grams.hashes);
    const ofGrams = grams.sum(count);
    const share = 1 / Math.sqrt(count + 1);
    for (let head = 0; head < HEAD_COUNT; head += 1) {
      scores[base + head] =
        (scores[base + head] ?? 0) + (ofGrams[head] ?? 0) * (gram.scales[head] ?? 0) * share;
    }
  };

  return {
    begin(tokens, row) {
      message = { tokens, row };
      spelled = 0;
    },
    score(from, to) {
      if (message === null) throw new Error('no message was begun');
      const { tokens, row } = message;
      let count = 0;
      for (let at = from; at < to; at += 1) {
        const id = tokens.id[at] ?? -1;
        ids[at - from] = id === -1 ? unknown : id;
        target.count = count;
        const end = pairsAt(row, at, target);
        counts[at - from] = end - count;
        count = end;
      }
      kernels.scoreWords(
        ownRows,
        pairRows,
        pairMask,
        ownScales,
        pairScales,
        ids.byteOffset,
        target.out.byteOffset,
        counts.byteOffset,
        to - from,
        scores.byteOffset,
      );
      for (let at = from; at < to && spelled < MAX_SPELLED; at += 1) {
        if (tokens.id[at] !== -1) continue;
        spell(tokens, at, (at - from) * HEAD_COUNT);
        spelled += 1;
      }
      kernels.sumWords(scores.byteOffset, to - from, bias, sums.byteOffset);
      return sums;
    },
  };
}
