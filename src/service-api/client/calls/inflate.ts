import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflateAsync = promisify(inflate);

/** `problem` never quotes the data. */
export type Inflated = { ok: true; json: unknown } | { ok: false; problem: string };

/**
 * Decodes data over 1 MB as the interface compresses it: base64, zlib, UTF-8, JSON. Stops at `maxBytes` to prevent
 * decompression bombs. Inflates off the main thread.
 */
export async function inflateJson(base64: string, maxBytes: number): Promise<Inflated> {
  const bytes = await inflateAsync(Buffer.from(base64, 'base64'), {
    maxOutputLength: maxBytes,
  }).catch((error: NodeJS.ErrnoException) => error);
  if (bytes instanceof Error) {
    const tooLarge = bytes.code === 'ERR_BUFFER_TOO_LARGE';
    const problem = tooLarge
      ? `the payload inflates to more than ${maxBytes} bytes`
      : `the payload cannot be inflated (${bytes.code ?? 'no code'})`;
    return { ok: false, problem };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, json: JSON.parse(text) };
  } catch {
    // Don't keep the error, because it may quote the data.
    return { ok: false, problem: 'the inflated payload is not JSON in UTF-8' };
  }
}
