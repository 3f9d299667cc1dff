import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../src/bot/config/config.ts';

const shardingOf = (variables: Record<string, string>) =>
  parseConfig({ DISCORD_TOKEN: 'a-token', ...variables }).sharding;

describe('the shards of a process', () => {
  it('are any of as many as Discord recommends, unless the operator says otherwise', () => {
    expect(shardingOf({ SHARD_COUNT: 'auto', SHARDS: 'auto' })).toEqual({ count: null, ids: null });
    expect(shardingOf({ SHARD_COUNT: '16' })).toEqual({ count: 16, ids: null });
    expect(shardingOf({ SHARD_COUNT: '16', SHARDS: '8, 0-3,2' })).toEqual({
      count: 16,
      ids: [0, 1, 2, 3, 8],
    });
  });

  it.each([
    [{ SHARD_COUNT: '0' }, 'SHARD_COUNT must be “auto” or a number of shards'],
    [{ SHARD_COUNT: 'many' }, 'SHARD_COUNT must be “auto” or a number of shards'],
    [{ SHARD_COUNT: '8', SHARDS: '3-1' }, 'SHARDS must be “auto” or a list of shards'],
    [{ SHARD_COUNT: '8', SHARDS: '1-2-3' }, 'SHARDS must be “auto” or a list of shards'],
    [{ SHARD_COUNT: '8', SHARDS: '1,,2' }, 'SHARDS must be “auto” or a list of shards'],
    [{ SHARD_COUNT: '8', SHARDS: '8' }, 'SHARDS names shard 8, but the last of SHARD_COUNT is 7'],
    [{ SHARDS: '0' }, 'SHARD_COUNT is missing'],
  ])('%j are refused with a reason', (variables, reason) => {
    expect(() => shardingOf(variables)).toThrow(reason);
  });
});
