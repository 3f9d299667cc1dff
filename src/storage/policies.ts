import { LRUCache } from 'lru-cache';
import { createInTurn } from '../lib/in-turn.ts';
import type { Logger } from '../lib/logger.ts';
import { defaultPolicy, policySchema, type Policy } from '../moderation/policy.ts';
import type { Policies } from '../moderation/ports.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';

/** Policies are read for every message, so those of busy guilds stay in memory. */
const CACHED_POLICIES = 5000;

/** Settings we can't read may have said "off" or "shadow": until they are set anew, nobody is punished. */
const CAUTIOUS_POLICY: Policy = { ...defaultPolicy, mode: 'shadow' };

export function createPolicies(database: Database, logger: Logger): Policies {
  const stored = createCollection({ database, prefix: 'policy', schema: policySchema, logger });
  const cache = new LRUCache<string, Policy>({ max: CACHED_POLICIES });

  const inTurn = createInTurn();

  async function get(guildId: string): Promise<Policy> {
    const cached = cache.get(guildId);
    if (cached !== undefined) return cached;
    const found = await stored.find(guildId);
    const policy =
      found.kind === 'record'
        ? found.value
        : found.kind === 'corrupt'
          ? CAUTIOUS_POLICY
          : defaultPolicy;
    // A `set` that came while this was read is newer.
    const set = cache.get(guildId);
    if (set !== undefined) return set;
    cache.set(guildId, policy);
    return policy;
  }

  async function write(guildId: string, policy: Policy): Promise<void> {
    const checked = policySchema.parse(policy);
    await stored.set(guildId, checked);
    cache.set(guildId, checked);
  }

  return {
    get,
    set: (guildId, policy) => inTurn(guildId, () => write(guildId, policy)),
    update: (guildId, change) =>
      inTurn(guildId, async () => {
        const latest = await get(guildId);
        const changed = change(latest);
        if (changed.policy !== latest) await write(guildId, changed.policy);
        return changed;
      }),
  };
}
