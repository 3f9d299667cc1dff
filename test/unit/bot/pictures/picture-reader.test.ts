import { expect, it } from 'vitest';
import type { Download } from '../../../../src/bot/domain/downloads.ts';
import { createPictureReader } from '../../../../src/bot/pictures/picture-reader.ts';

const READING = {
  hashes: ['0123456789abcdef'],
  variants: [],
  isFlat: false,
  preview: new Uint8Array(),
};
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const CDN = 'https://cdn.discordapp.com/attachments/1/2/a.png';

function create({
  download = { kind: 'bytes', bytes: PNG, isCut: false },
  reading = READING,
}: { download?: Download; reading?: typeof READING | null } = {}) {
  const downloaded: string[] = [];
  const decoded: boolean[] = [];
  const reader = createPictureReader({
    downloads: {
      async beginning(url) {
        downloaded.push(url);
        return download;
      },
    },
    decoder: {
      async decode(_, withVariants) {
        decoded.push(withVariants);
        return reading && { ...reading, variants: withVariants ? ['ffffffffffffffff'] : [] };
      },
    },
  });
  return { reader, downloaded, decoded };
}

it('downloads a file once, whatever its signature', async () => {
  const { reader, downloaded } = create();
  await Promise.all([reader.read({ url: `${CDN}?ex=1` }), reader.read({ url: `${CDN}?ex=1` })]);
  await reader.read({ url: `${CDN}?ex=2` });
  expect(downloaded).toHaveLength(1);
});

it('decodes the same file once, wherever it was posted', async () => {
  const { reader, decoded } = create();
  expect(await reader.read({ url: CDN })).toEqual({ kind: 'read', ...READING });
  await reader.read({ url: CDN.replace('/1/', '/9/') });
  expect(decoded).toHaveLength(1);
});

it('decodes it again for the hashes that a block needs', async () => {
  const { reader, decoded } = create();
  await reader.read({ url: CDN });
  const result = await reader.read({ url: CDN }, { withVariants: true });
  expect(result).toMatchObject({ variants: ['ffffffffffffffff'] });
  expect(decoded).toEqual([false, true]);
  await reader.read({ url: CDN }, { withVariants: true });
  expect(decoded).toHaveLength(2);
});

it('remembers what cannot be decoded', async () => {
  const { reader, decoded } = create({ reading: null });
  for (const path of ['1', '2']) {
    expect(await reader.read({ url: `${CDN}/${path}` })).toEqual({ kind: 'unreadable' });
  }
  expect(decoded).toHaveLength(1);
});

it('asks again for a file that Discord did not hand over', async () => {
  const { reader, downloaded } = create({ download: { kind: 'unreadable' } });
  await reader.read({ url: CDN });
  await reader.read({ url: CDN });
  expect(downloaded).toHaveLength(2);
});

it('reads the beginning of a large animation, but of no other large file', async () => {
  const cut = (bytes: Uint8Array): Download => ({ kind: 'bytes', bytes, isCut: true });
  const gif = create({ download: cut(Buffer.from('GIF89a')) });
  expect(await gif.reader.read({ url: CDN })).toMatchObject({ kind: 'read' });
  const png = create({ download: cut(PNG) });
  expect(await png.reader.read({ url: CDN })).toEqual({ kind: 'unreadable' });
  expect(png.decoded).toEqual([]);
});
