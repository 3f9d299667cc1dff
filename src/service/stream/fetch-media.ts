import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import type { Clock } from '../../shared/clock.ts';
import type { AddressCheck } from './address.ts';
import { SessionError } from './session-error.ts';
import {
  createGuardedAgent,
  literalAddress,
  privateAddress,
  type Resolve,
} from './guarded-agent.ts';
import { capturePlaylist, MAX_PLAYLIST_BYTES } from './capture-playlist.ts';
import type { ByteRange } from './playlist.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface FetchMediaDeps {
  mayConnect: AddressCheck;
  resolve: Resolve;
  clock: Clock;
  limits: StreamLimits;
}

export interface MediaRequest {
  url: string;
  /** The file to write. */
  path: string;
  signal: AbortSignal;
}

export interface Media {
  bytes: number;
  /** True if the stream was still going on when the capture ended. */
  cut: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Generic types that file hosts use; ffmpeg determines the actual format. */
const OTHER_TYPES: ReadonlySet<string> = new Set([
  'application/ogg',
  'application/octet-stream',
  'binary/octet-stream',
]);

const MIB = 1024 * 1024;

/** Downloads media from a caller's address to a file. Throws a `SessionError` if a limit or rule forbids it. */
export async function fetchMedia(
  { mayConnect, resolve, clock, limits }: FetchMediaDeps,
  { url, path, signal }: MediaRequest,
): Promise<Media> {
  const agent = createGuardedAgent(mayConnect, { resolve, timeoutMs: limits.stallMs });
  try {
    const context = { agent, mayConnect, limits, signal };
    const { response, url: address } = await follow(url, context);
    checkStatus(response);
    if (!isPlaylist(response, address)) {
      checkHead(response, limits);
      return await capture(response.body, { path, clock, limits });
    }
    const text = (await bytesOf(response.body, MAX_PLAYLIST_BYTES)).toString('utf8');
    return await captureSegments({ text, url: address }, { path, clock, context });
  } catch (error) {
    signal.throwIfAborted();
    throw asSessionError(error);
  } finally {
    await agent.destroy();
  }
}

interface FetchContext {
  agent: Dispatcher;
  mayConnect: AddressCheck;
  limits: StreamLimits;
  signal: AbortSignal;
}

/** Follows redirects one at a time, so that every address is checked. Resolves with the last address. */
async function follow(
  start: string,
  { agent, mayConnect, limits, signal }: FetchContext,
  range: ByteRange | null = null,
): Promise<{ response: Dispatcher.ResponseData; url: URL }> {
  let url = mediaUrl(start);
  for (let hops = 0; hops <= limits.redirects; hops += 1) {
    const address = literalAddress(url);
    if (address !== null && !mayConnect(address)) throw privateAddress(address);
    const response = await request(url, {
      dispatcher: agent,
      signal,
      // Compressed media could expand beyond the limits.
      headers: {
        accept: 'audio/*, video/*;q=0.9, */*;q=0.1',
        'accept-encoding': 'identity',
        ...(range === null
          ? {}
          : { range: `bytes=${range.offset}-${range.offset + range.length - 1}` }),
      },
    });
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode) || typeof location !== 'string') {
      return { response, url };
    }
    response.body.on('error', () => undefined).destroy();
    url = mediaUrl(location, url);
  }
  throw new SessionError(
    `The media address redirects more than ${limits.redirects} times. Use the final address.`,
  );
}

