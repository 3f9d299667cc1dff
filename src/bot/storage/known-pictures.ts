import { LRUCache } from 'lru-cache';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import { MAX_BITS_APART, pictureHashSchema } from '../domain/pictures/picture-hash.ts';
import { createHashIndex, type HashIndex } from '../domain/pictures/hash-index.ts';
import {
  MAX_PICTURES,
  pictureEvidenceSchema,
  type KnownPicture,
  type KnownPictures,
  type NewPicture,
  type PictureMatch,
  type PictureSource,
} from '../domain/pictures/known-pictures.ts';
import { createEncryption } from './secrets/encryption.ts';
import type { StateDatabase, StateTables } from './tables.ts';

/** How many pictures are cached, because every posted one is compared with them. Each takes about two kilobytes. */
const CACHED_PICTURES = 20_000;
/** How many rows are inserted in one statement. */
const ROWS_AT_ONCE = 50;

const hashesSchema = z.array(pictureHashSchema);

interface Pictures {
  readonly listed: readonly KnownPicture[];
  readonly index: HashIndex<KnownPicture>;
}

export interface StoredKnownPictures extends KnownPictures {
  /** Reads the pictures of a server again. */
  forget(guildId: string): void;
}

export function createKnownPictures({
  database,
  stateKey,
}: {
  database: StateDatabase;
  stateKey: Buffer;
}): StoredKnownPictures {
  const encryption = createEncryption(stateKey, 'pictures');
  const cache = new LRUCache<string, Pictures>({
    maxSize: CACHED_PICTURES,
    sizeCalculation: ({ listed }) => listed.length + 1,
  });
  const withGuildLock = createKeyedMutex();
  /** Counts changes, so that a read that began before one is not kept. */
  let changes = 0;

  const contextOf = (guildId: string, hash: string): string => `${guildId} ${hash}`;

  async function read(guildId: string): Promise<Pictures> {
    const cached = cache.get(guildId);
    if (cached !== undefined) return cached;
    const before = changes;
    const rows = await database
      .selectFrom('known_pictures')
      .select(['hash', 'source', 'hashes', 'by_id', 'by_name', 'added_at'])
      .where('guild_id', '=', guildId)
      .orderBy('added_at', 'desc')
      .orderBy('hash')
      .execute();
    const listed = rows.map(pictureOf);
    const pictures = { listed, index: createHashIndex(listed) };
    if (before === changes) cache.set(guildId, pictures);
    return pictures;
  }

  function forget(guildId: string): void {
    changes += 1;
    cache.delete(guildId);
  }

  return {
    forget,
    isEmpty: async (guildId) => (await read(guildId)).listed.length === 0,
    list: async (guildId) => (await read(guildId)).listed,
    async find(guildId, hashes) {
      const { index } = await read(guildId);
      const near = index.near(hashes, MAX_BITS_APART);
      const [best] = near.toSorted(
        (a, b) => rankOf(a.item.source) - rankOf(b.item.source) || a.bits - b.bits,
      );
      return best === undefined ? null : matchOf(best.item, best.bits);
    },
    add: (guildId, { source, pictures, by, at }) =>
      withGuildLock(guildId, async () => {
        const { listed } = await read(guildId);
        const { fresh, existing, leftOut } = sorted(listed, source, pictures);
        const rows = fresh.map(({ hash, hashes, preview }) => ({
          guild_id: guildId,
          hash,
          source,
          hashes: JSON.stringify(hashes),
          encrypted_preview:
            preview === null
              ? null
              : encryption.encrypt(
                  Buffer.from(preview).toString('base64'),
                  contextOf(guildId, hash),
                ),
          by_id: by.id,
          by_name: by.name,
          added_at: at,
        }));
        await database.transaction().execute(async (transaction) => {
          for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
            const some = rows.slice(from, from + ROWS_AT_ONCE);
            const hashes = some.map(({ hash }) => hash);
            await transaction
              .deleteFrom('known_pictures')
              .where('guild_id', '=', guildId)
              .where('hash', 'in', hashes)
              .execute();
            await transaction.insertInto('known_pictures').values(some).execute();
          }
        });
        forget(guildId);
        return { added: fresh.length, existing, leftOut };
      }),
    remove: (guildId, hash) =>
      withGuildLock(guildId, async () => {
        const { numDeletedRows } = await database
          .deleteFrom('known_pictures')
          .where('guild_id', '=', guildId)
          .where('hash', '=', hash)
          .executeTakeFirstOrThrow();
        forget(guildId);
        return numDeletedRows > 0n;
      }),
    async preview(guildId, hash) {
      const row = await database
        .selectFrom('known_pictures')
        .select('encrypted_preview')
        .where('guild_id', '=', guildId)
        .where('hash', '=', hash)
        .executeTakeFirst();
      const sealed = row?.encrypted_preview ?? null;
      const preview = sealed === null ? null : encryption.decrypt(sealed, contextOf(guildId, hash));
      return preview === null ? null : Buffer.from(preview, 'base64');
    },
    seal: (guildId, evidence) => encryption.encrypt(JSON.stringify(evidence), guildId),
    unseal(guildId, sealed) {
      const evidence = encryption.decrypt(sealed, guildId);
      return evidence === null ? null : pictureEvidenceSchema.parse(JSON.parse(evidence));
    },
  };
}

/** The server's own picture decides, however close one of a list is. */
function rankOf(source: PictureSource): number {
  return source === 'own' ? 0 : 1;
}

function matchOf({ hash, source, by, at }: KnownPicture, bits: number): PictureMatch {
  return { hash, source, by, at, bits };
}

/** Separates new pictures from existing ones, and counts those for which there is no room. */
function sorted(
  listed: readonly KnownPicture[],
  source: PictureSource,
  pictures: readonly NewPicture[],
): { fresh: NewPicture[]; existing: number; leftOut: number } {
  const sources = new Map(listed.map((picture) => [picture.hash, picture.source]));
  const wanted = [...new Map(pictures.map((picture) => [picture.hash, picture])).values()];
  const isKnown = ({ hash }: NewPicture): boolean => {
    const known = sources.get(hash);
    return known === 'own' || known === source;
  };
  const unknown = wanted.filter((picture) => !isKnown(picture));
  const room = MAX_PICTURES - listed.filter((picture) => picture.source === source).length;
  const fresh = unknown.slice(0, Math.max(0, room));
  return {
    fresh,
    existing: wanted.length - unknown.length,
    leftOut: unknown.length - fresh.length,
  };
}

type Row = Omit<Selectable<StateTables['known_pictures']>, 'guild_id' | 'encrypted_preview'>;

function pictureOf({
  hash,
  source,
  hashes,
  by_id: id,
  by_name: name,
  added_at: at,
}: Row): KnownPicture {
  return { hash, source, hashes: hashesSchema.parse(JSON.parse(hashes)), by: { id, name }, at };
}
