import { describe, expect, it } from 'vitest';
import { bitsApart, lookAlike } from '../../../../src/bot/domain/pictures/picture-hash.ts';
import { hashesOf, variantsOf } from '../../../../src/bot/pictures/hash-plane.ts';
import { planeOf } from '../../../../src/bot/pictures/plane.ts';
import { KINDS, rectangle, type Drawn } from '../../../helpers/pictures/draw-picture.ts';
import {
  captioned,
  cut,
  framed,
  mirrored,
  pictureNumber,
  recompressed,
  resized,
} from '../../../helpers/pictures/picture-file.ts';

const hashed = (picture: Drawn) => hashesOf(planeOf(picture.rgba, picture));
const isRecognised = (posted: Drawn, blocked: Drawn): boolean =>
  lookAlike(hashed(posted).hashes, variantsOf(planeOf(blocked.rgba, blocked)));

const CHANGES: Readonly<Record<string, (picture: Drawn) => Drawn>> = {
  'at half the size': (picture) => resized(picture, 0.5),
  'at twice the size': (picture) => resized(picture, 2),
  'with other proportions': (picture) => resized(picture, 1, 0.8),
  'saved as a bad JPEG': (picture) => recompressed(picture, 30),
  'without a twentieth of each side': (picture) => cut(picture, 0.05),
  'without a tenth of each side': (picture) => cut(picture, 0.1),
  'without a fifth of its left side': (picture) => cut(picture, 0.2, 0, 0, 0),
  'in a black frame': (picture) => framed(picture, 0.08, 0),
  'in a white frame, saved as a JPEG': (picture) => recompressed(framed(picture, 0.12, 255), 70),
  mirrored,
  'with a caption at the bottom': (picture) => captioned(picture, 1),
};

describe('a picture is recognised', () => {
  it.each(Object.keys(CHANGES))('%s', (name) => {
    const recognised = KINDS.filter((kind, index) => {
      const picture = pictureNumber(index + 1, kind);
      return isRecognised(CHANGES[name]?.(picture) ?? picture, picture);
    });
    expect(recognised).toEqual(KINDS);
  });
});

it('pictures of the same kind differ', () => {
  for (const kind of KINDS) {
    for (let number = 1; number < 12; number += 1) {
      expect(isRecognised(pictureNumber(number, kind), pictureNumber(number + 50, kind))).toBe(
        false,
      );
    }
  }
});

describe('a flat picture', () => {
  const blank = (light: number): Drawn => {
    const picture: Drawn = { width: 320, height: 240, rgba: new Uint8Array(320 * 240 * 4) };
    rectangle(picture, { x: 0, y: 0, width: 320, height: 240 }, [light, light, light]);
    return picture;
  };

  it('is one of a single colour', () => {
    expect(hashed(blank(0)).isFlat).toBe(true);
    expect(hashed(recompressed(blank(200), 20)).isFlat).toBe(true);
  });

  it('is one that fades from one colour to another', () => {
    const picture = blank(0);
    for (let x = 0; x < 320; x += 1) {
      rectangle(picture, { x, y: 0, width: 1, height: 240 }, [x / 2, x / 2, x / 2]);
    }
    expect(hashed(recompressed(picture, 60)).isFlat).toBe(true);
  });

  it('is none with something in it', () => {
    expect(KINDS.filter((kind) => hashed(pictureNumber(3, kind)).isFlat)).toEqual([]);
  });
});

it('counts the bits in which hashes differ', () => {
  expect(bitsApart('0000000000000000', '0000000000000000')).toBe(0);
  expect(bitsApart('ffffffffffffffff', '0000000000000000')).toBe(64);
  expect(bitsApart('80000000000000f1', '0000000000000001')).toBe(5);
});
