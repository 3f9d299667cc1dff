import { withBot } from './with-bot.ts';
import { percentile } from './statistics.ts';

const PER_SECOND = 200;
const SECONDS = 40;
const WARM_UP_SECONDS = 5;
/**
 * Four a second. A deletion comes with a notice and an alert, four requests in all, and Discord grants a bot 50
 * requests a second: with more, Discord's limit would be measured and not the bot.
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
  /** What the bot itself adds to a deletion, without the service's time. */
  added: Spread;
}

function spread(values: readonly number[]): Spread {
  return { p50Ms: percentile(values, 0.5), p99Ms: percentile(values, 0.99) };
}

/** A steady 200 messages a second, every fiftieth to be deleted, seen from the other side of the sockets. */
export async function benchLatency(): Promise<LatencyResult> {
  const messages = PER_SECOND * SECONDS;
  const paced = await withBot('bot.js', { guilds: 1, channelsPerGuild: 50 }, async ({ peer }) => {
    const pace = { perSecond: PER_SECOND, badEvery: BAD_EVERY };
    await peer.pace({ ...pace, messages: PER_SECOND * WARM_UP_SECONDS });
    return peer.pace({ ...pace, messages });
  });
  return {
    messages,
    perSecond: PER_SECOND,
    lost: messages - paced.arrived,
    frameToRequest: spread(paced.frameToRequest),
    frameToDelete: spread(paced.frameToDelete),
    added: spread(paced.added),
  };
}
