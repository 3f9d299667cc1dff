import { sleep, type Clock } from '../../../shared/clock.ts';
import { createKeyedSemaphore } from '../../../shared/tasks/semaphore.ts';
import type { Session } from './session.ts';
import type { Timing } from './timing.ts';

/**
 * Waits for a turn to identify. Turns are not reserved in advance, so that a process that dies while it waits leaves no gap.
 * The next turn comes `identifyMarginMs` later than Discord requires, and a turn whose answer took longer than that to
 * arrive is not used: two identifies are never closer than `identifyMs`.
 */
export function createIdentifyTurns({
  session,
  timing: { identifyMs, identifyMarginMs },
  clock,
  monotonic,
}: {
  session: Session;
  timing: Timing;
  clock: Clock;
  monotonic: () => number;
}): (bucket: number, signal: AbortSignal) => Promise<void> {
  // For each bucket, only one waiter in this process has to ask.
  const turns = createKeyedSemaphore(1);

  /** Resolves to 0 if it is this process's turn, otherwise to how long to wait, in milliseconds. */
  async function tryTurn(bucket: number, signal: AbortSignal): Promise<number> {
    return session.run(async (connection) => {
      const [turn] = await connection.query(
        `INSERT INTO identifies AS turn
         VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
         ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at
         WHERE turn.next_at <= clock_timestamp() RETURNING bucket`,
        [bucket, identifyMs + identifyMarginMs],
      );
      if (turn !== undefined) return 0;
      const [next] = await connection.query<{ waitMs: number }>(
        `SELECT (extract(epoch FROM next_at - clock_timestamp()) * 1000)::float8 AS "waitMs"
         FROM identifies WHERE bucket = $1`,
        [bucket],
      );
      return Math.max(1, next?.waitMs ?? 0);
    }, signal);
  }

  async function wait(bucket: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const askedAt = monotonic();
      const waitMs = await tryTurn(bucket, signal);
      if (waitMs > 0) await sleep(clock, waitMs, signal);
      else if (monotonic() - askedAt <= identifyMarginMs) return;
    }
  }

  return (bucket, signal) =>
    new Promise((resolve, reject) => {
      // Aborts even while other waiters of this process are ahead of it.
      const giveUp = (): void => reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      turns(String(bucket), () => wait(bucket, signal))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', giveUp));
    });
}
