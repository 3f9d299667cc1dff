import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { startTenure, type Tenure } from '../tenure.ts';
import type { Connection } from './connection.ts';
import type { HoldingMap, Wish } from './holding.ts';
import { lockLeases, takeLease, unlockLease } from './lease-rows.ts';
import type { OwnProcess } from './processes.ts';
import type { Session } from './session.ts';
import type { Timing } from './timing.ts';

/** Takes a lease that may be free and starts its holder; null: it was not free. */
export type TakeHolding = (
  connection: Connection,
  name: string,
  wish: Wish,
) => Promise<Tenure | null>;

export function createTakeHolding(deps: {
  holdings: HoldingMap;
  own: OwnProcess;
  session: Session;
  timing: Timing;
  clock: Clock;
  random: () => number;
  logger: Logger;
}): TakeHolding {
  const { holdings, own, session, timing, clock, random, logger } = deps;

  function isConfirmed(name: string, number: number): boolean {
    const holding = holdings.get(name);
    const isLocked = holding?.number === number && holding.connection === session.connection;
    return isLocked && session.isConfirmed();
  }

  return async (connection, name, wish) => {
    if (!(await lockLeases(connection, [name])).has(name)) return null;
    let number: number | null = null;
    try {
      number = await takeLease(connection, name, own.id, timing);
    } finally {
      if (number === null && connection.isOpen) await unlockLease(connection, name);
    }
    // A lease that was taken at the last moment is released when the session ends.
    if (number === null || own.isStopping) return null;
    logger.info({ lease: name, number }, 'took a lease');
    const tenure = startTenure({
      name,
      number,
      isConfirmed: () => isConfirmed(name, number),
      nextChange: (signal) => session.nextChange(signal),
      start: wish.start,
      clock,
      random,
      logger,
    });
    holdings.set(name, { name, number, wish, tenure, connection, state: 'held' });
    // `start` may already be waiting for `confirm`.
    session.announceChange();
    return tenure;
  };
}
