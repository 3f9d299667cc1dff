/*
 * Facts about servers and about Discord's limits, for the simulation. Numbers without a source are assumptions, and docs/scale.md
 * says so.
 */

/** Properties of a bot's servers. */
export interface Assumptions {
  /** Average over all servers. The message counts of single servers are log-normally distributed. */
  messagesPerServerAndDay: number;
  /**
   * The standard deviation of the logarithm: with 2.5, the busiest hundredth of the servers has more than half of the messages.
   */
  sigma: number;
  /** The share of messages that lead to a case. */
  badShare: number;
  /** The traffic in the busiest hour divided by the average. */
  peakFactor: number;
  /** Text channels per server; the k-th busiest gets a share of the server's messages in proportion to 1/k. */
  channelsPerServer: number;
}

/**
 * The mean comes from 850 million messages a day in 2019, including direct messages, in 6.7 million active servers. The share of
 * bad messages is below the 2.4 % of 20 million Twitch messages that a study calls toxic, because most rude messages lead to
 * nothing.
 */
export const ASSUMPTIONS: Assumptions = {
  messagesPerServerAndDay: 127,
  sigma: 2.5,
  badShare: 0.01,
  peakFactor: 3,
  channelsPerServer: 20,
};

/** The assumptions with the most influence. */
export const VARIANTS: readonly { name: string; change: Partial<Assumptions> }[] = [
  { name: 'as assumed', change: {} },
  { name: '2.4 % bad messages', change: { badShare: 0.024 } },
  { name: 'three times as many messages', change: { messagesPerServerAndDay: 3 * 127 } },
  { name: 'a third of the messages', change: { messagesPerServerAndDay: 127 / 3 } },
  { name: 'messages spread more evenly (σ 1.5)', change: { sigma: 1.5 } },
];

/** Discord's rules, from its documentation. */
export const DISCORD = {
  requestsPerSecond: 50,
  maxServersPerShard: 2_500,
  identifiesPerDay: 1_000,
  /** Above this number of servers, other rules apply. */
  largeBotServers: 150_000,
  largeIdentifiesPerDay: (servers: number): number => Math.max(2_000, (servers / 1_000) * 5),
  /**
   * Not documented. 16 is the documentation's example for a bot with a higher value; the number of shards must be a multiple of
   * it.
   */
  largeMaxConcurrency: 16,
  /** Not documented; Discord recommends one shard for about this many servers to bots of typical size. */
  serversPerRecommendedShard: 1_000,
};

/** Properties of the bot. */
export const BOT = {
  /** `identifyMs` plus a margin. */
  secondsBetweenIdentifies: 5.5,
  maxGroups: 64,
  /** The pool's connections, one for the leases' session, and one for migrations. */
  connectionsPerProcess: 12,
  caseDays: 365,
  textDays: 30,
  sampleDays: 7,
  editSearchDays: 7,
  editSearchMessages: 1_000,
  messagesPerRequest: 100,
};

/** Peak load of a process that still leaves room for another process's shards. */
export const PLAN = {
  coreShare: 0.5,
  memoryBytes: 1.5 * 2 ** 30,
};

export const SIZES: readonly number[] = [2_500, 100_000, 1_000_000];
