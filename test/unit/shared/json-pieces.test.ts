import { expect, it } from 'vitest';
import { jsonPieces } from '../../../src/shared/json-pieces.ts';
import { readJson } from '../../helpers/read-json.ts';

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
  expect(await readJson(jsonPieces(source))).toEqual({
    name: 'a "name"',
    none: null,
    absent: null,
    list: [{ id: 1 }, { id: 2 }, { id: 3 }],
    empty: [],
    inner: { plain: [1, 2], pages: [1] },
  });
});

it('writes an object without anything', async () => {
  expect(await readJson(jsonPieces({}))).toEqual({});
});
