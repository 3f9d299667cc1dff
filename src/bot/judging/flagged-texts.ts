import { LRUCache } from 'lru-cache';
import type { Clock } from '../../shared/clock.ts';
import { fingerprintOf, textOf } from '../domain/sample.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/** The texts flagged in the last minutes: in a raid, the same text comes again and again. */
export interface FlaggedTexts {
  add(snapshot: Snapshot): void;
  /** Whether the same text was just flagged in the same server. */
  has(snapshot: Snapshot): boolean;
}

const KEPT_MS = 5 * 60_000;
const MAX_SERVERS = 1_000;
const MAX_TEXTS_PER_SERVER = 100;

interface FlaggedText {
  /** When it was last flagged. */
  readonly at: number;
  readonly length: number;
}

export function createFlaggedTexts(clock: Clock): FlaggedTexts {
  /** By server and fingerprint; the latest text is the last. */
  const servers = new LRUCache<string, Map<string, FlaggedText>>({ max: MAX_SERVERS });

  return {
    add(snapshot) {
      const { guildId } = snapshot;
      const texts = servers.get(guildId) ?? new Map<string, FlaggedText>();
      const text = textOf(snapshot);
      const fingerprint = fingerprintOf(text);
      texts.delete(fingerprint);
      texts.set(fingerprint, { at: clock.now(), length: text.length });
      const [oldest] = texts.keys();
      if (texts.size > MAX_TEXTS_PER_SERVER && oldest !== undefined) texts.delete(oldest);
      servers.set(guildId, texts);
    },
    has(snapshot) {
      // Most servers have no flagged texts, and then nothing is computed.
      const texts = servers.get(snapshot.guildId);
      if (texts === undefined) return false;
      const text = textOf(snapshot);
      if (!hasLength(texts.values(), text.length)) return false;
      const flagged = texts.get(fingerprintOf(text));
      return flagged !== undefined && clock.now() - flagged.at <= KEPT_MS;
    },
  };
}

/** Compares lengths first, so that most texts need no fingerprint. */
function hasLength(texts: Iterable<FlaggedText>, wanted: number): boolean {
  for (const { length } of texts) if (length === wanted) return true;
  return false;
}
