import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type { AllowedTexts } from '../domain/actions/moderator-action-ports.ts';
import type { KeyValueStore } from './key-value-store.ts';

const CACHED_GUILDS = 1000;

/** The number of the case that allowed each text, by the text's fingerprint. */
const allowedSchema = z.record(z.string(), z.int());
type Allowed = z.infer<typeof allowedSchema>;

export interface StoredAllowedTexts extends AllowedTexts {
  forget(guildId: string): Promise<void>;
  /** Forgets the texts that these cases allowed. */
  forgetCases(guildId: string, numbers: ReadonlySet<number>): Promise<void>;
}

/** One record per server. It contains only fingerprints, never the texts themselves. */
export function createAllowedTexts(keyValues: KeyValueStore): StoredAllowedTexts {
  const guilds = keyValues.open('allowed-texts', allowedSchema);
  const cache = new LRUCache<string, Allowed>({ max: CACHED_GUILDS });
  const withGuildLock = createKeyedMutex();

  async function read(guildId: string): Promise<Allowed> {
    const cached = cache.get(guildId);
    if (cached !== undefined) return cached;
    const result = await guilds.read(guildId);
    const allowed = cache.get(guildId) ?? (result.kind === 'record' ? result.value : {});
    cache.set(guildId, allowed);
    return allowed;
  }

  async function write(guildId: string, allowed: Allowed): Promise<void> {
    await guilds.set(guildId, allowed);
    cache.set(guildId, allowed);
  }

  return {
    has: async (guildId, fingerprint) => Object.hasOwn(await read(guildId), fingerprint),
    add: ({ guildId, fingerprint, number }) =>
      withGuildLock(guildId, async () =>
        write(guildId, { ...(await read(guildId)), [fingerprint]: number }),
      ),
    remove: ({ guildId, fingerprint }) =>
      withGuildLock(guildId, async () => {
        const { [fingerprint]: _removed, ...others } = await read(guildId);
        await write(guildId, others);
      }),
    forget: (guildId) =>
      withGuildLock(guildId, async () => {
        await guilds.delete(guildId);
        cache.set(guildId, {});
      }),
    forgetCases: (guildId, numbers) =>
      withGuildLock(guildId, async () => {
        const entries = Object.entries(await read(guildId));
        const kept = entries.filter(([, number]) => !numbers.has(number));
        if (kept.length < entries.length) await write(guildId, Object.fromEntries(kept));
      }),
  };
}
