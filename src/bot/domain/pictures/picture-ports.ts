import type { Picture } from '../snapshot.ts';

/** All that is known about a picture after it was read. */
export interface PictureReading {
  /** Hashes of the picture and of its parts. The first is its name on a list. */
  readonly hashes: readonly string[];
  /** The hashes by which it is recognised once it is blocked; empty unless they were asked for. */
  readonly variants: readonly string[];
  /** Nearly no structure: too many other pictures look like it. */
  readonly isFlat: boolean;
  /** A small JPEG. */
  readonly preview: Uint8Array;
}

export type PictureResult =
  | ({ readonly kind: 'read' } & PictureReading)
  /** The file is gone from Discord, or it is at an address that the bot does not request. */
  | { readonly kind: 'gone' }
  /** Too large, damaged, of another type, or it took too long. */
  | { readonly kind: 'unreadable' };

/** Downloads pictures from Discord and reads them. Each file is read once, also if it is posted again and again. */
export interface PictureReader {
  /** Never throws. `withVariants`: for a picture that is to be blocked. */
  read(picture: Pick<Picture, 'url'>, options?: { withVariants?: boolean }): Promise<PictureResult>;
}
