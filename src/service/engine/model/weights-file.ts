import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { AppError, errorMessage } from '../../../shared/errors.ts';
import { readSections, writeSections, type TypedArray } from './sections.ts';
import { metaSchema, type Quantised, type Weights } from './weights.ts';
import {
  EMBEDDING,
  FILTERS,
  GRAM_BUCKETS,
  HEAD_COUNT,
  HIDDEN,
  PAIR_BUCKETS,
  WIDTH,
} from './shape.ts';

/** The weights file doesn't fit this version of the engine. */
export class WeightsError extends AppError {
  readonly code = 'weights_unusable';
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
    // Deflated for size, and to keep a readable list of slurs out of the repository.
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

/** Throws a `WeightsError` unless `writeWeights` wrote the file for this version of the model. */
export function readWeights(file: Uint8Array): Weights {
  let weights: Weights;
  try {
    weights = parseWeights(file);
  } catch (error) {
    throw new WeightsError(`weights file unreadable: ${errorMessage(error)}`, { cause: error });
  }
  checkLengths(weights);
  return weights;
}

function parseWeights(file: Uint8Array): Weights {
  const sections = readSections(file);
  const read = <T extends TypedArray>(name: string, type: new (length: number) => T): T => {
    const array = sections.get(name);
    if (!(array instanceof type)) {
      throw new TypeError(`weights section ${name} has the wrong type`);
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

/** Without this check, weights of another model version would load and give meaningless scores. */
function checkLengths({ lexicon, marks, linear, conv }: Weights): void {
  const words = lexicon.words.length;
  const lengths: readonly [section: string, actual: number, expected: number][] = [
    ['costs', lexicon.costs.length, words],
    ['marks', marks.length, words],
    ['linearOwn', linear.own.values.length, words * HEAD_COUNT],
    ['linearOwnScales', linear.own.scales.length, HEAD_COUNT],
    ['linearGram', linear.gram.values.length, GRAM_BUCKETS * HEAD_COUNT],
    ['linearGramScales', linear.gram.scales.length, HEAD_COUNT],
    ['linearPair', linear.pair.values.length, PAIR_BUCKETS * HEAD_COUNT],
    ['linearPairScales', linear.pair.scales.length, HEAD_COUNT],
    ['linearBias', linear.bias.length, HEAD_COUNT],
    ['convOwn', conv.own.values.length, words * EMBEDDING],
    ['convOwnScales', conv.own.scales.length, EMBEDDING],
    ['convFilter', conv.filter.length, EMBEDDING * WIDTH * FILTERS],
    ['convFilterBias', conv.filterBias.length, FILTERS],
    ['convHidden', conv.hidden.length, HIDDEN * (FILTERS + EMBEDDING)],
    ['convHiddenBias', conv.hiddenBias.length, HIDDEN],
    ['convOut', conv.out.length, HEAD_COUNT * HIDDEN],
    ['convOutBias', conv.outBias.length, HEAD_COUNT],
  ];
  for (const [section, actual, expected] of lengths) {
    if (actual === expected) continue;
    throw new WeightsError(
      `weights are for another version of the model: ${section} has ${actual} values instead of ${expected}`,
    );
  }
}
