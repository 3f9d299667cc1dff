import { expect, it } from 'vitest';
import { createRowAdder } from '../../../../../src/service/engine/model/buckets.ts';
import { HEAD_COUNT } from '../../../../../src/service/engine/model/shape.ts';
import { createKernels } from '../../../../../src/service/engine/simd/kernels.ts';

const ROWS = 16;
const table = Int8Array.from({ length: ROWS * HEAD_COUNT }, (_, at) => ((at * 73) % 256) - 128);

function plainSums(rows: readonly number[]): number[] {
  return Array.from({ length: HEAD_COUNT }, (_, head) =>
    rows.reduce((sum, row) => sum + (table[row * HEAD_COUNT + head] ?? 0), 0),
  );
}

function sumsOf(rows: readonly number[], values = table): number[] {
  const adder = createRowAdder(values, rows.length, createKernels());
  adder.hashes.set(rows);
  return [...adder.sum(rows.length)];
}

it.each([
  ['no row', []],
  ['one row', [3]],
  ['a row twice', [5, 5]],
  ['the lowest sums that fit', Array.from({ length: 256 }, () => 0)],
  ['as many rows as fit', Array.from({ length: 256 }, (_, at) => at % ROWS)],
])('sums %s like a byte-by-byte loop', (_name, rows) => {
  expect(sumsOf(rows)).toEqual(plainSums(rows));
});

it('accepts hashes of any size', () => {
  expect(sumsOf([ROWS * 1000 + 7])).toEqual(plainSums([7]));
});

it('reads its own part of a larger buffer', () => {
  const file = new Int8Array(4 + table.length + 4).fill(99);
  file.set(table, 4);
  expect(sumsOf([0, ROWS - 1], new Int8Array(file.buffer, 4, table.length))).toEqual(
    plainSums([0, ROWS - 1]),
  );
});
