import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflateAsync = promisify(inflate);

/** What came out, or a sentence on what was wrong, which never quotes the data. */
export type Inflated = { ok: true; json: unknown } | { ok: false; problem: string };

/**
 * Undoes what the interface does to data over 1 MB: base64-decode, inflate (zlib), decode as UTF-8, parse JSON. Inflating
 * stops at `maxBytes`, whatever a few bytes may unfold to, and runs off the main thread.
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
    // Both errors may quote the data.
    return { ok: false, problem: 'the inflated payload is not JSON in UTF-8' };
  }
}
