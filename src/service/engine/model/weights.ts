import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { messageOf } from '../../../lib/errors.ts';
import type { LexiconData } from '../normalise/lexicon.ts';
import { checkLengths } from './lengths.ts';
import { readSections, writeSections, type TypedArray } from './sections.ts';
import { HEAD_COUNT } from './shape.ts';
import { WeightsError } from './weights-error.ts';

const perHead = z.array(z.number()).length(HEAD_COUNT);

export const metaSchema = z.object({
  version: z.string(),
  /** From the sum of the two models' logits to the logit of a calibrated probability, for each head. */
  calibration: z.object({ slope: perHead, offset: perHead }),
  /** Thresholds of the calibrated probabilities: `toxic` and `hate` for a plain yes or no, the others for actions. */
  thresholds: z.object({
    toxic: z.number(),
    hate: z.number(),
    flag: z.number(),
    flagHate: z.number(),
    flagAggressive: z.number(),
    delete: z.number(),
  }),
});
export type Meta = z.infer<typeof metaSchema>;

/** Bits of a word's mark beside its class. */
export const WordMark = { classMask: 3, curse: 4, harmful: 8 } as const;

/** Weights of a table as whole numbers, with what to multiply a column by. */
export interface Quantised {
  values: Int8Array;
  scales: Float32Array;
}

export interface Weights {
  meta: Meta;
  lexicon: LexiconData;
  /** Bits of `WordMark` for each word. */
  marks: Uint8Array;
  linear: { own: Quantised; gram: Quantised; pair: Quantised; bias: Float32Array };
  conv: {
    own: Quantised;
    filter: Float32Array;
    filterBias: Float32Array;
    hidden: Float32Array;
    hiddenBias: Float32Array;
    out: Float32Array;
    outBias: Float32Array;
  };
}

/** Rounds a table of `columns` a row to bytes, each column by its own scale. */
export function quantise(table: Float32Array, columns: number): Quantised {
  const scales = new Float32Array(columns);
  for (let at = 0; at < table.length; at += 1) {
    const column = at % columns;
    scales[column] = Math.max(scales[column] ?? 0, Math.abs(table[at] ?? 0) / 127);
  }
  const values = Int8Array.from(table, (value, at) => {
    const scale = scales[at % columns] ?? 0;
    return scale === 0 ? 0 : Math.round(value / scale);
  });
  return { values, scales };
}

const SEPARATOR = '\n';

export function writeWeights({ meta, lexicon, marks, linear, conv }: Weights): Uint8Array {
  const tables = {
    linearOwn: linear.own,
    linearGram: linear.gram,
    linearPair: linear.pair,
    convOwn: conv.own,
  };
  const quantised = Object.entries(tables).flatMap(
    ([name, { values, scales }]): [string, TypedArray][] => [
      [name, values],
      [`${name}Scales`, scales],
    ],
  );
  return writeSections(meta, {
    // Deflated for size, and so that no list of slurs lies in the repository to be read.
    words: new Uint8Array(deflateRawSync(lexicon.words.join(SEPARATOR), { level: 9 })),
    costs: lexicon.costs,
    anchors: Uint16Array.from(lexicon.anchors),
    known: lexicon.known,
    marks,
    ...Object.fromEntries(quantised),
    linearBias: linear.bias,
    convFilter: conv.filter,
    convFilterBias: conv.filterBias,
    convHidden: conv.hidden,
    convHiddenBias: conv.hiddenBias,
    convOut: conv.out,
    convOutBias: conv.outBias,
  });
}

/** Throws a `WeightsError` where the file is not one that `writeWeights` made for this version of the model. */
export function readWeights(file: Uint8Array): Weights {
  let weights: Weights;
  try {
    weights = parseWeights(file);
  } catch (error) {
    throw new WeightsError(`the weights cannot be read: ${messageOf(error)}`, { cause: error });
  }
  checkLengths(weights);
  return weights;
}

function parseWeights(file: Uint8Array): Weights {
  const sections = readSections(file);
  const read = <T extends TypedArray>(name: string, type: new (length: number) => T): T => {
    const array = sections.get(name);
    if (!(array instanceof type)) {
      throw new TypeError(`the weights' section ${name} is of another type`);
    }
    return array;
  };
  const quantised = (name: string): Quantised => ({
    values: read(name, Int8Array),
    scales: read(`${name}Scales`, Float32Array),
  });
  return {
    meta: metaSchema.parse(sections.meta),
    lexicon: {
      words: inflateRawSync(read('words', Uint8Array)).toString('utf8').split(SEPARATOR),
      costs: read('costs', Uint8Array),
      anchors: [...read('anchors', Uint16Array)],
      known: read('known', Int32Array),
    },
    marks: read('marks', Uint8Array),
    linear: {
      own: quantised('linearOwn'),
      gram: quantised('linearGram'),
      pair: quantised('linearPair'),
      bias: read('linearBias', Float32Array),
    },
    conv: {
      own: quantised('convOwn'),
      filter: read('convFilter', Float32Array),
      filterBias: read('convFilterBias', Float32Array),
      hidden: read('convHidden', Float32Array),
      hiddenBias: read('convHiddenBias', Float32Array),
      out: read('convOut', Float32Array),
      outBias: read('convOutBias', Float32Array),
    },
  };
}
