import { DatabaseError } from '../../../shared/database/errors.ts';
import type { Connection } from './connection.ts';
import { maxGapMs, type Timing } from './timing.ts';

/** The row of this process. */
export interface OwnProcess {
  /** Differs in every run. */
  readonly id: string;
  readonly name: string;
  /** It needs the database for itself. */
  readonly isAlone: boolean;
  /** It takes part in sharing. */
  isSharing: boolean;
  isStopping: boolean;
  /** The agreed values that it uses, by key. */
  readonly agreed: Map<string, number>;
}

export interface SeenProcess {
  readonly id: string;
  readonly name: string;
  readonly isSharing: boolean;
  readonly isStopping: boolean;
  /** Its heartbeats have gone on long enough for it to take leases from silent processes. */
  readonly isSteady: boolean;
  /** The time since its last heartbeat. */
  readonly ageMs: number;
}

/** The other processes because of which a process may not use the database. */
export interface Conflict {
  readonly names: readonly string[];
  /** Differs whenever one of them has sent a heartbeat. */
  readonly heartbeats: string;
}

/** Classes of advisory locks, whose keys are `(class, id)`: one for leases, one for the rest. */
export const LEASE_LOCKS = 1_349_480_052;
export const OTHER_LOCKS = LEASE_LOCKS + 1;
const REGISTRATION = 0;

const AGE_MS = `(extract(epoch FROM clock_timestamp() - heartbeat_at) * 1000)::float8`;

/**
 * A condition in SQL: another process has been silent for too long, and this one (`own`) has not. After an outage of the
 * database, all processes are silent until they have reconnected; the first to do so must not take the others for dead.
 */
export function isSilent(other: string, takeOverMs: string, maxGapMs: string): string {
  return `greatest(${other}.heartbeat_at, own.steady_at)
      < clock_timestamp() - ${takeOverMs} * interval '1 millisecond'
    AND own.heartbeat_at > clock_timestamp() - ${maxGapMs} * interval '1 millisecond'`;
}

/**
 * Registers a process or, with a new connection, registers it again and ends what is left of its old session. Resolves to
 * the conflict if this or another process needs the database for itself.
 */
export async function register(
  connection: Connection,
  own: OwnProcess,
  takeOverMs: number,
): Promise<Conflict | null> {
  // Several processes may start at the same time and wait for each other.
  await connection.query('BEGIN; SET LOCAL lock_timeout = 0');
  await connection.query('SELECT pg_advisory_xact_lock($1, $2)', [OTHER_LOCKS, REGISTRATION]);
  const others = await connection.query<{ name: string; heartbeat: string }>(
    `SELECT name, heartbeat_at::text AS heartbeat FROM processes
     WHERE id <> $1 AND (is_alone OR $2) AND ${AGE_MS} < $3 ORDER BY id`,
    [own.id, own.isAlone, takeOverMs],
  );
  if (others.length > 0) {
    await connection.query('ROLLBACK');
    return {
      names: others.map(({ name }) => name),
      heartbeats: others.map(({ heartbeat }) => heartbeat).join(),
    };
  }
  await connection.query(
    `SELECT pg_terminate_backend(session.pid) FROM processes
     JOIN pg_stat_activity session
       ON session.pid = backend_pid AND session.backend_start = processes.backend_start
     WHERE id = $1`,
    [own.id],
  );
  await connection.query(
    `INSERT INTO processes
     SELECT $1, $2, pid, backend_start, clock_timestamp(), clock_timestamp(), $3, $4, $5
     FROM pg_stat_activity WHERE pid = pg_backend_pid()
     ON CONFLICT (id) DO UPDATE SET
       backend_pid = excluded.backend_pid, backend_start = excluded.backend_start,
       steady_at = excluded.steady_at, heartbeat_at = excluded.heartbeat_at`,
    [own.id, own.name, own.isAlone, own.isSharing, own.isStopping],
  );
  for (const [key, value] of own.agreed) {
    await agreeAgain(connection, own, { key, value, takeOverMs });
  }
  await connection.query('COMMIT');
  return null;
}

/** While this process was silent, the others forgot the values that it uses, and may have agreed on different ones. */
async function agreeAgain(
  connection: Connection,
  own: OwnProcess,
  { key, value, takeOverMs }: { key: string; value: number; takeOverMs: number },
): Promise<void> {
  const [other] = await connection.query<{ value: number }>(
    `SELECT value FROM agreements JOIN processes ON id = process
     WHERE key = $1 AND id <> $2 AND value <> $3 AND ${AGE_MS} < $4 LIMIT 1`,
    [key, own.id, value, takeOverMs],
  );
  if (other !== undefined) {
    throw new DatabaseError(
      `While this process was away, the others agreed on ${other.value} as ${key}; it uses ${value}. Restart it.`,
    );
  }
  await connection.query('INSERT INTO agreements VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    key,
    own.id,
    value,
  ]);
}

/** Fails if another session acts for this process, as behind a pooler that lends a session per transaction. */
export async function heartbeat(
  connection: Connection,
  own: OwnProcess,
  timing: Timing,
): Promise<void> {
  const rows = await connection.query(
    `UPDATE processes SET heartbeat_at = clock_timestamp(), is_sharing = $2, is_stopping = $3,
       steady_at = CASE WHEN ${AGE_MS} > $4 THEN clock_timestamp() ELSE steady_at END
     WHERE id = $1 AND backend_pid = pg_backend_pid() RETURNING id`,
    [own.id, own.isSharing, own.isStopping, maxGapMs(timing)],
  );
  if (rows.length === 0) throw new DatabaseError('This process is not registered any more.');
}

/** A query for `SeenProcess` rows. `takeOverMs`: a parameter. */
export const selectProcesses = (takeOverMs: string): string =>
  `SELECT id, name, is_sharing AS "isSharing", is_stopping AS "isStopping", ${AGE_MS} AS "ageMs",
     steady_at < clock_timestamp() - ${takeOverMs} * interval '1 millisecond' AS "isSteady"
   FROM processes ORDER BY id`;

/**
 * Ends the sessions, and with them the locks, of processes that no longer send heartbeats: a suspended process, or one whose
 * machine is gone, keeps its connection. Forgets processes that have neither a session nor a lease.
 */
export async function endSilentSessions(
  connection: Connection,
  own: OwnProcess,
  timing: Timing,
): Promise<void> {
  const silent = `id <> $1 AND EXISTS (
    SELECT FROM processes own WHERE own.id = $1 AND ${isSilent('processes', '$2', '$3')})`;
  const parameters = [own.id, timing.takeOverMs, maxGapMs(timing)];
  const session = `session.pid = backend_pid AND session.backend_start = processes.backend_start`;
  await connection.query(
    `SELECT pg_terminate_backend(session.pid) FROM processes
     JOIN pg_stat_activity session ON ${session} WHERE ${silent}`,
    parameters,
  );
  await connection.query(
    `DELETE FROM processes WHERE ${silent}
     AND NOT EXISTS (SELECT FROM leases WHERE holder = processes.id)
     AND NOT EXISTS (SELECT FROM pg_stat_activity session WHERE ${session})`,
    parameters,
  );
}

export async function unregister(connection: Connection, own: OwnProcess): Promise<void> {
  await connection.query('DELETE FROM processes WHERE id = $1', [own.id]);
}
