import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Downloads } from '../domain/downloads.ts';
import type {
  PictureReader,
  PictureReading,
  PictureResult,
} from '../domain/pictures/picture-ports.ts';
import type { PictureDecoder } from './decoder.ts';

/** Of an animation, the first frame is within this. Discord scales large pictures down before. */
const MAX_BYTES = 8 * 1024 * 1024;

/** How many readings are kept. Each takes up to ten kilobytes. */
const KEPT = 500;

const GONE: PictureResult = { kind: 'gone' };
const UNREADABLE: PictureResult = { kind: 'unreadable' };

export function createPictureReader({
  downloads,
  decoder,
}: {
  downloads: Downloads;
  decoder: Pick<PictureDecoder, 'decode'>;
}): PictureReader {
  /** By the file's address without its signature, which changes. */
  const byAddress = new LRUCache<string, PictureResult>({ max: KEPT });
  /** By the file's bytes: in a raid, the same file comes again and again. Null: it cannot be decoded. */
  const byContent = new LRUCache<string, { readonly reading: PictureReading | null }>({
    max: KEPT,
  });
  const running = new Map<string, Promise<PictureResult>>();

  async function readAnew(
    url: string,
    address: string,
    withVariants: boolean,
  ): Promise<PictureResult> {
    const download = await downloads.beginning(url, MAX_BYTES);
    if (download.kind === 'none') return GONE;
    if (download.kind === 'unreadable') return UNREADABLE;
    const { bytes, isCut } = download;
    if (isCut && !isGif(bytes)) return UNREADABLE;
    const content = hash('sha256', bytes, 'base64');
    let known = byContent.get(content);
    if (known === undefined || !isEnough(known.reading, withVariants)) {
      known = { reading: await decoder.decode(bytes, withVariants) };
      byContent.set(content, known);
    }
    const result = resultOf(known.reading);
    byAddress.set(address, result);
    return result;
  }

  return {
    read({ url }, { withVariants = false } = {}) {
      const address = url.replace(/[?#].*$/, '');
      const kept = byAddress.get(address);
      if (kept !== undefined && isEnough(kept.kind === 'read' ? kept : null, withVariants)) {
        return Promise.resolve(kept);
      }
      const key = `${address} ${withVariants}`;
      const begun = running.get(key);
      if (begun !== undefined) return begun;
      const reading = readAnew(url, address, withVariants).finally(() => running.delete(key));
      running.set(key, reading);
      return reading;
    },
  };
}

function isGif(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'GIF8';
}

/** What cannot be decoded has no hashes to add. */
function isEnough(reading: PictureReading | null, withVariants: boolean): boolean {
  return !withVariants || reading === null || reading.variants.length > 0;
}

function resultOf(reading: PictureReading | null): PictureResult {
  return reading === null ? UNREADABLE : { kind: 'read', ...reading };
}
