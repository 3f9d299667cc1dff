import type { Clock } from '../../../shared/clock.ts';
import type { LogError } from '../../../shared/throttled-error-log.ts';
import type { Translate } from '../../locales/translate.ts';
import type { ModeratorChannels } from '../../domain/ports.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import { writtenAt, type Watermarks } from '../../backfill/watermarks.ts';

/** Notifies moderators when an outage delays their checks, and when the delayed messages are checked. */
export interface OutageNotices {
  onOutage(): void;
  onRecovery(): void;
  /** A message was judged. Cheap while no server is notified. */
  onJudged(snapshot: Snapshot): void;
}

/** Shorter outages are not worth a notice. */
const NOTIFY_AFTER_MS = 60_000;
/** How often to check whether the last late message of a server is finished. */
const CHECK_INTERVAL_MS = 1000;

export function createOutageNotices(deps: {
  moderatorChannels: Pick<ModeratorChannels, 'announce'>;
  watermarks: Pick<Watermarks, 'unfinishedGuilds'>;
  clock: Clock;
  signal: AbortSignal;
  logError: LogError;
}): OutageNotices {
  const { moderatorChannels, watermarks, clock, signal, logError } = deps;
  /** Notified servers, with the number of late messages judged so far. */
  const lateCounts = new Map<string, number>();
  /** Null during an outage. */
  let recoveredAt: number | null = null;
  let cancelTimer: () => void = () => {};
  signal.addEventListener('abort', () => cancelTimer());

  function announce(guildId: string, text: (t: Translate) => string): void {
    moderatorChannels.announce(guildId, text).catch((error: unknown) => {
      logError({ operation: 'announcing late checks', ids: { guildId } }, error);
    });
  }

  function notify(): void {
    // Repeated during the outage, for servers whose first message comes later.
    cancelTimer = clock.after(NOTIFY_AFTER_MS, notify);
    for (const guildId of watermarks.unfinishedGuilds(clock.now())) {
      if (lateCounts.has(guildId)) continue;
      lateCounts.set(guildId, 0);
      announce(guildId, (t) => t('notices:outage.begun'));
    }
  }

  function checkFinished(): void {
    if (lateCounts.size === 0 || recoveredAt === null) return;
    const unfinished = watermarks.unfinishedGuilds(recoveredAt);
    for (const [guildId, count] of lateCounts) {
      if (unfinished.has(guildId)) continue;
      lateCounts.delete(guildId);
      // Zero when the late messages were deleted or exempt.
      announce(guildId, (t) =>
        count === 0 ? t('notices:outage.overWithoutDelay') : t('notices:outage.over', { count }),
      );
    }
    cancelTimer = clock.after(CHECK_INTERVAL_MS, checkFinished);
  }

  return {
    onOutage() {
      cancelTimer();
      recoveredAt = null;
      cancelTimer = clock.after(NOTIFY_AFTER_MS, notify);
    },
    onRecovery() {
      cancelTimer();
      recoveredAt = clock.now();
      if (lateCounts.size > 0) cancelTimer = clock.after(CHECK_INTERVAL_MS, checkFinished);
    },
    onJudged(snapshot) {
      if (lateCounts.size === 0) return;
      const count = lateCounts.get(snapshot.guildId);
      if (count === undefined || writtenAt(snapshot) >= (recoveredAt ?? Infinity)) return;
      lateCounts.set(snapshot.guildId, count + 1);
    },
  };
}
