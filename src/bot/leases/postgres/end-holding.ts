import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Connection } from './connection.ts';
import type { Holding, HoldingMap } from './holding.ts';
import { releaseLease, unlockLease } from './lease-rows.ts';
import type { OwnProcess } from './processes.ts';
import type { Session } from './session.ts';

export interface EndHolding {
  /** For when another process has the lease. */
  lose(holding: Holding): void;
  /** Stops the holder, and releases the lease if there is a session; otherwise the next look releases it. */
  giveBack(holding: Holding, deadlineMs: number): Promise<void>;
  /** Releases the lease of a stopped holder. */
  release(connection: Connection, holding: Holding): Promise<void>;
}

export function createEndHolding(deps: {
  holdings: HoldingMap;
  own: OwnProcess;
  session: Session;
  logger: Logger;
  tellAll: () => void;
  lookSoon: () => void;
}): EndHolding {
  const { holdings, own, session, logger, tellAll, lookSoon } = deps;

  function lose(holding: Holding): void {
    const { name, number } = holding;
    holding.state = 'lost';
    logger.warn({ lease: name, number }, 'lost a lease to another process');
    void forget(holding);
  }

  async function forget({ name, tenure }: Holding): Promise<void> {
    await tenure.lose();
    holdings.delete(name);
    lookSoon();
  }

  async function giveBack(holding: Holding, deadlineMs: number): Promise<void> {
    holding.state = 'ending';
    await holding.tenure.end({ deadlineMs });
    if (holding.state !== 'ending') return;
    holding.state = 'ended';
    const { connection } = session;
    if (connection === null) return;
    try {
      await release(connection, holding);
    } catch (error) {
      // The next look tries again.
      logger.debug(
        { lease: holding.name, reason: errorMessage(error) },
        'lease not given back yet',
      );
    }
  }

  async function release(connection: Connection, holding: Holding): Promise<void> {
    await releaseLease(connection, holding, own.id);
    if (!holdings.delete(holding.name)) return;
    if (holding.connection === connection) await unlockLease(connection, holding.name);
    logger.info({ lease: holding.name, number: holding.number }, 'gave a lease back');
    tellAll();
  }

  return { lose, giveBack, release };
}
