/** Posted to the worker: complete lines in UTF-8. */
export interface LinesRequest {
  readonly id: number;
  readonly lines: Uint8Array;
}

/** Posted by the worker: their answers. */
export interface LinesResult {
  readonly id: number;
  readonly answers: Uint8Array<ArrayBuffer>;
}
