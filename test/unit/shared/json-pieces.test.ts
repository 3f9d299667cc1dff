import { expect, it } from 'vitest';
import { jsonPieces } from '../../../src/shared/json-pieces.ts';

async function* pages(...all: unknown[][]): AsyncGenerator<unknown[]> {
  yield* all;
}

it('writes an object whose lists come in pages', async () => {
  const source = {
    name: 'a "name"',
    none: null,
    absent: undefined,
    list: pages([{ id: 1 }], [], [{ id: 2 }, { id: 3 }]),
    empty: pages(),
    inner: { plain: [1, 2], pages: pages([1]) },
  };
  let text = '';
  for await (const piece of jsonPieces(source)) text += piece;
  expect(JSON.parse(text)).toEqual({
    name: 'a "name"',
    none: null,
    absent: null,
    list: [{ id: 1 }, { id: 2 }, { id: 3 }],
    empty: [],
    inner: { plain: [1, 2], pages: [1] },
  });
});

it('writes an object without anything', async () => {
  let text = '';
  for await (const piece of jsonPieces({})) text += piece;
  expect(JSON.parse(text)).toEqual({});
});
