import type { Logger } from '../shared/logger.ts';
import type { Exchange } from './exchange.ts';
import type { PropertyExecutor } from './property-executor.ts';

/** Selects the data to erase from the service's store. */
export type ErasureScope =
  /** Everything about a property, and these tagging sessions. */
  | { readonly propertyId: string; readonly convoIds: readonly string[] }
  /** Tagging sessions that nobody will ask for. */
  | { readonly convoIds: readonly string[] }
  /** Data about a person that a property holds. */
  | { readonly propertyId: string; readonly userId: string }
  /** Samples do not say who wrote them, so they are found by their text. */
  | {
      readonly samples: readonly string[];
      /** Erases every sample in which one of these is a line. */
      readonly lines: readonly string[];
    };

/** Erasure, which the HTTP interface does not offer. */
export interface Erasure {
  erase(scope: ErasureScope): Promise<void>;
}

export interface ListenOptions {
  /** Loopback by default. */
  host?: string;
  /** 0, the default, picks a free port. */
  port?: number;
}

/** A moderation service that runs in this process. */
export interface Service extends Erasure {
  /** Answers requests from this process, to both interfaces, while the service runs. */
  readonly exchange: Exchange;
  /** Starts the service for this process alone, without listening on any port. */
  open(): Promise<void>;
  /**
   * Starts the service for other processes as well. Resolves to the address of both interfaces, `{base_url}` and `{console_url}`.
   */
  start(options?: ListenOptions): Promise<{ baseUrl: string }>;
  /** Takes no new requests and resolves once those in flight are answered. Does nothing if not started. */
  stop(): Promise<void>;
}

export interface EmbeddedServiceOptions {
  readonly apiKey: string;
  /** `sqlite:` or `postgres:`. */
  readonly stateUrl: string;
  /** Minimum time between two statistics searches of an account. 0: no limit. */
  readonly searchIntervalMs: number;
  readonly audio: {
    /** A server with OpenAI's transcription interface. Null: tagging sessions end with an explanation. */
    readonly transcriber: {
      readonly url: string;
      readonly apiKey: string | null;
      readonly model: string;
    } | null;
    /** Private networks (CIDR) from which media may be fetched. */
    readonly privateNetworks: readonly string[];
  };
  readonly propertyExecutor: PropertyExecutor;
  readonly logger: Logger;
}

/** Creates the service that the bot starts when no other is configured. */
export type CreateEmbeddedService = (options: EmbeddedServiceOptions) => Service;
