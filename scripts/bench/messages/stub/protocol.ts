/* The messages between the benchmark and its child processes. */

/** Where the stub Discord and the stub moderation service listen. */
export interface StubAddresses {
  readonly apiUrl: string;
  readonly serviceUrl: string;
}

/** Sets the servers that the next bot sees. The response is null. */
export interface Layout {
  kind: 'layout';
  guilds: number;
  channelsPerGuild: number;
}

/** Sends messages as fast as the bot takes them. */
export interface Flood {
  kind: 'flood';
  messages: number;
}

export interface FloodResult {
  /** Distinct messages that reached the service. */
  arrived: number;
  seconds: number;
}

/** Sends messages at a steady rate; every `badEvery`th one gets the verdict `delete`. */
export interface Pace {
  kind: 'pace';
  messages: number;
  perSecond: number;
  badEvery: number;
}

/** Milliseconds, one value per message. */
export interface PaceResult {
  arrived: number;
  /** From the gateway frame to the request to the service. */
  frameToRequest: number[];
  /** From the gateway frame to the delete request. */
  frameToDelete: number[];
  /** The bot's share of a deletion: frame to request, plus the service's response to the delete request. */
  added: number[];
}

export type StubRequest = Layout | Flood | Pace;

/** Asks a bot's process for its usage so far. */
export interface UsageRequest {
  kind: 'usage';
}

export interface Usage {
  /** User and system time since the process started, in microseconds. */
  cpuMicros: number;
  /** After a garbage collection. */
  rssBytes: number;
  /** The maximum since the process started. */
  peakRssBytes: number;
}
