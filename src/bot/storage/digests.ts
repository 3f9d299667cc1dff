import type { Logger } from '../../shared/logger.ts';
import type { DigestStore } from '../domain/posts/digest-store.ts';
import { digestSchema, type Digest } from '../domain/posts/digest.ts';
import type { StoredCases } from './cases.ts';
import { markDone } from './inbox.ts';
import { parseRecord } from './parse-record.ts';
import type { StoredReviews } from './reviews/reviews.ts';
import type { StateDatabase } from './tables.ts';

export function createDigestStore(deps: {
  database: StateDatabase;
  cases: Pick<StoredCases, 'updateIn'>;
  reviews: Pick<StoredReviews, 'updateIn'>;
  logger: Logger;
}): DigestStore {
  const { database, cases, reviews, logger } = deps;

  async function save(transaction: StateDatabase, key: string, digest: Digest): Promise<void> {
    const json = JSON.stringify(digest);
    await transaction
      .insertInto('digests')
      .values({ target: key, digest: json })
      .onConflict((conflict) => conflict.column('target').doUpdateSet({ digest: json }))
      .execute();
  }

  return {
    async get(key) {
      const row = await database
        .selectFrom('digests')
        .select('digest')
        .where('target', '=', key)
        .executeTakeFirst();
      const name = `digest ${key}`;
      return row === undefined ? null : parseRecord(digestSchema, row.digest, { logger, name });
    },
    save: (key, digest) => save(database, key, digest),
    async end(key) {
      await database.deleteFrom('digests').where('target', '=', key).execute();
    },
    async keys() {
      const rows = await database.selectFrom('digests').select('target').execute();
      return rows.map(({ target }) => target);
    },
    saveWithEvents: (key, digest, events) =>
      database.transaction().execute(async (transaction) => {
        await save(transaction, key, digest);
        await markDone(transaction, events);
      }),
    saveWithCase: (key, digest, { record, change }) =>
      database.transaction().execute(async (transaction) => {
        await save(transaction, key, digest);
        return cases.updateIn(transaction, record, change);
      }),
    saveWithReview: (key, digest, { review, change }) =>
      database.transaction().execute(async (transaction) => {
        await save(transaction, key, digest);
        await reviews.updateIn(transaction, review, change);
      }),
  };
}
