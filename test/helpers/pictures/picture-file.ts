import { crop, fliph, PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import { seeded } from '../seeded.ts';
import { drawPicture, rectangle, words, type Drawn, type PictureKind } from './draw-picture.ts';

/** A made-up picture. Each number is another one. */
export function pictureNumber(number: number, kind: PictureKind = 'poster'): Drawn {
  return drawPicture(seeded(number), kind);
}

export function pngOf(picture: Drawn): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(imageOf(picture).get_bytes());
}

export function jpegOf(picture: Drawn, quality = 60): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(imageOf(picture).get_bytes_jpeg(quality));
}

export function webpOf(picture: Drawn): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(imageOf(picture).get_bytes_webp());
}

/** The picture after it was saved as a JPEG and opened again. */
export function recompressed(picture: Drawn, quality: number): Drawn {
  return drawnOf(PhotonImage.new_from_byteslice(jpegOf(picture, quality)));
}

export function resized(picture: Drawn, across: number, down = across): Drawn {
  const [width, height] = [Math.round(picture.width * across), Math.round(picture.height * down)];
  return drawnOf(resize(imageOf(picture), width, height, SamplingFilter.CatmullRom));
}

/** What is left after cutting these parts off each side. */
export function cut(picture: Drawn, left: number, top = left, right = left, bottom = top): Drawn {
  const { width, height } = picture;
  const [x, y] = [Math.round(left * width), Math.round(top * height)];
  return drawnOf(
    crop(
      imageOf(picture),
      x,
      y,
      Math.round(width * (1 - right)),
      Math.round(height * (1 - bottom)),
    ),
  );
}

export function mirrored(picture: Drawn): Drawn {
  const image = imageOf(picture);
  fliph(image);
  return drawnOf(image);
}

/** The picture inside a border of one colour. */
export function framed(picture: Drawn, part: number, light: number): Drawn {
  const [left, top] = [Math.round(picture.width * part), Math.round(picture.height * part)];
  const [width, height] = [picture.width + 2 * left, picture.height + 2 * top];
  const framing: Drawn = { width, height, rgba: new Uint8Array(width * height * 4) };
  rectangle(framing, { x: 0, y: 0, width, height }, [light, light, light]);
  const row = picture.width * 4;
  for (let y = 0; y < picture.height; y += 1) {
    framing.rgba.set(picture.rgba.subarray(y * row, (y + 1) * row), ((y + top) * width + left) * 4);
  }
  return framing;
}

/** The picture with a bar of text over it. `at`: 0 is the top, 1 the bottom. */
export function captioned(picture: Drawn, at: number): Drawn {
  const copy: Drawn = { ...picture, rgba: picture.rgba.slice() };
  const { width } = picture;
  const height = picture.height * 0.12;
  const y = at * (picture.height - height);
  rectangle(copy, { x: 0, y, width, height }, [0, 0, 0]);
  const text = { x: width * 0.1, y: y + height * 0.15, width: width * 0.7, height: height * 0.7 };
  words(copy, seeded(1), text, [255, 255, 255]);
  return copy;
}

function imageOf({ rgba, width, height }: Drawn): PhotonImage {
  return new PhotonImage(rgba, width, height);
}

function drawnOf(image: PhotonImage): Drawn {
  return { width: image.get_width(), height: image.get_height(), rgba: image.get_raw_pixels() };
}
