import type { Outage } from './ports.ts';

/** The pipeline's current load. */
export interface PipelineStatus {
  /** Messages that wait to be judged. */
  readonly waiting: number;
  readonly oldestWaitingMs: number;
  /** Messages being judged or waiting for the service. */
  readonly inFlight: number;
  /** Cases with open actions that run or wait for Discord. */
  readonly casesOpen: number;
  /** Cases whose alert is the only open step. */
  readonly alertsWaiting: number;
  /** Set while the moderation service is unavailable. */
  readonly outage: Outage | null;
  /** Channels with messages still to fetch. */
  readonly channelsBehind: number;
}
