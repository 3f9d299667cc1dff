import { z } from 'zod';
import { mustBe, optional } from '../../shared/environment/fields.ts';

/** Discord allows 2,500 servers a shard, so this is enough for 40 million. */
const MAX_SHARDS = 16_384;

const isShard = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) < MAX_SHARDS;

/** `0-3,8` → 0, 1, 2, 3, 8. Null: not a list of shards. */
function parseList(text: string): number[] | null {
  const ids = new Set<number>();
  for (const part of text.split(',')) {
    const [first = '', last = first, ...rest] = part.split('-').map((end) => end.trim());
    if (!isShard(first) || !isShard(last) || rest.length > 0) return null;
    if (Number(first) > Number(last)) return null;
    for (let id = Number(first); id <= Number(last); id += 1) ids.add(id);
  }
  return [...ids].sort((a, b) => a - b);
}

export const shardingFields = {
  SHARD_COUNT: optional(
    z
      .string()
      .refine(
        (text) => text === 'auto' || (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_SHARDS),
        mustBe(`“auto” or a number of shards from 1 to ${MAX_SHARDS}`),
      )
      .default('auto')
      .transform((text) => (text === 'auto' ? null : Number(text))),
  ),
  SHARDS: optional(
    z
      .string()
      .refine(
        (text) => text === 'auto' || parseList(text) !== null,
        mustBe('“auto” or a list of shards such as 0-3,8'),
      )
      .default('auto')
      .transform((text) => (text === 'auto' ? null : parseList(text))),
  ),
};

export interface ShardingConfig {
  /** How many shards the bot has. Null: what Discord recommends. */
  readonly count: number | null;
  /** The shards that this process may run, in ascending order. Null: any. Never set without a count. */
  readonly ids: readonly number[] | null;
}

export function shardingConfig(parsed: {
  SHARD_COUNT: number | null;
  SHARDS: number[] | null;
}): ShardingConfig {
  return { count: parsed.SHARD_COUNT, ids: parsed.SHARDS };
}

/** Why the count and the ids do not fit together; null: they do. */
export function shardingProblem({ count, ids }: ShardingConfig): string | null {
  if (ids === null) return null;
  if (count === null) return 'SHARD_COUNT is missing: SHARDS names some of that many shards';
  const last = ids.at(-1) ?? 0;
  return last < count
    ? null
    : `SHARDS names shard ${last}, but the last of SHARD_COUNT is ${count - 1}`;
}
