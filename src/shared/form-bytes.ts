export interface FormBytes {
  /** A `multipart/form-data` content type with its boundary. */
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Encodes a form for undici's `request`. Passing a form itself fails on some Node versions: undici rejects the runtime's
 * FormData on Node 20, and its own makes the request hang on Node 24 and 26.
 */
export async function encodeForm(form: FormData): Promise<FormBytes> {
  const response = new Response(form);
  return {
    contentType: response.headers.get('content-type') ?? '',
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
