import { LRUCache } from 'lru-cache';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import { ALL_SERVERS, isInShards, type Shards } from '../../shared/shards.ts';
import { defaultPolicy, policySchema, type Policy } from '../domain/policy/policy.ts';
import type { Policies } from '../domain/ports.ts';
import type { KeyValueStore, ReadResult } from './key-value-store.ts';

/** Every message needs its server's policy, so the policies of active servers stay in memory. */
const CACHED_POLICIES = 5000;

/** A corrupt policy may have said "off" or "watch", so the bot punishes nobody until it is set again. */
const CORRUPT_POLICY_FALLBACK: Policy = { ...defaultPolicy, mode: 'watch' };

function policyOf(result: ReadResult<Policy>): Policy {
  switch (result.kind) {
    case 'record':
      return result.value;
    case 'corrupt':
      return CORRUPT_POLICY_FALLBACK;
    case 'absent':
      return defaultPolicy;
  }
}

export interface StoredPolicies extends Policies {
  /** Returns the server to the default policy. */
  forget(guildId: string): Promise<void>;
}

/**
 * `shards`: the shards whose servers' policies only this process changes. Policies of other servers are read from the
 * database each time.
 */
export function createPolicies(
  keyValues: KeyValueStore,
  shards: Shards = ALL_SERVERS,
): StoredPolicies {
  const stored = keyValues.open('policy', policySchema);
  const cache = new LRUCache<string, Policy>({ max: CACHED_POLICIES });

  const withGuildLock = createKeyedMutex();

  async function get(guildId: string): Promise<Policy> {
    const cached = cache.get(guildId);
    if (cached !== undefined) return cached;
    const result = await stored.read(guildId);
    // A `set` during the read is newer.
    const newer = cache.get(guildId);
    if (newer !== undefined) return newer;
    const policy = policyOf(result);
    if (isInShards(guildId, shards)) cache.set(guildId, policy);
    return policy;
  }

  async function write(guildId: string, policy: Policy): Promise<void> {
    const checked = policySchema.parse(policy);
    await stored.set(guildId, checked);
    if (isInShards(guildId, shards)) cache.set(guildId, checked);
  }

  return {
    get,
    set: (guildId, policy) => withGuildLock(guildId, () => write(guildId, policy)),
    update: (guildId, change) =>
      withGuildLock(guildId, async () => {
        const latest = await get(guildId);
        const changed = change(latest);
        if (changed.policy !== latest) await write(guildId, changed.policy);
        return changed;
      }),
    forget: (guildId) =>
      withGuildLock(guildId, async () => {
        await stored.delete(guildId);
        cache.set(guildId, defaultPolicy);
      }),
  };
}
