import { embeddedGramBucket, gramBucket } from '../data/encode.ts';
import type { ConvModel } from './conv.ts';
import type { Grams, LinearModel } from './linear.ts';
import { EMBEDDING, HEAD_COUNT } from '../../../src/service/engine/model/shape.ts';
import { quantise, type Meta, type Weights } from '../../../src/service/engine/model/weights.ts';
import type { Vocabulary } from '../data/vocabulary.ts';

/** Adds the contributions of a word's letter n-grams to each row of `own`, so that known words need none at run time. */
function withGrams(
  own: Float32Array,
  table: Float32Array,
  {
    columns,
    bucket,
    grams,
    power,
  }: {
    columns: number;
    bucket: (hash: number) => number;
    grams: Grams;
    power: (count: number) => number;
  },
): Float32Array {
  const baked = own.slice();
  for (let id = 0; id < own.length / columns; id += 1) {
    const first = grams.gramStart[id] ?? 0;
    const last = grams.gramStart[id + 1] ?? 0;
    const share = power(last - first);
    for (let gram = first; gram < last; gram += 1) {
      const row = bucket(grams.grams[gram] ?? 0) * columns;
      for (let column = 0; column < columns; column += 1) {
        baked[id * columns + column] =
          (baked[id * columns + column] ?? 0) + (table[row + column] ?? 0) * share;
      }
    }
  }
  return baked;
}

interface Trained {
  vocabulary: Vocabulary;
  grams: Grams;
  linear: LinearModel;
  pairFactor: number;
  conv: ConvModel;
  meta: Meta;
}

/** Converts the trained models for the engine: sums the n-grams of known words and quantises the tables. */
export function bake({ vocabulary, grams, linear, pairFactor, conv, meta }: Trained): Weights {
  const linearOwn = withGrams(linear.own, linear.gram, {
    columns: HEAD_COUNT,
    bucket: gramBucket,
    grams,
    power: (count) => 1 / Math.sqrt(count + 1),
  });
  const convOwn = withGrams(conv.own, conv.gram, {
    columns: EMBEDDING,
    bucket: embeddedGramBucket,
    grams,
    power: (count) => (count === 0 ? 0 : 1 / Math.sqrt(count)),
  });
  vocabulary.kinds.forEach((kind, id) => {
    if (kind === 0) return;
    for (let d = 0; d < EMBEDDING; d += 1) {
      convOwn[id * EMBEDDING + d] =
        (convOwn[id * EMBEDDING + d] ?? 0) + (conv.kind[kind * EMBEDDING + d] ?? 0);
    }
  });
  const { words, costs, anchors, known } = vocabulary;
  return {
    meta,
    lexicon: { words, costs, anchors, known },
    marks: vocabulary.marks,
    linear: {
      own: quantise(linearOwn, HEAD_COUNT),
      gram: quantise(linear.gram, HEAD_COUNT),
      pair: quantise(
        linear.pair.map((value) => value * pairFactor),
        HEAD_COUNT,
      ),
      bias: linear.bias,
    },
    conv: {
      own: quantise(convOwn, EMBEDDING),
      filter: conv.filter,
      filterBias: conv.filterBias,
      hidden: conv.hidden,
      hiddenBias: conv.hiddenBias,
      out: conv.out,
      outBias: conv.outBias,
    },
  };
}
