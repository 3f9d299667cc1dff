import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  readWeights,
  writeWeights,
  WeightsError,
} from '../../../../../src/service/engine/model/weights-file.ts';
import { loadWeights } from '../../../../../src/service/engine/engine-weights.ts';

const weights = loadWeights().base;
const file = writeWeights(weights);

const aligned = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** The file with the start of its first section, the deflated words, overwritten. */
function withoutWords(): Uint8Array {
  const headerLength = Buffer.from(file).readUInt32LE(0);
  const start = aligned(4 + headerLength);
  return Uint8Array.from(file).fill(255, start, start + 64);
}

describe('a weights file', () => {
  it('returns the weights that were written', () => {
    // `toEqual` takes seconds for millions of numbers.
    expect(isDeepStrictEqual(readWeights(file), weights)).toBe(true);
  });

  it.each([
    ['empty', new Uint8Array(0)],
    ['of another kind', Buffer.from('<!doctype html><title>Not found</title>')],
    ['truncated', file.subarray(0, file.length - 4)],
    ['followed by extra data', Buffer.concat([file, Buffer.alloc(8)])],
    ['without a valid header', Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from('{}')])],
    [
      'claiming a huge header',
      Buffer.concat([Buffer.from([255, 255, 255, 127]), file.subarray(4)]),
    ],
    ['without deflated words', withoutWords()],
  ])('is refused if it is %s', (_name, bytes) => {
    expect(() => readWeights(bytes)).toThrow(WeightsError);
  });

  it('for another version of the model is refused, naming the section', () => {
    const { linear } = weights;
    const half = linear.pair.values.subarray(0, linear.pair.values.length / 2);
    const other = { ...weights, linear: { ...linear, pair: { ...linear.pair, values: half } } };
    expect(() => readWeights(writeWeights(other))).toThrow(/linearPair/);
    expect(() => readWeights(writeWeights({ ...weights, marks: new Uint8Array(3) }))).toThrow(
      /marks/,
    );
  });
});
