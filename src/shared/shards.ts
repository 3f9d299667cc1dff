/** Some of the shards among which Discord divides a bot's servers. */
export interface Shards {
  readonly ids: readonly number[];
  /** Total number of shards. */
  readonly count: number;
}

/** A single shard with all servers. */
export const ALL_SERVERS: Shards = { ids: [0], count: 1 };

/** The shard that receives a server's events. Direct messages go to shard 0. */
export function shardOf(guildId: string, count: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(count));
}

export function isInShards(guildId: string, { ids, count }: Shards): boolean {
  return count === 1 || ids.includes(shardOf(guildId, count));
}
