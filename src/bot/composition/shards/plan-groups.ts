import type { ShardingConfig } from '../../config/sharding.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Leases } from '../../leases/leases.ts';
import type { Shards } from '../../../shared/shards.ts';

/** More groups would mean more clients and leases than is good for a process. */
const MAX_GROUPS = 64;

/** A group of shards, run by one client, in one process at a time. */
export interface GroupPlan {
  /** The name of the group's lease. */
  readonly name: string;
  /** Null: all shards, as many as Discord recommends. */
  readonly shards: Shards | null;
}

/** Processes that share a database are configured to divide the shards differently. */
export class ShardingError extends AppError {
  readonly code = 'sharding_disagreed';
}

/** The groups of shards that this process may hold. */
export async function planGroups({
  sharding: { count: wanted, ids },
  leases,
  recommended,
}: {
  readonly sharding: ShardingConfig;
  readonly leases: Pick<Leases, 'isShared' | 'agree'>;
  readonly recommended: () => Promise<number>;
}): Promise<GroupPlan[]> {
  if (!leases.isShared) {
    if (wanted === null) return [{ name: 'all shards', shards: null }];
    return [planOf(ids ?? range(0, wanted), wanted)];
  }
  const count = await leases.agree('shard count', async () => wanted ?? (await recommended()));
  if (wanted !== null && wanted !== count) {
    throw new ShardingError(
      `The running processes use ${count} shards, but SHARD_COUNT is ${wanted}. Stop all of them to change it.`,
    );
  }
  const size = Math.ceil(count / MAX_GROUPS);
  const plans: GroupPlan[] = [];
  for (let first = 0; first < count; first += size) {
    const group = range(first, Math.min(first + size, count));
    const chosen = group.filter((id) => ids === null || ids.includes(id));
    if (chosen.length === 0) continue;
    if (chosen.length < group.length) {
      throw new ShardingError(
        `With ${count} shards, SHARDS must name whole groups of ${size}, such as ${first}-${group.at(-1)}.`,
      );
    }
    plans.push(planOf(group, count));
  }
  return plans;
}

function planOf(ids: readonly number[], count: number): GroupPlan {
  const [first, last] = [ids[0], ids.at(-1)];
  const name =
    first === last ? `shard ${first} of ${count}` : `shards ${first}-${last} of ${count}`;
  return { name, shards: { ids, count } };
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}
