/** Addresses of the stub Discord and the stub moderation service. */
export interface StubAddresses {
  readonly apiUrl: string;
  readonly serviceUrl: string;
}

/** The texts that members write: sentences of one length, or comments as people write them. */
export type Texts = 'plain' | 'comments';

/** Sets the servers that the next bot sees. The response is null. */
export interface Layout {
  kind: 'layout';
  guilds: number;
  channelsPerGuild: number;
  /** Recommended number of shards, which must divide 64. All of them may identify at once. */
  shards: number;
  /** Default: `plain`. */
  texts?: Texts;
}

/** Sends harmless messages all at once and does not wait for them. The response is null. */
export interface Burst {
  kind: 'burst';
  messages: number;
}

/** Sends messages as fast as the bot takes them. Bad ones get the verdict `delete`. */
export interface Flood {
  kind: 'flood';
  messages: number;
  bad: boolean;
}

export interface FloodResult {
  /** The requested number, rounded up to a multiple of the shards. */
  sent: number;
  /** Number of distinct messages that reached the service, or that were deleted if they were bad. */
  arrived: number;
  seconds: number;
  /** User and system time of the stub during these seconds, in microseconds. */
  cpuMicros: number;
}

/** Sends messages at a steady rate; every `badEvery`th one gets the verdict `delete`. */
export interface Pace {
  kind: 'pace';
  messages: number;
  perSecond: number;
  badEvery: number;
  /** True if the bot asks the stub's service about each message. Otherwise, the run ends with the last deletion. */
  asks: boolean;
}

/** Milliseconds, one value per message. */
export interface PaceResult {
  arrived: number;
  /** From the gateway frame to the request to the service. */
  frameToRequest: number[];
  /** From the gateway frame to the delete request. */
  frameToDelete: number[];
  /**
   * The bot's share of a deletion: the time from frame to request, plus the time from the service's response to the delete
   * request.
   */
  added: number[];
}

/** Waits until no request has come for this time, then reports the traffic since the last report. */
export interface Traffic {
  kind: 'traffic';
  quietMs: number;
}

export interface TrafficResult {
  requests: number;
  sessions: number;
  /** Bytes of all gateway events since the stub started. */
  gatewayBytes: number;
}

export type StubRequest = Layout | Burst | Flood | Pace | Traffic;
export type StubResponse = FloodResult | PaceResult | TrafficResult | null;

/** Asks a bot's process for its usage, once it has handled this many messages. Default: at once. */
export interface UsageRequest {
  kind: 'usage';
  afterHandled?: number;
}

export interface Usage {
  /** User and system time since the process started, in microseconds, without the garbage collections before measurements. */
  cpuMicros: number;
  /** Resident set size after a garbage collection. */
  rssBytes: number;
  /** Peak resident set size since the process started. */
  peakRssBytes: number;
  /** Number of groups of shards held, if counted. */
  groups: number;
  /** Number of messages handled, if counted. */
  handled: number;
}
