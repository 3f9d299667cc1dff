import type { Kysely } from 'kysely';

/** The right to do something, which only one process has at a time. */
export interface Lease {
  readonly name: string;
  /**
   * Grows whenever a process gets the lease, also when the same process gets it again. Writes with an older number are
   * rejected.
   */
  readonly number: number;
  /**
   * Aborted when this process has lost the lease to another one, or released it. While the holder starts, it is also aborted
   * when the lease is about to be released.
   */
  readonly signal: AbortSignal;
  /**
   * Resolves when no other process can hold the lease: usually at once, later while the database can't be reached. Call it
   * right before each effect outside the database. Rejects with a `LeaseLostError` once `signal` is aborted, and with the
   * reason of the given signal.
   */
  confirm(signal?: AbortSignal): Promise<void>;
}

/** Work that runs under a lease. */
export interface Holder {
  /** `deadlineMs`: how long it may take to finish work in progress; 0 once the lease is lost. */
  stop(options: { deadlineMs: number }): Promise<void>;
}

/** The state of the processes that share a database. */
export interface LeasesStatus {
  /** Whether it can act now; false while it can't reach the database. */
  readonly isConfirmed: boolean;
  readonly processes: readonly {
    readonly name: string;
    readonly isOwn: boolean;
    /** The time since its last heartbeat. */
    readonly heartbeatAgeMs: number;
    /** Names of the leases that it holds; only those that this process could hold as well. */
    readonly leases: readonly string[];
  }[];
}

/** Coordination of the processes that share a database. With SQLite there is only one process, which holds all leases. */
export interface Leases {
  /** The name of this process for people, such as `host:4711`. */
  readonly processName: string;
  /** Whether other processes may run on the same database; the operator is told what that requires. */
  readonly isShared: boolean;
  /**
   * A value that all running processes use: the first one proposes it. Rejects if `propose` rejects, which is called again
   * the next time.
   */
  agree(key: string, propose: () => Promise<number>): Promise<number>;
  /**
   * Runs `start` under the lease whenever this process gets it. It then keeps the lease until it stops or loses it. A
   * `start` that fails is logged and called again after a pause, with the same lease. * Resolves when everything that the
   * process got at its first look has started, even if it got nothing; rejects with the reason of the first of these
   * `start`s to fail, unless its lease was lost or released meanwhile. Callers may ignore the promise.
   */
  hold(name: string, start: (lease: Lease) => Promise<Holder>): Promise<void>;
  /** Like `hold`, but for leases that the processes share fairly. Call it once. */
  share(names: readonly string[], start: (lease: Lease) => Promise<Holder>): Promise<void>;
  /** The same database, but writes fail with a `LeaseLostError` once another process has the lease. */
  fence<Tables>(database: Kysely<Tables>, lease: Lease): Kysely<Tables>;
  /**
   * Waits for a turn to identify: Discord allows each bucket of shards one in five seconds, for all processes together.
   * Null: discord.js takes care of it.
   */
  readonly identify: ((bucket: number, signal: AbortSignal) => Promise<void>) | null;
  /**
   * Sends `text` (at most 7,000 bytes) to the other processes and this one. It may get lost, so subscribers must also check
   * from time to time.
   */
  publish(topic: string, text: string): Promise<void>;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, handle: (text: string) => void): () => void;
  /** The state at the last look, at most a second ago while the database can be reached. */
  status(): LeasesStatus;
  /** Releases every lease after its holder has stopped. Holders stop at the same time. */
  stop(options: { deadlineMs: number }): Promise<void>;
}
