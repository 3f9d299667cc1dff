import type { RESTGetAPIGatewayBotResult } from 'discord-api-types/v10';

import type { World } from '../world/world.ts';
import { createSessionStarts, type SessionStarts, type StartLimits } from './session-starts.ts';
import { shardOf, type Shard } from './shards.ts';

export interface ShardingOptions {
  /** Limits on a bot's session starts. Default: Discord's limits for a small bot. */
  readonly identifyLimits?: Partial<StartLimits> | 'off';
  /** The number of shards that Get Gateway Bot recommends. Default: one for every 1,000 guilds. */
  readonly recommendedShards?: number;
  /** Guilds a shard may have: a session with more is closed with 4011. Default: 2,500, as on Discord. */
  readonly maxGuildsPerShard?: number;
}

/** Limits and recommendations for a bot that starts its sessions. */
export interface Sharding extends Pick<SessionStarts, 'start'> {
  /** Get Gateway Bot, without its URL. */
  advice(botId: string): Omit<RESTGetAPIGatewayBotResult, 'url'>;
  isTooLarge(botId: string, shard: Shard): boolean;
}

const MAX_GUILDS_PER_SHARD = 2500;
/** Discord documents no formula; bots of typical size are recommended one shard for about this many. */
const GUILDS_PER_RECOMMENDED_SHARD = 1000;

export function createSharding(world: World, options: ShardingOptions = {}): Sharding {
  const { identifyLimits, recommendedShards, maxGuildsPerShard = MAX_GUILDS_PER_SHARD } = options;
  const starts = createSessionStarts(world.state.clock, identifyLimits);

  return {
    start: starts.start,
    advice(botId) {
      const guilds = world.guildsOf(botId).length;
      return {
        shards: recommendedShards ?? Math.max(1, Math.ceil(guilds / GUILDS_PER_RECOMMENDED_SHARD)),
        session_start_limit: starts.limit(botId),
      };
    },
    isTooLarge(botId, [id, count]) {
      const guilds = world.guildsOf(botId);
      // Skips counting in small worlds, which most are.
      if (guilds.length <= maxGuildsPerShard) return false;
      return guilds.filter((guild) => shardOf(guild.id, count) === id).length > maxGuildsPerShard;
    },
  };
}
