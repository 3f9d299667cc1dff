import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import type { Clock } from '../../lib/clock.ts';
import type { AddressCheck } from './address.ts';
import { SessionError } from './errors.ts';
import {
  createGuardedAgent,
  literalAddress,
  privateAddress,
  type Resolve,
} from './guarded-agent.ts';
import type { StreamLimits } from './limits.ts';

export interface FetchMediaDeps {
  mayConnect: AddressCheck;
  resolve: Resolve;
  clock: Clock;
  limits: StreamLimits;
}

export interface MediaRequest {
  url: string;
  /** The file the media is written to. */
  path: string;
  signal: AbortSignal;
}

export interface Media {
  bytes: number;
  /** True when the stream was still going on at the end of the capture. */
  cut: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Besides audio and video: what stores of files say of anything. ffmpeg finds out what it is. */
const OTHER_TYPES: ReadonlySet<string> = new Set([
  'application/ogg',
  'application/octet-stream',
  'binary/octet-stream',
]);

const MIB = 1024 * 1024;

/** Writes the media behind a stranger's address to a file. Throws a `SessionError` where a limit or a rule forbids it. */
export async function fetchMedia(
  { mayConnect, resolve, clock, limits }: FetchMediaDeps,
  { url, path, signal }: MediaRequest,
): Promise<Media> {
  const agent = createGuardedAgent(mayConnect, { resolve, timeoutMs: limits.stallMs });
  try {
    const response = await follow(url, { agent, mayConnect, limits, signal });
    checkHead(response, limits);
    return await capture(response.body, { path, clock, limits });
  } catch (error) {
    signal.throwIfAborted();
    throw asSessionError(error);
  } finally {
    await agent.destroy();
  }
}

interface Way {
  agent: Dispatcher;
  mayConnect: AddressCheck;
  limits: StreamLimits;
  signal: AbortSignal;
}

/** Follows redirects one by one, so that each address is checked like the first. */
async function follow(
  start: string,
  { agent, mayConnect, limits, signal }: Way,
): Promise<Dispatcher.ResponseData> {
  let url = mediaUrl(start);
  for (let hops = 0; hops <= limits.redirects; hops += 1) {
    const address = literalAddress(url);
    if (address !== null && !mayConnect(address)) throw privateAddress(address);
    const response = await request(url, {
      dispatcher: agent,
      signal,
      // Compressed media could swell beyond the limits.
      headers: { accept: 'audio/*, video/*;q=0.9', 'accept-encoding': 'identity' },
    });
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode) || typeof location !== 'string') return response;
    response.body.on('error', () => undefined).destroy();
    url = mediaUrl(location, url);
  }
  throw new SessionError(
    `The media address redirects more than ${limits.redirects} times. Give the address it leads to.`,
  );
}

function mediaUrl(text: string, base?: URL): URL {
  if (URL.canParse(text, base?.href)) {
    const url = new URL(text, base);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw new SessionError('The media address must be one that starts with http:// or https://.');
}

function checkHead({ statusCode, headers }: Dispatcher.ResponseData, limits: StreamLimits): void {
  if (statusCode !== 200) {
    throw new SessionError(
      `The media address answered ${statusCode}. Give one that answers 200 without a login.`,
    );
  }
  const header = headers['content-type'];
  const type = (typeof header === 'string' ? header : '').split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || !isMedia(type)) {
    throw new SessionError(
      'The media address does not answer with audio or video (content type ' +
        `${/^[\w.+/-]{1,80}$/.exec(type ?? '')?.[0] ?? 'missing'}). Give the address of the media itself.`,
    );
  }
  if (Number(headers['content-length'] ?? 0) > limits.mediaBytes) throw tooLarge(limits);
}

function isMedia(type: string): boolean {
  if (OTHER_TYPES.has(type)) return true;
  // A playlist (HLS) is a list of further addresses.
  return /^(?:audio|video)\//.test(type) && !type.endsWith('mpegurl');
}

function tooLarge({ mediaBytes }: StreamLimits): SessionError {
  return new SessionError(
    `The media is larger than ${mediaBytes / MIB} MiB. Give a shorter one or one of lower quality.`,
  );
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
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a body of bytes was expected');
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
  if (bytes === 0) throw new SessionError('The media address answers with nothing.');
  return { bytes, cut };
}

/** Names of network errors only: their messages may hold addresses of the inner network. */
function asSessionError(error: unknown): Error {
  if (error instanceof SessionError || !(error instanceof Error)) return Object(error);
  if (error.cause instanceof SessionError) return error.cause;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return error;
  return new SessionError(`The media cannot be fetched (${code}). Check the address.`, {
    cause: error,
  });
}
