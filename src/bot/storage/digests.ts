import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { refOf } from '../domain/events.ts';
import {
  digestEnd,
  digestSchema,
  newDigest,
  parseDigestKey,
  type Digest,
} from '../domain/posts/digest.ts';
import type { PostRef } from '../domain/posts/post.ts';
import { parseRecord } from './parse-record.ts';
import { restartPost, wantPost } from './posts.ts';
import type { StateDatabase } from './tables.ts';

/** Stores digests by key. Every method throws when the database fails. */
export interface DigestStore {
  get(key: string): Promise<Digest | null>;
  /**
   * Counts something as part of a transaction, and requests the digest's post. `ref` identifies the message of a new digest.
   */
  count(
    transaction: StateDatabase,
    key: string,
    counted: { readonly ref: string; readonly add: (latest: Digest) => Digest },
  ): Promise<void>;
  /** Changes a digest as part of a transaction. */
  update(
    transaction: StateDatabase,
    key: string,
    change: (latest: Digest) => Digest,
  ): Promise<void>;
  /** Ends a digest as part of a transaction, unless something was counted since it was read. */
  end(transaction: StateDatabase, key: string, digest: Digest): Promise<void>;
}

export function createDigestStore(
  database: StateDatabase,
  clock: Pick<Clock, 'now'>,
  logger: Logger,
): DigestStore {
  async function get(key: string, transaction = database): Promise<Digest | null> {
    const row = await transaction
      .selectFrom('digests')
      .select('digest')
      .where('target', '=', key)
      .$if(transaction !== database && isPostgres(database), (query) => query.forUpdate())
      .executeTakeFirst();
    const name = `digest ${key}`;
    return row === undefined || row.digest === ''
      ? null
      : parseRecord(digestSchema, row.digest, { logger, name });
  }

  async function save(transaction: StateDatabase, key: string, digest: Digest): Promise<void> {
    const json = JSON.stringify(digest);
    await transaction
      .updateTable('digests')
      .set({ digest: json })
      .where('target', '=', key)
      .execute();
  }

  return {
    get: (key) => get(key),
    async count(transaction, key, { ref, add }) {
      // If two transactions open a digest at once, the second waits for the first.
      await transaction
        .insertInto('digests')
        .values({ target: key, digest: '' })
        .onConflict((conflict) => conflict.column('target').doNothing())
        .execute();
      const now = clock.now();
      const last = await get(key, transaction);
      const isOver = last !== null && last.shown === last.total && now > digestEnd(last);
      const post = digestPost(key);
      if (isOver) await restartPost(transaction, post);
      const digest = last === null || isOver ? newDigest(refOf(ref), now) : last;
      await save(transaction, key, add(digest));
      await wantPost(transaction, { ...post, urgency: 'summary' }, now);
    },
    async update(transaction, key, change) {
      const latest = await get(key, transaction);
      if (latest !== null) await save(transaction, key, change(latest));
    },
    async end(transaction, key, { ref, total }) {
      const latest = await get(key, transaction);
      if (latest !== null && (latest.ref !== ref || latest.total !== total)) return;
      await transaction.deleteFrom('digests').where('target', '=', key).execute();
    },
  };
}

function digestPost(key: string): PostRef {
  return { guildId: parseDigestKey(key).guildId, kind: 'digest', subject: key };
}
