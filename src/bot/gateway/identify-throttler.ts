import type { ClientOptions } from 'discord.js';

/**
 * Waits for a turn to identify. Discord allows each bucket one in five seconds; a shard's bucket is its id modulo
 * `max_concurrency`.
 */
export type IdentifyTurn = (bucket: number, signal: AbortSignal) => Promise<void>;

type BuildIdentifyThrottler = NonNullable<
  NonNullable<ClientOptions['ws']>['buildIdentifyThrottler']
>;

/** An option for discord.js, whose own throttler knows only the shards of one client. */
export function identifyThrottler(identify: IdentifyTurn): BuildIdentifyThrottler {
  return (manager) => ({
    async waitForIdentify(shardId, signal) {
      const { session_start_limit: limit } = await manager.fetchGatewayInformation();
      await identify(shardId % limit.max_concurrency, signal);
    },
  });
}
