import type { Holder, Lease } from '../leases.ts';
import type { Tenure } from '../tenure.ts';
import type { Connection } from './connection.ts';

/** Leases that this process wants. */
export interface Wish {
  readonly names: readonly string[];
  readonly isShared: boolean;
  readonly start: (lease: Lease) => Promise<Holder>;
}

/** A lease that this process has. */
export interface Holding {
  readonly name: string;
  readonly number: number;
  readonly wish: Wish;
  readonly tenure: Tenure;
  /**
   * The connection whose session holds the lock. After a reconnect, it is the old one until the new session has locked the
   * lease again.
   */
  connection: Connection;
  /** `ending`: its holder is stopping. `ended`: it has to be released. `lost`: another process has it. */
  state: 'held' | 'ending' | 'ended' | 'lost';
}

/** By name. */
export type HoldingMap = Map<string, Holding>;
