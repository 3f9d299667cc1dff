import { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import type { Pardons } from '../moderation/ruling-ports.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';

/** Texts by their fingerprints; what was written stands in no pardon. */
export function createPardons(database: Database, logger: Logger): Pardons {
  const schema = z.object({ caseNumber: z.int() });
  const pardons = createCollection({ database, prefix: 'pardon', schema, logger });
  const keyOf = (guildId: string, fingerprint: string): string => `${guildId}:${fingerprint}`;
  return {
    has: async (guildId, fingerprint) => (await pardons.get(keyOf(guildId, fingerprint))) !== null,
    add: ({ guildId, fingerprint, number }) =>
      pardons.set(keyOf(guildId, fingerprint), { caseNumber: number }),
    remove: ({ guildId, fingerprint }) => pardons.delete(keyOf(guildId, fingerprint)),
  };
}
