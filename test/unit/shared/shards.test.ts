import { describe, expect, it } from 'vitest';
import { ALL_SERVERS, isInShards, shardOf } from '../../../src/shared/shards.ts';

// Discord's formula: (guild_id >> 22) % num_shards.
const GUILD = (5n * 4_194_304n + 17n).toString();

describe('shards', () => {
  it('get servers by the time in their id', () => {
    expect(shardOf(GUILD, 1)).toBe(0);
    expect(shardOf(GUILD, 4)).toBe(1);
    expect(shardOf('41771983423143937', 8)).toBe(Number((41771983423143937n >> 22n) % 8n));
  });

  it('of one group have only their servers', () => {
    expect(isInShards(GUILD, { ids: [0, 1], count: 4 })).toBe(true);
    expect(isInShards(GUILD, { ids: [2, 3], count: 4 })).toBe(false);
    expect(isInShards(GUILD, ALL_SERVERS)).toBe(true);
  });
});
