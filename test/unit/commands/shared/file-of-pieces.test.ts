import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fileOfPieces } from '../../../../commands/shared/file-of-pieces.ts';

const MEGABYTE = 1024 * 1024;
const NEVER = new AbortController().signal;
const ignored = (): void => undefined;

async function* pieces(count: number, piece: string) {
  for (let index = 0; index < count; index += 1) yield piece;
}

it('is the plain text while that is small', async () => {
  const file = await fileOfPieces('a.json', pieces(3, '[1]'), {
    signal: NEVER,
    onProgress: ignored,
  });
  expect(file).toEqual({ name: 'a.json', data: Buffer.from('[1][1][1]') });
});

it('is compressed when the text is too large for Discord, and tells how far it is', async () => {
  const progress: number[] = [];
  const file = await fileOfPieces('a.json', pieces(11, ' '.repeat(MEGABYTE)), {
    signal: NEVER,
    onProgress: (megabytes) => progress.push(megabytes),
  });
  expect(file?.name).toBe('a.json.gz');
  expect(gunzipSync(file?.data ?? Buffer.alloc(0))).toHaveLength(11 * MEGABYTE);
  expect(progress).toEqual([10, 11]);
});

it('reads no further once it is cancelled', async () => {
  const cancel = new AbortController();
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      if (read === 3) cancel.abort(new Error('cancelled'));
      yield 'a piece';
    }
  }
  await expect(
    fileOfPieces('a.json', endless(), { signal: cancel.signal, onProgress: ignored }),
  ).rejects.toThrow('cancelled');
  expect(read).toBe(3);
});
