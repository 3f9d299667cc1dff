import { readFileSync } from 'node:fs';
import { hashText } from '../normalise/hash.ts';

const FILE = new URL('./domains.bin', import.meta.url);
const BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Known phishing domains as 32-bit hashes: one in 250,000 other hosts is mistaken for one. */
export interface DomainList {
  /** True if the list has the host, a parent domain of it, or this exact address. */
  has(host: string, path: string): boolean;
}

const hashOf = (domain: string): number => hashText(domain) >>> 0;

/** The file for a list of domains: their sorted hashes, little-endian. */
export function packDomains(domains: readonly string[]): Uint8Array {
  const hashes = Uint32Array.from(new Set(domains.map(hashOf))).sort();
  const bytes = new Uint8Array(hashes.length * BYTES);
  const view = new DataView(bytes.buffer);
  hashes.forEach((hash, at) => view.setUint32(at * BYTES, hash, true));
  return bytes;
}

export function createDomainList(file: Uint8Array): DomainList {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const hashes = Uint32Array.from({ length: file.byteLength / BYTES }, (_, at) =>
    view.getUint32(at * BYTES, true),
  );
  const includes = (domain: string): boolean => {
    const hash = hashOf(domain);
    let [from, to] = [0, hashes.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((hashes[middle] ?? 0) < hash) from = middle + 1;
      else to = middle;
    }
    return hashes[from] === hash;
  };
  return {
    has(host, path) {
      if (path.length > 1 && includes(host + path.replace(/\/$/, ''))) return true;
      for (let at = 0; ;) {
        if (includes(host.slice(at))) return true;
        const dot = host.indexOf('.', at);
        // A top-level domain alone is nobody's domain.
        if (dot === -1 || !host.includes('.', dot + 1)) return false;
        at = dot + 1;
      }
    },
  };
}

export const loadDomainList = (): DomainList => createDomainList(readFileSync(FILE));
