import { describe, expect, it } from 'vitest';
import { planGroups } from '../../../../../src/bot/composition/shards/plan-groups.ts';

const recommended = async (): Promise<number> => 8;
const alone = { isShared: false, agree: async () => 1 };
/** Processes that agree on what the first one proposed. */
const sharing = (agreed: number | null = null) => ({
  isShared: true,
  agree: async (_key: string, propose: () => Promise<number>) => agreed ?? propose(),
});

describe('a process that has its database for itself', () => {
  it('runs all shards in one group, as many as Discord recommends', async () => {
    const plans = await planGroups({
      sharding: { count: null, ids: null },
      leases: alone,
      recommended,
    });
    expect(plans).toEqual([{ name: 'all shards', shards: null }]);
  });

  it('runs the shards that it is told to run', async () => {
    const plans = await planGroups({
      sharding: { count: 4, ids: [1, 3] },
      leases: alone,
      recommended,
    });
    expect(plans.map(({ shards }) => shards)).toEqual([{ ids: [1, 3], count: 4 }]);
  });
});

describe('processes that share a database', () => {
  const names = async (
    sharding: { count: number | null; ids: readonly number[] | null },
    agreed: number | null = null,
  ): Promise<string[]> =>
    (await planGroups({ sharding, leases: sharing(agreed), recommended })).map(({ name }) => name);

  it('lease each shard on its own while there are few', async () => {
    expect(await names({ count: null, ids: null })).toHaveLength(8);
    expect(await names({ count: 2, ids: null })).toEqual(['shard 0 of 2', 'shard 1 of 2']);
  });

  it('lease at most 64 groups, which together are all shards', async () => {
    const plans = await planGroups({
      sharding: { count: 1000, ids: null },
      leases: sharing(),
      recommended,
    });
    expect(plans.length).toBeLessThanOrEqual(64);
    expect(plans[0]?.name).toBe('shards 0-15 of 1000');
    expect(plans.flatMap(({ shards }) => shards?.ids ?? [])).toEqual([...Array(1000).keys()]);
  });

  it('refuse a process with another number of shards', async () => {
    await expect(names({ count: 4, ids: null }, 8)).rejects.toThrow(
      'The running processes use 8 shards, but SHARD_COUNT is 4.',
    );
  });

  it('refuse a list that divides a group', async () => {
    await expect(names({ count: 128, ids: [0] })).rejects.toThrow('such as 0-1');
    expect(await names({ count: 128, ids: [0, 1] })).toEqual(['shards 0-1 of 128']);
  });
});
