import { withBot } from './with-bot.ts';
import { percentile } from '../statistics.ts';

const PER_SECOND = 200;
const SECONDS = 40;
const WARM_UP_SECONDS = 5;
/**
 * Makes four deletions a second. With notice and alert, each takes four requests, and Discord allows a bot 50 requests a second:
 * more deletions would measure Discord's limit and not the bot.
 */
const BAD_EVERY = 50;

interface Spread {
  p50Ms: number;
  p99Ms: number;
}

export interface LatencyResult {
  messages: number;
  perSecond: number;
  lost: number;
  frameToRequest: Spread;
  frameToDelete: Spread;
  /** The time that a deletion takes, without the service's share. */
  added: Spread;
}

function spread(values: readonly number[]): Spread {
  return { p50Ms: percentile(values, 0.5), p99Ms: percentile(values, 0.99) };
}

/** Sends 200 messages a second, every fiftieth of which is deleted. Measured at the stub's sockets. */
export async function benchLatency(): Promise<LatencyResult> {
  const messages = PER_SECOND * SECONDS;
  const paced = await withBot(
    'messages/bot',
    { guilds: 1, channelsPerGuild: 50, shards: 1 },
    async ({ stub }) => {
      const pace = { perSecond: PER_SECOND, badEvery: BAD_EVERY, asks: true };
      await stub.pace({ ...pace, messages: PER_SECOND * WARM_UP_SECONDS });
      return stub.pace({ ...pace, messages });
    },
  );
  return {
    messages,
    perSecond: PER_SECOND,
    lost: messages - paced.arrived,
    frameToRequest: spread(paced.frameToRequest),
    frameToDelete: spread(paced.frameToDelete),
    added: spread(paced.added),
  };
}
