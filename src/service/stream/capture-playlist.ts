import { createDecipheriv } from 'node:crypto';
import { sleep, type Clock } from '../../shared/clock.ts';
import {
  parsePlaylist,
  type ByteRange,
  type MediaPiece,
  type Playlist,
  type Segment,
} from './playlist.ts';
import { SessionError } from './session-error.ts';
import type { StreamLimits } from './stream-limits.ts';

/** Fetches an address under the rules for media. Throws a `SessionError` beyond `maxBytes`. */
export type FetchPiece = (
  url: URL,
  options: { range: ByteRange | null; maxBytes: number },
) => Promise<{ bytes: Buffer; url: URL }>;

export interface PlaylistCapture {
  fetchPiece: FetchPiece;
  /** Throws a `SessionError` when the media gets too large. */
  append: (bytes: Uint8Array) => Promise<void>;
  /** Number of bytes that may still be appended. */
  room: () => number;
  clock: Clock;
  limits: StreamLimits;
  signal: AbortSignal;
}

export const MAX_PLAYLIST_BYTES = 1024 * 1024;
const KEY_BYTES = 16;
const MIN_RELOAD_MS = 1_000;

/**
 * Appends the segments of an HLS stream in order. Resolves to whether the stream was cut off: after enough audio, or, if it is
 * live, at the end of the time for recording.
 */
export async function capturePlaylist(
  start: { text: string; url: URL },
  { fetchPiece, append, room, clock, limits, signal }: PlaylistCapture,
): Promise<boolean> {
  const endMs = clock.now() + limits.captureMs;
  const keys = new Map<string, Buffer>();
  let seconds = 0;
  let nextNumber = -1;
  let lastInit: MediaPiece | null = null;

  async function keyAt(url: URL): Promise<Buffer> {
    const existing = keys.get(url.href);
    if (existing !== undefined) return existing;
    const { bytes } = await fetchPiece(url, { range: null, maxBytes: KEY_BYTES });
    if (bytes.length !== KEY_BYTES) throw new SessionError('The HLS stream has an invalid key.');
    keys.set(url.href, bytes);
    return bytes;
  }

  async function appendSegment(segment: Segment): Promise<void> {
    const { url, range, encryption, init, number } = segment;
    if (init !== null && (lastInit === null || !isSame(init, lastInit))) {
      await append((await fetchPiece(init.url, { range: init.range, maxBytes: room() })).bytes);
      lastInit = init;
    }
    const { bytes } = await fetchPiece(url, { range, maxBytes: room() });
    if (encryption === null) {
      await append(bytes);
      return;
    }
    await append(decrypt(bytes, await keyAt(encryption.keyUrl), encryption.iv ?? ivOf(number)));
  }

  async function loadPlaylist(url: URL): Promise<{ playlist: Playlist; url: URL }> {
    const { bytes, url: address } = await fetchPiece(url, {
      range: null,
      maxBytes: MAX_PLAYLIST_BYTES,
    });
    return { playlist: parsePlaylist(bytes.toString('utf8'), address), url: address };
  }

  let current = { playlist: parsePlaylist(start.text, start.url), url: start.url };
  if (current.playlist.kind === 'variants') current = await loadPlaylist(current.playlist.url);
  for (;;) {
    const { playlist } = current;
    if (playlist.kind === 'variants') {
      throw new SessionError('The HLS playlist leads to another list of variants.');
    }
    for (const segment of playlist.segments) {
      if (segment.number < nextNumber) continue;
      if (seconds >= limits.audioSeconds || clock.now() >= endMs) return true;
      await appendSegment(segment);
      nextNumber = segment.number + 1;
      seconds += segment.seconds;
    }
    if (playlist.hasEnded) return false;
    if (clock.now() >= endMs) return true;
    const waitMs = Math.max(MIN_RELOAD_MS, playlist.targetSeconds * 500);
    await sleep(clock, Math.min(waitMs, endMs - clock.now()), signal);
    signal.throwIfAborted();
    if (clock.now() >= endMs) return true;
    current = await loadPlaylist(current.url);
  }
}

function isSame(a: MediaPiece, b: MediaPiece): boolean {
  return a.url.href === b.url.href && a.range?.offset === b.range?.offset;
}

/** RFC 8216, 5.2: the number as 128 bits, big-endian. */
function ivOf(number: number): Buffer {
  const iv = Buffer.alloc(KEY_BYTES);
  iv.writeBigUInt64BE(BigInt(number), 8);
  return iv;
}

function decrypt(bytes: Buffer, key: Buffer, iv: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, iv);
    return Buffer.concat([decipher.update(bytes), decipher.final()]);
  } catch (cause) {
    throw new SessionError('A segment of the HLS stream cannot be decrypted.', { cause });
  }
}
