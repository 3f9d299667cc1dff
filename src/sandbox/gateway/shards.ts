/** A session's part of the guilds: its number, and how many there are. */
export type Shard = readonly [id: number, count: number];

/** The shard of a guild (events/gateway, sharding formula). */
export function shardOf(guildId: string, shardCount: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shardCount));
}
