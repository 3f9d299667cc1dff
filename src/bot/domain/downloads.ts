export type Download =
  /** `isCut`: the file is longer. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly isCut: boolean }
  /** Discord no longer has the file, or its address is not one of Discord's. */
  | { readonly kind: 'none' }
  /** Discord did not hand it over, even when asked again. */
  | { readonly kind: 'unreadable' };

/** Downloads what members posted. */
export interface Downloads {
  /** The first `maxBytes` of a file. Never throws. */
  beginning(url: string, maxBytes: number): Promise<Download>;
}
