import type { Holder, Lease } from '../leases.ts';
import type { Tenure } from '../tenure.ts';
import type { Connection } from './connection.ts';

/** Leases that this process would like to have. */
export interface Wish {
  readonly names: readonly string[];
  readonly isShared: boolean;
  readonly start: (lease: Lease) => Promise<Holder>;
}

/** A lease of this process. */
export interface Holding {
  readonly name: string;
  readonly number: number;
  readonly wish: Wish;
  readonly tenure: Tenure;
  /** The connection whose session has its lock. After a reconnect, the old one until it is locked again. */
  connection: Connection;
  /** `ending`: its holder stops. `ended`: to be given back. `lost`: another process has it. */
  state: 'held' | 'ending' | 'ended' | 'lost';
}

/** By name. */
export type HoldingMap = Map<string, Holding>;
