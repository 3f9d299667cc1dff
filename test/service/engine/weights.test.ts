import { describe, expect, it } from 'vitest';
import { WeightsError } from '../../../src/service/engine/model/weights-error.ts';
import { readWeights, writeWeights } from '../../../src/service/engine/model/weights.ts';
import { loadWeights } from '../../../src/service/engine/trained-engine.ts';

const weights = loadWeights();
const file = writeWeights(weights);

const aligned = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** The file with the beginning of its first section, the deflated words, overwritten. */
function withoutWords(): Uint8Array {
  const headerLength = Buffer.from(file).readUInt32LE(0);
  const start = aligned(4 + headerLength);
  return Uint8Array.from(file).fill(255, start, start + 64);
}

describe('a file of weights', () => {
  it('gives back what was written', () => {
    expect(readWeights(file)).toEqual(weights);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['another file', Buffer.from('<!doctype html><title>Not found</title>')],
    ['a file cut short', file.subarray(0, file.length - 4)],
    ['a file with something behind it', Buffer.concat([file, Buffer.alloc(8)])],
    ['another header', Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from('{}')])],
    [
      'a header that claims to be huge',
      Buffer.concat([Buffer.from([255, 255, 255, 127]), file.subarray(4)]),
    ],
    ['words that are not deflated', withoutWords()],
  ])('is refused when it is %s', (_name, bytes) => {
    expect(() => readWeights(bytes)).toThrow(WeightsError);
  });

  it('is refused when it is of another version of the model, naming the section', () => {
    const { linear } = weights;
    const half = linear.pair.values.subarray(0, linear.pair.values.length / 2);
    const other = { ...weights, linear: { ...linear, pair: { ...linear.pair, values: half } } };
    expect(() => readWeights(writeWeights(other))).toThrow(/linearPair/);
    expect(() => readWeights(writeWeights({ ...weights, marks: new Uint8Array(3) }))).toThrow(
      /marks/,
    );
  });
});
