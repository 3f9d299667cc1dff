import { SessionError } from './session-error.ts';

/* HLS playlists (RFC 8216): lists of addresses that together are one recording or live stream. */

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** A part of a file, at an address that has not been checked yet. */
export interface MediaPiece {
  readonly url: URL;
  /** Null: the whole file. */
  readonly range: ByteRange | null;
}

export interface Encryption {
  readonly keyUrl: URL;
  /** Null: the segment's number is the IV. */
  readonly iv: Buffer | null;
}

export interface Segment extends MediaPiece {
  /** The segment's number in the stream, which goes on counting when a live playlist moves on. */
  readonly number: number;
  readonly seconds: number;
  /** AES-128; null: not encrypted. */
  readonly encryption: Encryption | null;
  /** Initialisation data that decoders need before the segment, in fragmented MP4. */
  readonly init: MediaPiece | null;
}

export type Playlist =
  /** Variants of the same media; `url` leads to the smallest one that has sound. */
  | { readonly kind: 'variants'; readonly url: URL }
  | {
      readonly kind: 'segments';
      readonly segments: readonly Segment[];
      /** False: the stream is live, and more segments will follow. */
      readonly hasEnded: boolean;
      readonly targetSeconds: number;
    };

const MAX_SEGMENTS = 10_000;

/** `base`: the address that the playlist came from. Throws a `SessionError` if the playlist cannot be read. */
export function parsePlaylist(text: string, base: URL): Playlist {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  if (lines[0]?.replace('\u{feff}', '') !== '#EXTM3U') {
    throw new SessionError('The media address returned a playlist that is not HLS.');
  }
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:'))
    ? variantsOf(lines, base)
    : segmentsOf(lines, base);
}

function variantsOf(lines: readonly string[], base: URL): Playlist {
  const variants: { url: URL; bandwidth: number; audio: string | undefined }[] = [];
  const audio: { group: string | undefined; url: URL; isDefault: boolean }[] = [];
  let next: Record<string, string> | null = null;
  for (const line of lines) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) next = attributesOf(line);
    else if (line.startsWith('#EXT-X-MEDIA:')) {
      const { TYPE, URI, 'GROUP-ID': group, DEFAULT } = attributesOf(line);
      if (TYPE === 'AUDIO' && URI !== undefined) {
        audio.push({ group, url: resolved(URI, base), isDefault: DEFAULT === 'YES' });
      }
    } else if (line !== '' && !line.startsWith('#') && next !== null) {
      const { BANDWIDTH, AUDIO } = next;
      const bandwidth = Number(BANDWIDTH) || Infinity;
      variants.push({ url: resolved(line, base), bandwidth, audio: AUDIO });
      next = null;
    }
  }
  const [smallest] = variants.toSorted((a, b) => a.bandwidth - b.bandwidth);
  if (smallest === undefined) throw new SessionError('The HLS playlist lists no media.');
  const renditions = audio.filter(({ group }) => group === smallest.audio);
  const rendition = renditions.find(({ isDefault }) => isDefault) ?? renditions[0];
  return { kind: 'variants', url: rendition?.url ?? smallest.url };
}

function segmentsOf(lines: readonly string[], base: URL): Playlist {
  const segments: Segment[] = [];
  let number = 0;
  let targetSeconds = 0;
  let seconds = 0;
  let hasEnded = false;
  let encryption: Encryption | null = null;
  let init: MediaPiece | null = null;
  let range: ByteRange | null = null;
  let rangeEnd = 0;
  for (const line of lines) {
    const value = line.slice(line.indexOf(':') + 1);
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(value) || 0;
    else if (line.startsWith('#EXT-X-TARGETDURATION:')) targetSeconds = Number(value) || 0;
    else if (line.startsWith('#EXT-X-MEDIA-SEQUENCE:')) number = Number(value) || 0;
    else if (line.startsWith('#EXT-X-ENDLIST')) hasEnded = true;
    else if (line.startsWith('#EXT-X-BYTERANGE:')) range = rangeOf(value, rangeEnd);
    else if (line.startsWith('#EXT-X-KEY:')) encryption = encryptionOf(attributesOf(line), base);
    else if (line.startsWith('#EXT-X-MAP:')) {
      const { URI = '', BYTERANGE } = attributesOf(line);
      init = {
        url: resolved(URI, base),
        range: BYTERANGE === undefined ? null : rangeOf(BYTERANGE, 0),
      };
    } else if (line !== '' && !line.startsWith('#')) {
      segments.push({ url: resolved(line, base), range, number, seconds, encryption, init });
      if (segments.length > MAX_SEGMENTS) throw new SessionError('The HLS playlist is too long.');
      rangeEnd = range === null ? 0 : range.offset + range.length;
      range = null;
      seconds = 0;
      number += 1;
    }
  }
  return { kind: 'segments', segments, hasEnded, targetSeconds };
}

/** `<length>[@<offset>]`; without an offset, the range follows the one before it. */
function rangeOf(text: string, rangeEnd: number): ByteRange {
  const [, length, offset] = /^(\d{1,12})(?:@(\d{1,12}))?$/.exec(text) ?? [];
  if (length === undefined) throw new SessionError('The HLS playlist has an invalid byte range.');
  return { offset: offset === undefined ? rangeEnd : Number(offset), length: Number(length) };
}

function encryptionOf(
  { METHOD, URI, IV, KEYFORMAT = 'identity' }: Record<string, string>,
  base: URL,
): Encryption | null {
  if (METHOD === 'NONE') return null;
  if (METHOD !== 'AES-128' || KEYFORMAT !== 'identity' || URI === undefined) {
    throw new SessionError('The HLS stream is protected. Use media without copy protection.');
  }
  const hex = IV === undefined ? null : /^0x([\da-f]{1,32})$/i.exec(IV)?.[1];
  if (hex === undefined) throw new SessionError('The HLS playlist has an invalid key.');
  const iv = hex === null ? null : Buffer.from(hex.padStart(32, '0'), 'hex');
  return { keyUrl: resolved(URI, base), iv };
}

/** `NAME=value,NAME="quoted, value"`. */
function attributesOf(line: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, quoted, plain] of line.matchAll(/([A-Z\d-]+)=(?:"([^"]*)"|([^",]*))/g)) {
    if (name !== undefined) attributes[name] = quoted ?? plain ?? '';
  }
  return attributes;
}

function resolved(address: string, base: URL): URL {
  if (URL.canParse(address, base.href)) return new URL(address, base);
  throw new SessionError('The HLS playlist contains an invalid address.');
}
