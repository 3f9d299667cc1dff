import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Shards } from '../shards.ts';

/** An SQL condition for both databases: the guild id in this column belongs to one of these shards. */
export function inShards(column: string, { ids, count }: Shards): RawBuilder<SqlBool> {
  if (count === 1) return sql<SqlBool>`1 = 1`;
  const shard = sql`(CAST(${sql.ref(column)} AS BIGINT) >> 22) % ${sql.lit(count)}`;
  return sql<SqlBool>`${shard} IN (${sql.join(ids.map((id) => sql.lit(id)))})`;
}
