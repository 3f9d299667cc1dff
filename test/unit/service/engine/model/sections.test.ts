import { describe, expect, it } from 'vitest';
import { readSections, writeSections } from '../../../../../src/service/engine/model/sections.ts';

const arrays = {
  bytes: Int8Array.of(-128, 0, 127),
  marks: Uint8Array.of(1, 2, 3, 4, 255),
  ids: Uint16Array.of(65_535, 1),
  hashes: Int32Array.of(-(2 ** 31), 7),
  weights: Float32Array.of(0.5, -2.25),
};

describe('a sections file', () => {
  it('returns what was written, with arrays of any length', () => {
    const sections = readSections(writeSections({ version: 'x' }, arrays));
    expect(sections.meta).toEqual({ version: 'x' });
    for (const [name, array] of Object.entries(arrays)) expect(sections.get(name)).toEqual(array);
  });

  it('can be read from a view with an odd offset', () => {
    const file = writeSections(null, arrays);
    const shifted = new Uint8Array(file.length + 1);
    shifted.set(file, 1);
    expect(readSections(shifted.subarray(1)).get('weights')).toEqual(arrays.weights);
  });

  it('names a missing section', () => {
    expect(() => readSections(writeSections(null, {})).get('words')).toThrow('words');
  });
});
