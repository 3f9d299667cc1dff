import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ReplyFile } from '../../src/bot/command-kit.ts';

/** Below Discord's limit for files, to leave room for the rest of the message. */
const MAX_BYTES = 9 * 1024 * 1024;

/**
 * A file, compressed if it is too large; null if it is still too large. Never holds more than `MAX_BYTES` of either in
 * memory. Rejects with the signal's reason.
 */
export async function fileOfPieces(
  name: string,
  pieces: AsyncIterable<string>,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (megabytes: number) => void },
): Promise<ReplyFile | null> {
  const gzip = createGzip();
  const compressed = upTo(MAX_BYTES);
  const plain = upTo(MAX_BYTES);
  const finished = pipeline(gzip, async (chunks) => {
    for await (const chunk of chunks) compressed.add(chunk as Buffer);
  });
  for await (const piece of pieces) {
    signal.throwIfAborted();
    const data = Buffer.from(piece);
    plain.add(data);
    if (plain.isFull()) onProgress(Math.round(plain.bytes() / 1024 / 1024));
    if (!gzip.write(data)) await once(gzip, 'drain');
    if (compressed.isFull()) break;
  }
  gzip.end();
  await finished;
  const [small, zipped] = [plain.data(), compressed.data()];
  if (small !== null) return { name, data: small };
  return zipped === null ? null : { name: `${name}.gz`, data: zipped };
}

/** Collects up to `maxBytes`; beyond that it keeps nothing. */
function upTo(maxBytes: number) {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const isFull = (): boolean => bytes > maxBytes;
  return {
    add(chunk: Buffer): void {
      bytes += chunk.byteLength;
      if (isFull()) chunks = [];
      else chunks.push(chunk);
    },
    bytes: () => bytes,
    isFull,
    /** Null: there was more. */
    data: (): Buffer | null => (isFull() ? null : Buffer.concat(chunks)),
  };
}
