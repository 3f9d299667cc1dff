import type { ClientOptions } from 'discord.js';

/**
 * Waits for a turn to identify. Discord allows each bucket one in five seconds; a shard's bucket is the rest of its id
 * divided by `max_concurrency`.
 */
export type IdentifyTurn = (bucket: number, signal: AbortSignal) => Promise<void>;

type BuildIdentifyThrottler = NonNullable<
  NonNullable<ClientOptions['ws']>['buildIdentifyThrottler']
>;

/** The option of discord.js. Its own throttler knows only the shards of one client. */
export function identifyThrottler(identify: IdentifyTurn): BuildIdentifyThrottler {
  return (manager) => ({
    async waitForIdentify(shardId, signal) {
      const { session_start_limit: limit } = await manager.fetchGatewayInformation();
      await identify(shardId % limit.max_concurrency, signal);
    },
  });
}
