import { expect, it } from 'vitest';
import { createRowAdder } from '../../../../../src/service/engine/model/buckets.ts';
import { HEAD_COUNT } from '../../../../../src/service/engine/model/shape.ts';

const ROWS = 16;
const table = Int8Array.from({ length: ROWS * HEAD_COUNT }, (_, at) => ((at * 73) % 256) - 128);

function plainSums(rows: readonly number[]): number[] {
  return Array.from({ length: HEAD_COUNT }, (_, head) =>
    rows.reduce((sum, row) => sum + (table[row * HEAD_COUNT + head] ?? 0), 0),
  );
}

it.each([
  ['no row', []],
  ['one row', [3]],
  ['a row twice', [5, 5]],
  ['as many rows as fit', Array.from({ length: 256 }, (_, at) => at % ROWS)],
])('sums %s like a byte-by-byte loop', (_name, rows) => {
  const sums = new Float32Array(HEAD_COUNT);
  createRowAdder(table).add(Uint32Array.from(rows), rows.length, sums);
  expect([...sums]).toEqual(plainSums(rows));
});

it('accepts hashes of any size', () => {
  const sums = new Float32Array(HEAD_COUNT);
  createRowAdder(table).add(Uint32Array.of(ROWS * 1000 + 7), 1, sums);
  expect([...sums]).toEqual(plainSums([7]));
});

it('reads its own part of a larger buffer', () => {
  const file = new Int8Array(4 + table.length + 4).fill(99);
  file.set(table, 4);
  const part = new Int8Array(file.buffer, 4, table.length);
  const sums = new Float32Array(HEAD_COUNT);
  createRowAdder(part).add(Uint32Array.of(0, ROWS - 1), 2, sums);
  expect([...sums]).toEqual(plainSums([0, ROWS - 1]));
});
