import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import type { PictureReading } from '../domain/pictures/picture-ports.ts';
import { hashesOf, variantsOf } from './hash-plane.ts';
import { planeOf } from './plane.ts';

/** Enough for hashes of crops. */
const MAX_SIDE = 320;
const PREVIEW_SIDE = 200;
const PREVIEW_QUALITY = 70;

/**
 * Reads a PNG, JPEG, WebP or GIF; of an animation, the first frame. Throws for anything else and for damaged files: after
 * that, this process must not decode another one. WebAssembly keeps a malicious file away from the process itself.
 */
export function decodePicture(bytes: Uint8Array, withVariants: boolean): PictureReading {
  const original = PhotonImage.new_from_byteslice(bytes);
  const image = within(original, MAX_SIDE);
  const size = { width: image.get_width(), height: image.get_height() };
  const plane = planeOf(image.get_raw_pixels(), size);
  const small = within(image, PREVIEW_SIDE);
  const preview = small.get_bytes_jpeg(PREVIEW_QUALITY);
  for (const each of new Set([original, image, small])) each.free();
  return { ...hashesOf(plane), variants: withVariants ? variantsOf(plane) : [], preview };
}

/** The picture, scaled down unless it is small. */
function within(image: PhotonImage, side: number): PhotonImage {
  const [width, height] = [image.get_width(), image.get_height()];
  const scale = side / Math.max(width, height);
  if (scale >= 1) return image;
  const scaled = (length: number): number => Math.max(1, Math.round(length * scale));
  return resize(image, scaled(width), scaled(height), SamplingFilter.Triangle);
}

/** As Latin-1. A WebP has its length between the two words. */
const SIGNATURES: readonly (readonly [start: number, text: string][])[] = [
  [[0, '\u0089PNG\r\n\u001A\n']],
  [[0, '\u00FF\u00D8\u00FF']],
  [[0, 'GIF8']],
  [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
];

/** Whether the file begins like a picture that can be decoded. */
export function isPicture(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return SIGNATURES.some((parts) =>
    parts.every(([start, text]) => beginning.startsWith(text, start)),
  );
}
