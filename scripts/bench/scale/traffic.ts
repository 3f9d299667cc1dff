import { createRandom } from '../../train/random.ts';
import { BOT, type Assumptions } from './assumptions.ts';

const SECONDS_PER_DAY = 86_400;
const SEED = 16;

/** The traffic of all servers of a bot. */
export interface Traffic {
  messagesPerDay: number;
  /** Per second at peak load. */
  messages: number;
  cases: number;
  /** Number of servers with a message in a given second; each stores its checkpoints once. */
  checkpoints: number;
  /** The share of messages that belongs to the busiest hundredth of the servers. */
  busiestShare: number;
  /** Messages per second of the busiest server at peak load. */
  busiestServer: number;
  /** The traffic of the busiest shard divided by the mean of all shards. */
  shardImbalance: number;
  /** Number of channels with a message in the last week. */
  activeChannels: number;
  /** Requests to search the recent messages of these channels for edits, as at a start. */
  editSearchRequests: number;
  /** Number of channels with a message while the bot restarts; fetching each takes at least one request. */
  missedChannels: number;
}

/**
 * Draws the number of messages a day for each server, and adds up what follows from it. Gives the same result for the same input.
 */
export function simulateTraffic(
  servers: number,
  assumptions: Assumptions,
  { shards, offlineSeconds }: { shards: number; offlineSeconds: number },
): Traffic {
  const { messagesPerServerAndDay, sigma, badShare, peakFactor, channelsPerServer } = assumptions;
  const random = createRandom(SEED);
  // Keeps the mean at the assumed value.
  const mu = Math.log(messagesPerServerAndDay) - sigma ** 2 / 2;
  const perDay = Float64Array.from({ length: servers }, () =>
    Math.exp(mu + sigma * random.normal()),
  );
  const harmonic = sum(Array.from({ length: channelsPerServer }, (_, rank) => 1 / (rank + 1)));
  const perShard = new Float64Array(shards);
  const traffic = { checkpoints: 0, activeChannels: 0, editSearchRequests: 0, missedChannels: 0 };
  for (const [server, rate] of perDay.entries()) {
    perShard[server % shards] = (perShard[server % shards] ?? 0) + rate;
    const perSecond = (rate * peakFactor) / SECONDS_PER_DAY;
    traffic.checkpoints += atLeastOne(perSecond);
    for (let rank = 1; rank <= channelsPerServer; rank += 1) {
      const share = 1 / rank / harmonic;
      const recent = rate * share * BOT.editSearchDays;
      const active = atLeastOne(recent);
      traffic.activeChannels += active;
      const searched = Math.min(recent, BOT.editSearchMessages);
      traffic.editSearchRequests += Math.max(active, searched / BOT.messagesPerRequest);
      traffic.missedChannels += atLeastOne(perSecond * share * offlineSeconds);
    }
  }
  const messagesPerDay = sum(perDay);
  const sorted = perDay.toSorted();
  const messages = (messagesPerDay * peakFactor) / SECONDS_PER_DAY;
  return {
    ...traffic,
    messagesPerDay,
    messages,
    cases: messages * badShare,
    busiestShare: sum(sorted.subarray(Math.floor(servers * 0.99))) / messagesPerDay,
    busiestServer: ((sorted.at(-1) ?? 0) * peakFactor) / SECONDS_PER_DAY,
    shardImbalance: (Math.max(...perShard) * shards) / messagesPerDay,
  };
}

/** The probability of at least one event, given this mean rate. */
function atLeastOne(mean: number): number {
  return -Math.expm1(-mean);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
