import type { Connection } from './connection.ts';
import { isSilent, LEASE_LOCKS } from './processes.ts';
import { maxGapMs, type Timing } from './timing.ts';

/** The holder of a lease according to the database. */
export interface LeaseRow {
  readonly name: string;
  readonly number: number;
  /** The id of a process; null when the lease is free. */
  readonly holder: string | null;
}

export async function createLeases(
  connection: Connection,
  names: readonly string[],
): Promise<void> {
  await connection.query(
    `INSERT INTO leases (name) SELECT unnest($1::text[]) EXCEPT SELECT name FROM leases
     ON CONFLICT DO NOTHING`,
    [names],
  );
}

/** A query for `LeaseRow` rows. `names`: a parameter. */
export const selectLeases = (names: string): string =>
  `SELECT name, number::float8 AS number, holder FROM leases WHERE name = ANY(${names}) ORDER BY id`;

export function readLeases(connection: Connection, names: readonly string[]): Promise<LeaseRow[]> {
  return connection.query<LeaseRow>(selectLeases('$1'), [names]);
}

/** Locks leases on this session; resolves to the names of those that no other session has locked. */
export async function lockLeases(
  connection: Connection,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await connection.query<{ name: string; isLocked: boolean }>(
    `SELECT name, pg_try_advisory_lock($1, id) AS "isLocked" FROM leases WHERE name = ANY($2)`,
    [LEASE_LOCKS, names],
  );
  return new Set(rows.filter(({ isLocked }) => isLocked).map(({ name }) => name));
}

export async function unlockLease(connection: Connection, name: string): Promise<void> {
  await connection.query('SELECT pg_advisory_unlock($1, id) FROM leases WHERE name = $2', [
    LEASE_LOCKS,
    name,
  ]);
}

/**
 * Takes a lease that this session has locked, if no other process can still rely on it: it is free, this process had it, or
 * its holder has long been silent. Resolves to the lease's new number, or to null. The lock is taken before, in a query of
 * its own: the holder's session has ended by then, so this query sees its last heartbeat. Skips a row that is locked, so
 * that heartbeats don't wait.
 */
export async function takeLease(
  connection: Connection,
  name: string,
  processId: string,
  timing: Timing,
): Promise<number | null> {
  const [row] = await connection.query<{ number: number }>(
    `UPDATE leases SET number = number + 1, holder = $2
     WHERE name = (
       SELECT leases.name FROM leases
       JOIN processes own ON own.id = $2
       LEFT JOIN processes other ON other.id = holder
       WHERE leases.name = $1 AND (
         holder IS NULL OR holder = $2 OR other.id IS NULL
         OR ${isSilent('other', '$3', '$4')})
       FOR UPDATE OF leases SKIP LOCKED)
     RETURNING number::float8 AS number`,
    [name, processId, timing.takeOverMs, maxGapMs(timing)],
  );
  return row?.number ?? null;
}

export async function releaseLease(
  connection: Connection,
  { name, number }: { name: string; number: number },
  processId: string,
): Promise<void> {
  await connection.query(
    'UPDATE leases SET holder = NULL WHERE name = $1 AND number = $2 AND holder = $3',
    [name, number, processId],
  );
}
