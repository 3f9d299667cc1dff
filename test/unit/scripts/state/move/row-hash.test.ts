import { expect, it } from 'vitest';
import { hashRows, type Row, type TableHash } from '../../../../../scripts/state/move/row-hash.ts';

async function* pagesOf(...pages: Row[][]): AsyncIterable<readonly Row[]> {
  yield* pages;
}

const hash = (...rows: Row[]): Promise<TableHash> => hashRows(pagesOf(rows), ['a', 'b']);

it('a table has one hash, whatever the order of its rows and columns and the size of its pages', async () => {
  const rows: Row[] = [
    { a: 'x', b: 1 },
    { a: 'y', b: null },
    { a: null, b: 2 },
  ];
  const { hash: expected, rows: count } = await hash(...rows);
  expect(count).toBe(3);
  expect(expected).toMatch(/^[0-9a-f]{64}$/);
  const [first = {}, ...others] = rows;
  expect((await hash(...others, { b: 1, a: 'x' })).hash).toBe(expected);
  expect((await hashRows(pagesOf(others, [], [first]), ['b', 'a'])).hash).toBe(expected);
});

it.each<[string, Row, Row]>([
  ['a number and its text', { a: 1, b: 1 }, { a: '1', b: 1 }],
  ['a text and its bytes', { a: 'x', b: 1 }, { a: Buffer.from('x'), b: 1 }],
  ['an empty text and no value', { a: '', b: 1 }, { a: null, b: 1 }],
  ['an empty text and no bytes', { a: '', b: 1 }, { a: Buffer.alloc(0), b: 1 }],
  ['the same text in another column', { a: 'x', b: 'y' }, { a: 'y', b: 'x' }],
  ['texts that end elsewhere', { a: 'xy', b: 'z' }, { a: 'x', b: 'yz' }],
  ['numbers that hardly differ', { a: 0.1, b: 1 }, { a: 0.1 + Number.EPSILON, b: 1 }],
])('tells %s apart', async (_name, one, other) => {
  expect((await hash(one)).hash).not.toBe((await hash(other)).hash);
});

it('notices a row that is there twice instead of another', async () => {
  const [one, two]: [Row, Row] = [
    { a: 'x', b: 1 },
    { a: 'y', b: 1 },
  ];
  expect((await hash(one, one)).hash).not.toBe((await hash(one, two)).hash);
});

it('takes values as equal that PostgreSQL cannot tell apart', async () => {
  expect(await hash({ a: 'nul\0', b: -0 })).toEqual(await hash({ a: 'nul\ufffd', b: 0 }));
});

it('reads texts longer than any before', async () => {
  const long = '日'.repeat(100_000);
  expect((await hash({ a: 'x', b: 1 }, { a: long, b: 1 })).hash).not.toBe(
    (await hash({ a: 'x', b: 1 }, { a: `${long}.`, b: 1 })).hash,
  );
});