function mediaUrl(text: string, base?: URL): URL {
  if (URL.canParse(text, base?.href)) {
    const url = new URL(text, base);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw new SessionError('The media address must start with http:// or https://.');
}

function checkStatus({ statusCode }: Dispatcher.ResponseData): void {
  if (statusCode === 200) return;
  throw new SessionError(
    `The media address answered ${statusCode}. Use one that answers 200 without a login.`,
  );
}

function typeOf({ headers }: Dispatcher.ResponseData): string {
  const header = headers['content-type'];
  const [type = ''] = (typeof header === 'string' ? header : '').split(';', 1);
  return type.trim().toLowerCase();
}

/** An HLS playlist, by its type, or by its name if the type is generic. */
function isPlaylist(response: Dispatcher.ResponseData, url: URL): boolean {
  const type = typeOf(response);
  if (/^(?:application|audio)\/(?:vnd\.apple\.|x-)?mpegurl$/.test(type)) return true;
  const isGeneric = type === '' || type === 'text/plain' || OTHER_TYPES.has(type);
  return isGeneric && /\.m3u8$/i.test(url.pathname);
}

function checkHead(response: Dispatcher.ResponseData, limits: StreamLimits): void {
  const { headers } = response;
  const type = typeOf(response);
  if (!isMedia(type)) {
    throw new SessionError(
      'The media address does not return audio or video (content type ' +
        `${/^[\w.+/-]{1,80}$/.exec(type)?.[0] ?? 'missing'}). Use the address of the media file itself.`,
    );
  }
  if (Number(headers['content-length'] ?? 0) > limits.mediaBytes) throw tooLarge(limits);
}

function isMedia(type: string): boolean {
  if (OTHER_TYPES.has(type)) return true;
  // Other playlists list further addresses, which nothing here would check.
  return /^(?:audio|video)\//.test(type) && !type.endsWith('mpegurl');
}

function tooLarge({ mediaBytes }: StreamLimits): SessionError {
  return new SessionError(
    `The media is larger than ${mediaBytes / MIB} MiB. Use shorter or lower-quality media.`,
  );
}

/** Reads the whole body. Throws a `SessionError` if it is too long. */
async function bytesOf(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('expected a body of bytes');
    length += chunk.length;
    if (length > maxBytes) {
      throw new SessionError(`A part of the HLS stream is larger than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Writes the segments of an HLS playlist to one file. Every address is checked like the first one. */
async function captureSegments(
  playlist: { text: string; url: URL },
  { path, clock, context }: { path: string; clock: Clock; context: FetchContext },
): Promise<Media> {
  const { limits, signal } = context;
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    const cut = await capturePlaylist(playlist, {
      async fetchPiece(address, { range, maxBytes }) {
        const { response, url } = await follow(address.href, context, range);
        if (range === null || response.statusCode !== 206) checkStatus(response);
        const whole = await bytesOf(response.body, maxBytes);
        // A server may ignore ranges and send the whole file.
        const isWhole = range !== null && response.statusCode === 200;
        const piece = isWhole ? whole.subarray(range.offset, range.offset + range.length) : whole;
        return { bytes: piece, url };
      },
      async append(piece) {
        bytes += piece.length;
        if (bytes > limits.mediaBytes) throw tooLarge(limits);
        await file.writeFile(piece);
      },
      room: () => limits.mediaBytes - bytes,
      clock,
      limits,
      signal,
    });
    if (bytes === 0) throw new SessionError('The HLS playlist lists no media.');
    return { bytes, cut };
  } finally {
    await file.close();
  }
}

async function capture(
  body: Readable,
  { path, clock, limits }: { path: string; clock: Clock; limits: StreamLimits },
): Promise<Media> {
  let bytes = 0;
  let cut = false;
  const cancel = clock.after(limits.captureMs, () => {
    cut = true;
    body.destroy();
  });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('expected a body of bytes');
      bytes += chunk.length;
      if (bytes > limits.mediaBytes) throw tooLarge(limits);
      await file.writeFile(chunk);
    }
  } catch (error) {
    if (!cut) throw error;
  } finally {
    cancel();
    await file.close();
  }
  if (bytes === 0) throw new SessionError('The media address returned no data.');
  return { bytes, cut };
}

/** Shows only the codes of network errors, because their messages may contain internal addresses. */
function asSessionError(error: unknown): Error {
  if (error instanceof SessionError || !(error instanceof Error)) return Object(error);
  if (error.cause instanceof SessionError) return error.cause;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return error;
  return new SessionError(`The media cannot be fetched (${code}). Check the address.`, {
    cause: error,
  });
}
