import { sleep, type Clock } from '../../../shared/clock.ts';
import type { Connection } from './connection.ts';
import { OTHER_LOCKS, type OwnProcess } from './processes.ts';
import type { Session } from './session.ts';
import type { Timing } from './timing.ts';

const RETRY_MS = 100;

/** Resolves to the value that a running process already uses, else to the result of `propose`. */
export async function agree(
  key: string,
  propose: () => Promise<number>,
  {
    session,
    own,
    timing,
    clock,
  }: {
    session: Session;
    own: OwnProcess;
    timing: Timing;
    clock: Clock;
  },
): Promise<number> {
  let proposal: number | null = null;

  /** Runs under the key's lock. Resolves to null if it is another process's turn to propose. */
  async function settle(connection: Connection): Promise<number | null> {
    const lock = [OTHER_LOCKS, `agreement ${key}`];
    const [turn] = await connection.query<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS "isLocked"',
      lock,
    );
    if (turn?.isLocked !== true) return null;
    try {
      const [used] = await connection.query<{ value: number }>(
        `SELECT value FROM agreements JOIN processes ON id = process
         WHERE key = $1 AND (id = $2 OR heartbeat_at > clock_timestamp() - $3 * interval '1 millisecond')
         ORDER BY id LIMIT 1`,
        [key, own.id, timing.takeOverMs],
      );
      const value = used?.value ?? (proposal ??= await propose());
      await connection.query('INSERT INTO agreements VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        key,
        own.id,
        value,
      ]);
      own.agreed.set(key, value);
      return value;
    } finally {
      if (connection.isOpen) {
        await connection.query('SELECT pg_advisory_unlock($1, hashtext($2))', lock);
      }
    }
  }

  for (;;) {
    const value = await session.run(settle);
    if (value !== null) return value;
    await sleep(clock, RETRY_MS);
  }
}
