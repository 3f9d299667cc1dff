import { expect, it } from 'vitest';
import { createRowAdder } from '../../../../src/service/engine/model/buckets.ts';
import { HEAD_COUNT } from '../../../../src/service/engine/model/shape.ts';

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
