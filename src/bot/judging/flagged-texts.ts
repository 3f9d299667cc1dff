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

export function createFlaggedTexts(clock: Clock): FlaggedTexts {
  /** By server: when each text was last flagged, by its fingerprint; the latest is the last. */
  const servers = new LRUCache<string, Map<string, number>>({ max: MAX_SERVERS });

  return {
    add(snapshot) {
      const { guildId } = snapshot;
      const texts = servers.get(guildId) ?? new Map<string, number>();
      const fingerprint = fingerprintOf(textOf(snapshot));
      texts.delete(fingerprint);
      texts.set(fingerprint, clock.now());
      const [oldest] = texts.keys();
      if (texts.size > MAX_TEXTS_PER_SERVER && oldest !== undefined) texts.delete(oldest);
      servers.set(guildId, texts);
    },
    has(snapshot) {
      // Most servers have none, and then nothing is computed.
      const texts = servers.get(snapshot.guildId);
      if (texts === undefined) return false;
      const flaggedAt = texts.get(fingerprintOf(textOf(snapshot)));
      return flaggedAt !== undefined && clock.now() - flaggedAt <= KEPT_MS;
    },
  };
}
