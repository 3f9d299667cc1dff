import type { SeenTexts } from '../domain/ports.ts';
import type { StateDatabase } from './tables.ts';

const BYTES = 4;

/** One value per server: four bytes per title or name, as base64. */
export function createSeenTexts(database: StateDatabase): SeenTexts {
  return {
    async get(guildId) {
      const row = await database
        .selectFrom('watched_guilds')
        .select('seen_texts')
        .where('guild_id', '=', guildId)
        .executeTakeFirst();
      const stored = row?.seen_texts ?? null;
      return stored === null ? null : hashesIn(Buffer.from(stored, 'base64'));
    },
    async set(guildId, hashes) {
      const bytes = Buffer.alloc(hashes.length * BYTES);
      for (const [index, hash] of hashes.entries()) bytes.writeUInt32LE(hash, index * BYTES);
      // A server that was left in the meantime has no row.
      await database
        .updateTable('watched_guilds')
        .set({ seen_texts: bytes.toString('base64') })
        .where('guild_id', '=', guildId)
        .execute();
    },
  };
}

function hashesIn(bytes: Buffer): Set<number> {
  const hashes = new Set<number>();
  for (let at = 0; at + BYTES <= bytes.length; at += BYTES) hashes.add(bytes.readUInt32LE(at));
  return hashes;
}
