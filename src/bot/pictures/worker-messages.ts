import type { PictureReading } from '../domain/pictures/picture-ports.ts';

/** Sent to the process that decodes. */
export interface DecodeRequest {
  readonly id: number;
  readonly bytes: Uint8Array;
  /** Also by which hashes the picture would be recognised when it is blocked. */
  readonly withVariants: boolean;
}

/** Sent back. `null`: it is no picture that can be decoded. */
export interface DecodeResult {
  readonly id: number;
  readonly reading: PictureReading | null;
}
