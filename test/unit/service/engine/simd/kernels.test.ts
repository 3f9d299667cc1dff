import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { createDenseLayer } from '../../../../../src/service/engine/model/dense-layer.ts';
import { createKernels } from '../../../../../src/service/engine/simd/kernels.ts';
import { createRandom } from '../../../../../scripts/train/random.ts';

const FOLDER = 'src/service/engine/simd';
const random = createRandom(5);
const numbers = (length: number): number[] => Array.from({ length }, () => random.normal());

describe('the vector code', () => {
  it('is what its text compiles to', async () => {
    const { parseWat } = await wabt();
    const code = parseWat('kernels.wat', readFileSync(`${FOLDER}/kernels.wat`), { simd: true });
    expect(Buffer.from(code.toBinary({}).buffer)).toEqual(readFileSync(`${FOLDER}/kernels.wasm`));
  });

  it.each([8, 16, 24, 40, 256])(
    'adds the inputs of %i units in order, to the last bit',
    (units) => {
      const INPUTS = 7;
      const [weights, bias, values] = [numbers(units * INPUTS), numbers(units), numbers(INPUTS)];
      const layer = createDenseLayer(weights, bias, createKernels());
      layer.begin();
      values.forEach((value, input) => layer.add(input, value));
      const plain = bias.map((offset, unit) =>
        values.reduce(
          (sum, value, input) => sum + value * (weights[input * units + unit] ?? 0),
          offset,
        ),
      );
      expect([...layer.sums()]).toEqual(plain);
      layer.begin();
      expect([...layer.sums()]).toEqual(bias);
    },
  );

  it('leaves out inputs that are not positive', () => {
    const kernels = createKernels();
    const layer = createDenseLayer(numbers(8 * 5), numbers(8), kernels);
    const integers = kernels.copy(Int32Array, [3, -4, 0, 8]);
    const bias = kernels.copy(Float64Array, [0.5, 0.5, 0, -2]);
    layer.begin();
    layer.addPositive(1, integers, { unit: 0.25, bias });
    const found = [...layer.sums()];
    layer.begin();
    layer.add(1, 1.25);
    expect(found).toEqual([...layer.sums()]);
  });

  it('refuses arrays that do not fit into its memory', () => {
    expect(() => createKernels().allocate(Float64Array, 1e9)).toThrow(RangeError);
  });
});
