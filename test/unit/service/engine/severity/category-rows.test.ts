import { expect, it } from 'vitest';
import { createCategoryRows } from '../../../../../src/service/engine/severity/category-rows.ts';
import { COLUMNS } from '../../../../../src/service/engine/severity/category-weights.ts';

const ROWS = 16;
const table = Int8Array.from({ length: ROWS * COLUMNS }, (_, at) => ((at * 73) % 256) - 128);

it.each([
  ['no row', []],
  ['one row', [3]],
  ['rows with the lowest and the highest sums', Array.from({ length: 256 }, () => 7)],
  ['more rows than fit into 16 bits', Array.from({ length: 700 }, (_, at) => at % ROWS)],
])('sums %s like a byte-by-byte loop', (_name, rows) => {
  const sums = new Int32Array(COLUMNS).fill(99);
  createCategoryRows(table).add(Uint32Array.from(rows), rows.length, sums);
  const plain = Array.from({ length: COLUMNS }, (_, column) =>
    rows.reduce((sum, row) => sum + (table[row * COLUMNS + column] ?? 0), 0),
  );
  expect([...sums]).toEqual(plain);
});
