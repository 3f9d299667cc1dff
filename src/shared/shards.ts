/** Some of the shards into which Discord divides the servers of a bot. */
export interface Shards {
  readonly ids: readonly number[];
  /** Total number of shards. */
  readonly count: number;
}

/** One shard with all servers. */
export const ALL_SERVERS: Shards = { ids: [0], count: 1 };

/** The shard that gets a server's events. Direct messages go to shard 0. */
export function shardOf(guildId: string, count: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(count));
}

export function isInShards(guildId: string, { ids, count }: Shards): boolean {
  return count === 1 || ids.includes(shardOf(guildId, count));
}
