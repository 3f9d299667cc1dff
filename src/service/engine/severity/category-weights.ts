import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { CATEGORIES } from '../categories.ts';
import { readSections, writeSections, type TypedArray } from '../model/sections.ts';
import { checkAdjustment, type Adjustment } from './calibration.ts';
import { checkNetwork, type NetworkWeights } from './network-weights.ts';

/** Number of rows in the feature table; a power of two. */
export const FEATURE_BUCKETS = 1 << 16;
/** Bytes per row: one per category, and padding. */
export const COLUMNS = 12;

const perCategory = z.array(z.number()).length(CATEGORIES.length);

const metaSchema = z.object({
  /** Map a category's sum to its own logit, before it is adjusted to the other categories. */
  slope: perCategory,
  offset: perCategory,
  bias: perCategory,
  scale: perCategory,
  /** Calibrated probabilities from which a category flags or deletes; above 1 means never. */
  flag: perCategory,
  delete: perCategory,
  /** For each class, how likely one of its words is part of something severe. */
  alarm: z.array(z.number()),
});
export type CategoryMeta = z.infer<typeof metaSchema>;

export interface CategoryWeights {
  meta: CategoryMeta;
  /** The words with a class, and their classes. */
  classWords: readonly string[];
  classes: Uint8Array;
  table: Int8Array;
  network: NetworkWeights;
  adjustment: Adjustment;
}

export function writeCategoryWeights({
  meta,
  classWords,
  classes,
  table,
  network: { own, ...network },
  adjustment,
}: CategoryWeights): Uint8Array {
  return writeSections(meta, {
    classWords: new Uint8Array(deflateRawSync(classWords.join('\n'), { level: 9 })),
    classes,
    table,
    ownValues: own.values,
    ownScales: own.scales,
    ...network,
    ...adjustment,
  });
}

export function readCategoryWeights(file: Uint8Array): CategoryWeights {
  const sections = readSections(file);
  const read = <T extends TypedArray>(name: string, type: new (length: number) => T): T => {
    const array = sections.get(name);
    if (!(array instanceof type)) throw new TypeError(`section ${name} has the wrong type`);
    return array;
  };
  const table = read('table', Int8Array);
  if (table.length !== FEATURE_BUCKETS * COLUMNS) {
    throw new TypeError('the table of features does not fit this version of the engine');
  }
  return {
    meta: metaSchema.parse(sections.meta),
    classWords: inflateRawSync(read('classWords', Uint8Array)).toString('utf8').split('\n'),
    classes: read('classes', Uint8Array),
    table,
    network: checkNetwork({
      words: read('words', Int32Array),
      own: { values: read('ownValues', Int8Array), scales: read('ownScales', Float32Array) },
      cells: read('cells', Float32Array),
      cellBias: read('cellBias', Float32Array),
      hidden: read('hidden', Float32Array),
      hiddenBias: read('hiddenBias', Float32Array),
      out: read('out', Float32Array),
      outBias: read('outBias', Float32Array),
    }),
    adjustment: checkAdjustment({
      adjust: read('adjust', Float32Array),
      adjustBias: read('adjustBias', Float32Array),
      adjustOut: read('adjustOut', Float32Array),
      adjustOutBias: read('adjustOutBias', Float32Array),
    }),
  };
}
