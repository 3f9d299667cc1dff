import type { LeasesStatus } from '../leases.ts';
import { fairShares } from './fair-share.ts';
import type { LeaseRow } from './lease-rows.ts';
import type { OwnProcess, SeenProcess } from './processes.ts';

/** A snapshot of processes and leases in the database. */
export interface View {
  readonly processes: readonly SeenProcess[];
  /** The leases that this process wants. */
  readonly leases: readonly LeaseRow[];
}

/**
 * How many of the leases with these names this process should have, if they are shared among the processes that `counts`
 * accepts.
 */
export function ownShare(
  { processes, leases }: View,
  names: readonly string[],
  own: OwnProcess,
  counts: (process: SeenProcess) => boolean,
): number {
  const held = new Map<string, number>();
  for (const { name, holder } of leases) {
    if (holder !== null && names.includes(name)) held.set(holder, (held.get(holder) ?? 0) + 1);
  }
  const sharers = processes
    .filter((process) => process.id === own.id || counts(process))
    .map(({ id }) => ({ id, held: held.get(id) ?? 0 }));
  return fairShares(names.length, sharers).get(own.id) ?? 0;
}

/** Whether a process takes part in sharing. */
export const isSharer =
  (takeOverMs: number) =>
  ({ isSharing, isStopping, ageMs }: SeenProcess): boolean =>
    isSharing && !isStopping && ageMs < takeOverMs;

/** Whether taking a lease from this holder may succeed; the query that takes it decides. */
export function mayBeFree(
  { processes }: View,
  holder: string | null,
  own: OwnProcess,
  takeOverMs: number,
): boolean {
  const process = processes.find(({ id }) => id === holder);
  return process === undefined || process.id === own.id || process.ageMs > takeOverMs;
}

export function holds(
  rows: readonly LeaseRow[],
  own: OwnProcess,
  { name, number }: { name: string; number: number },
): boolean {
  return rows.some((row) => row.name === name && row.number === number && row.holder === own.id);
}

export function toStatus({ processes, leases }: View, own: OwnProcess): LeasesStatus['processes'] {
  return processes.map(({ id, name, ageMs }) => ({
    name,
    isOwn: id === own.id,
    heartbeatAgeMs: ageMs,
    leases: leases.filter(({ holder }) => holder === id).map((lease) => lease.name),
  }));
}
