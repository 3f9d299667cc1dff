import { expect, it } from 'vitest';
import { createCategoryRows } from '../../../../../src/service/engine/severity/category-rows.ts';
import { COLUMNS } from '../../../../../src/service/engine/severity/category-weights.ts';
import { createKernels } from '../../../../../src/service/engine/simd/kernels.ts';

const ROWS = 16;
const table = Int8Array.from({ length: ROWS * COLUMNS }, (_, at) => ((at * 73) % 256) - 128);

it.each([
  ['no row', []],
  ['one row', [3]],
  ['the last row', [ROWS - 1]],
  ['rows with the lowest and the highest sums', Array.from({ length: 256 }, () => 7)],
  ['more rows than fit into 16 bits', Array.from({ length: 700 }, (_, at) => at % ROWS)],
])('sums %s like a byte-by-byte loop', (_name, rows) => {
  const kernels = createKernels();
  const hashes = kernels.copy(Uint32Array, rows);
  const sums = createCategoryRows(table, hashes, kernels).sum(rows.length);
  const plain = Array.from({ length: COLUMNS }, (_, column) =>
    rows.reduce((sum, row) => sum + (table[row * COLUMNS + column] ?? 0), 0),
  );
  expect([...sums]).toEqual(plain);
});
