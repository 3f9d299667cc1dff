import { sleep, type Clock } from '../../../shared/clock.ts';
import { DatabaseInUseError } from '../errors.ts';
import type { Session } from './session.ts';

const RETRY_MS = 250;

/** Another process needs the database for itself, or this one does. `heartbeats` changes while others run. */
export class LeaseConflictError extends DatabaseInUseError {
  readonly heartbeats: string;

  constructor(
    { names, heartbeats }: { names: readonly string[]; heartbeats: string },
    isAlone: boolean,
  ) {
    super(
      isAlone
        ? `This process needs the database for itself, and ${names.join(', ')} runs on it, too.`
        : `${names.join(', ')} runs on this database and needs it for itself.`,
    );
    this.heartbeats = heartbeats;
  }
}

/**
 * Retries for a while, because a process that was killed still counts as running. If a heartbeat goes on, that process
 * really runs.
 */
export async function openWhenFree(session: Session, clock: Clock): Promise<void> {
  let heartbeats: string | null = null;
  for (;;) {
    try {
      await session.open();
      return;
    } catch (error) {
      if (!(error instanceof LeaseConflictError)) throw error;
      if (heartbeats !== null && heartbeats !== error.heartbeats) throw error;
      heartbeats = error.heartbeats;
    }
    await sleep(clock, RETRY_MS);
  }
}
