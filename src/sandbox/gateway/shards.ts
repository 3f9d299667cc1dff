/** The number of a session's shard, and the count of all. */
export type Shard = readonly [id: number, count: number];

/** The shard of a guild (events/gateway, sharding formula). */
export function shardOf(guildId: string, shardCount: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shardCount));
}
