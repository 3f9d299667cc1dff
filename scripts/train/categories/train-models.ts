import { CATEGORIES } from '../../../src/service/engine/categories.ts';
import type { Weights } from '../../../src/service/engine/model/weights.ts';
import { hashText } from '../../../src/service/engine/normalise/hash.ts';
import { COLUMNS, FEATURE_BUCKETS } from '../../../src/service/engine/severity/category-weights.ts';
import type { NetworkWeights } from '../../../src/service/engine/severity/network-weights.ts';
import { disguisedCopies, joinedTexts } from '../data/augment.ts';
import type { Example } from '../data/example.ts';
import { createRandom, TRAINING_SEED } from '../random.ts';
import { createNetworkBuilder } from './build-network.ts';
import { encodeTexts } from './encode-texts.ts';
import { trainCategories, type CategoryTable } from './train-categories.ts';
import { wordClasses } from './word-classes.ts';

const COUNT = CATEGORIES.length;
const MAX_BYTE = 127;

interface Quantised {
  table: Int8Array;
  scale: number[];
}

function quantiseTable({ table }: CategoryTable): Quantised {
  const scale = Array.from({ length: COUNT }, (_, column) => {
    let highest = 0;
    for (let at = column; at < table.length; at += COUNT) {
      highest = Math.max(highest, Math.abs(table[at] ?? 0));
    }
    return highest / MAX_BYTE;
  });
  const bytes = new Int8Array(FEATURE_BUCKETS * COLUMNS);
  for (let row = 0; row < FEATURE_BUCKETS; row += 1) {
    for (let column = 0; column < COUNT; column += 1) {
      const step = scale[column] ?? 0;
      const value = table[row * COUNT + column] ?? 0;
      bytes[row * COLUMNS + column] = step === 0 ? 0 : Math.round(value / step);
    }
  }
  return { table: bytes, scale };
}

/** Both category models: the feature table, as bytes, and the word network. */
export interface CategoryModels extends Quantised {
  bias: Float32Array;
  network: NetworkWeights;
}

export const isAuthored = ({ source }: Example): boolean => source.startsWith('authored');
/** True for a text from a dataset that is in no category. */
export const isHarmless = (example: Example): boolean =>
  !isAuthored(example) && CATEGORIES.every((category) => example.categories?.[category] === 0);

/** Trains both models on the texts, and on disguised or joined copies of some. */
export function trainCategoryModels(
  base: Weights,
  texts: readonly Example[],
  report: (line: string) => void,
): CategoryModels {
  const { classes } = wordClasses(base);
  const byHash = new Map([...classes].map(([word, kind]) => [hashText(word), kind]));
  const random = createRandom(TRAINING_SEED + 7);
  const read = [...texts, ...disguisedCopies(texts), ...joinedTexts(texts.filter(isHarmless))];
  const encoded = encodeTexts(read, {
    weights: base,
    classOf: (hash) => byHash.get(hash) ?? 0,
    random,
  });
  const trained = trainCategories(encoded, { random, report });
  const buildNetwork = createNetworkBuilder(base, { classes, report });
  return {
    ...quantiseTable(trained),
    bias: trained.bias,
    network: buildNetwork(read, createRandom(TRAINING_SEED + 8)),
  };
}
