import { sql, type Migration } from 'kysely';
import { isPostgres } from '../../../shared/database/postgres-dialect.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** PostgreSQL keeps the samples of each day (UTC) in a partition of their own. SQLite has no partitions. */
export const samplePartitions: Migration = {
  async up(database) {
    if (!isPostgres(database)) return;
    await sql`ALTER TABLE samples RENAME TO unpartitioned_samples`.execute(database);
    await sql`
      CREATE TABLE samples (
        id bigint NOT NULL DEFAULT nextval('samples_id_seq'),
        account text NOT NULL,
        time_ms bigint NOT NULL,
        sample text NOT NULL,
        sentiment double precision NOT NULL,
        political double precision NOT NULL,
        vulgarity double precision NOT NULL,
        version text NOT NULL
      ) PARTITION BY RANGE (time_ms)
    `.execute(database);
    await sql`ALTER SEQUENCE samples_id_seq OWNED BY samples.id`.execute(database);
    await sql`CREATE INDEX samples_by_account ON samples (account, time_ms, id)`.execute(database);

    const { rows } = await sql<{ start: number }>`
      SELECT DISTINCT time_ms - time_ms % ${sql.lit(DAY_MS)} AS start FROM unpartitioned_samples
    `.execute(database);
    for (const { start } of rows) {
      const day = new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
      await sql`
        CREATE TABLE ${sql.table(`samples_${day}`)} PARTITION OF samples
        FOR VALUES FROM (${sql.lit(start)}) TO (${sql.lit(start + DAY_MS)})
      `.execute(database);
      await sql`
        INSERT INTO samples (id, account, time_ms, sample, sentiment, political, vulgarity, version)
        SELECT id, account, time_ms, sample, sentiment, political, vulgarity, version
        FROM unpartitioned_samples WHERE time_ms >= ${start} AND time_ms < ${start + DAY_MS}
      `.execute(database);
    }
    await sql`DROP TABLE unpartitioned_samples`.execute(database);
  },
};
