import type { Kysely } from 'kysely';

/** The right to do something, which one process has at a time. */
export interface Lease {
  readonly name: string;
  /**
   * Grows whenever a process gets the lease, also when the same process gets it again. What is written with an older
   * number is rejected.
   */
  readonly number: number;
  /**
   * Aborted when this process lost the lease to another, or has given it back. It never comes back. While the holder
   * starts, it is also aborted when the lease is about to be given back.
   */
  readonly signal: AbortSignal;
  /**
   * Resolves when no other process can hold the lease: at once as a rule, later while the database can't be reached. Call
   * it right before each effect outside the database. Rejects with a `LeaseLostError` once `signal` is aborted, and with
   * the reason of the given signal.
   */
  confirm(signal?: AbortSignal): Promise<void>;
}

/** Work that runs under a lease. */
export interface Holder {
  /** `deadlineMs`: how long it may finish what it has begun; 0 once the lease is lost. */
  stop(options: { deadlineMs: number }): Promise<void>;
}

/** The state of the processes that share a database. */
export interface LeasesStatus {
  /** Whether it can act now; false while it can't reach the database. */
  readonly isConfirmed: boolean;
  readonly processes: readonly {
    readonly name: string;
    readonly isOwn: boolean;
    /** Since it last showed that it lives. */
    readonly heartbeatAgeMs: number;
    /** By name; only of those that this process would take, too. */
    readonly leases: readonly string[];
  }[];
}

/** Coordination of the processes that share a database. With SQLite there is one process, which holds everything. */
export interface Leases {
  /** Names this process to people: `host:4711`. */
  readonly processName: string;
  /** Whether further processes may run, which the operator is told to prepare for. */
  readonly isShared: boolean;
  /**
   * A value that all running processes use: the first one proposes it. Rejects with the reason of `propose`, which is
   * called again the next time.
   */
  agree(key: string, propose: () => Promise<number>): Promise<number>;
  /**
   * Runs `start` under the lease whenever this process gets it. It then keeps the lease until it stops or loses it. A
   * `start` that fails is logged and called again after a pause, with the same lease.
   *
   * Resolves when what the process got at its first look has started, also if that was nothing; rejects with the reason
   * of the first `start` that failed there, unless its lease was lost or given back meanwhile. Callers may ignore it.
   */
  hold(name: string, start: (lease: Lease) => Promise<Holder>): Promise<void>;
  /** Like `hold`, for leases of which every process takes its fair share. Call it once. */
  share(names: readonly string[], start: (lease: Lease) => Promise<Holder>): Promise<void>;
  /** The same database, whose writes fail with a `LeaseLostError` once the lease is another process's. */
  fence<Tables>(database: Kysely<Tables>, lease: Lease): Kysely<Tables>;
  /**
   * Waits for a turn to identify: Discord allows each bucket of shards one in five seconds, whichever process identifies.
   * Null: discord.js sees to it.
   */
  readonly identify: ((bucket: number, signal: AbortSignal) => Promise<void>) | null;
  /**
   * Tells the other processes and this one; `text` has at most 7,000 bytes. May get lost, so that subscribers must also
   * look from time to time.
   */
  publish(topic: string, text: string): Promise<void>;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, handle: (text: string) => void): () => void;
  /** The state at the last look, a second ago at most while the database can be reached. */
  status(): LeasesStatus;
  /** Gives every lease back, after its holder has stopped. Holders stop at the same time. */
  stop(options: { deadlineMs: number }): Promise<void>;
}
