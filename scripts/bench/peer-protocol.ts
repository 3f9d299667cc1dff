/* What the bench says to its child processes, and what they answer. */

/** Where the stub Discord and the stub moderation service listen. */
export interface PeerReady {
  readonly apiUrl: string;
  readonly serviceUrl: string;
}

/** Lay out this many guilds for whoever connects next. Answered by null. */
export interface Layout {
  kind: 'layout';
  guilds: number;
  channelsPerGuild: number;
}

/** Send messages as fast as the bot takes them. */
export interface Flood {
  kind: 'flood';
  messages: number;
}

export interface Flooded {
  /** Distinct messages the service was asked about. */
  arrived: number;
  seconds: number;
}

/** Send messages at a steady pace, every `badEvery`th one to be deleted. */
export interface Pace {
  kind: 'pace';
  messages: number;
  perSecond: number;
  badEvery: number;
}

/** Milliseconds, a value a message. */
export interface Paced {
  arrived: number;
  /** From the gateway's frame to the service's request. */
  frameToRequest: number[];
  /** From the gateway's frame to the delete request. */
  frameToDelete: number[];
  /** What the bot itself adds to a deletion: frame to request, plus the service's answer to the delete request. */
  added: number[];
}

export type PeerRequest = Layout | Flood | Pace;

/** Asks a bot's process what it has used so far. */
export interface UsageRequest {
  kind: 'usage';
}

export interface Usage {
  /** User and system time since the process began, in microseconds. */
  cpuMicros: number;
  /** After a garbage collection. */
  rssBytes: number;
}
