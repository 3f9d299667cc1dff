import { afterAll, describe, expect, it } from 'vitest';
import { createPictureDecoder } from '../../../../src/bot/pictures/decoder.ts';
import { maliciousFiles } from '../../../helpers/pictures/malicious-files.ts';
import { jpegOf, pictureNumber, pngOf, webpOf } from '../../../helpers/pictures/picture-file.ts';
import { PICTURE_WORKER_URL } from '../../../helpers/pictures/picture-worker-url.ts';

const decoder = createPictureDecoder(PICTURE_WORKER_URL);
afterAll(() => decoder.close());

/** The first frame is red, the second one is blue. */
const GIF = Buffer.from(
  '47494638396102000200a10000ff00000000ff0000000000002c00000000020002000002028451003b',
  'hex',
);

it.each([
  ['PNG', pngOf(pictureNumber(1))],
  ['JPEG', jpegOf(pictureNumber(1))],
  ['WebP', webpOf(pictureNumber(1))],
])('reads a %s', async (_, bytes) => {
  const reading = await decoder.decode(bytes, false);
  expect(reading).toMatchObject({ isFlat: false, variants: [] });
  expect(reading?.hashes[0]).toMatch(/^[\da-f]{16}$/);
  expect(Buffer.from(reading?.preview ?? []).subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));
});

it('reads a GIF', async () => {
  expect(await decoder.decode(GIF, false)).toMatchObject({ isFlat: true });
});

it('makes the hashes by which a picture is recognised when they are asked for', async () => {
  const reading = await decoder.decode(pngOf(pictureNumber(1)), true);
  expect(reading?.variants.length).toBeGreaterThan(40);
});

describe('a malicious file', () => {
  // Many of them end the process, and the next one starts another.
  it('is not decoded, and the next picture is', { timeout: 300_000 }, async () => {
    const picture = pngOf(pictureNumber(1));
    const first = await decoder.decode(picture, false);
    const harmful: string[] = [];
    for (const [name, bytes] of maliciousFiles()) {
      const reading = await decoder.decode(bytes, false);
      if (reading !== null && reading.preview.length > 20_000) harmful.push(name);
    }
    expect(harmful).toEqual([]);
    expect(await decoder.decode(picture, false)).toEqual(first);
  });
});

it('decodes nothing after it was closed', async () => {
  const closed = createPictureDecoder(PICTURE_WORKER_URL);
  closed.close();
  expect(await closed.decode(GIF, false)).toBeNull();
});
