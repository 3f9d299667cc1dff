import type { Complain } from '../lib/complain.ts';
import type { Clock } from '../lib/clock.ts';
import type { Alerts } from '../moderation/ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import { writtenAt, type Watermarks } from './watermarks.ts';

/** Tells moderators that checks are late, once an outage, and what became of it. */
export interface LateNotices {
  outage(): void;
  recovery(): void;
  /** A message was judged. Cheap while nobody was told anything. */
  judged(snapshot: Snapshot): void;
}

/** A shorter outage is not worth a word. */
const TELL_AFTER_MS = 60_000;
/** How often it is looked whether the last late message of a guild is done. */
const LOOK_EVERY_MS = 1000;

export function createLateNotices(deps: {
  alerts: Alerts;
  clock: Clock;
  complain: Complain;
  marks: Watermarks;
  signal: AbortSignal;
}): LateNotices {
  const { alerts, clock, complain, marks, signal } = deps;
  /** Guilds that were told, with how many late messages were judged since. */
  const told = new Map<string, number>();
  /** Null: the outage lasts. */
  let recoveredAt: number | null = null;
  let cancelTimer: () => void = () => {};
  signal.addEventListener('abort', () => cancelTimer());

  function announce(guildId: string, text: string): void {
    alerts.announce(guildId, text).catch((error: unknown) => {
      complain({ what: 'announcing that checks are late', ids: { guildId } }, error);
    });
  }

  function tell(): void {
    // Again and again while it lasts, for guilds whose first message comes later.
    cancelTimer = clock.after(TELL_AFTER_MS, tell);
    for (const guildId of marks.unfinished(clock.now())) {
      if (told.has(guildId)) continue;
      told.set(guildId, 0);
      announce(
        guildId,
        'The moderation service has not answered for over a minute. Messages are kept and will be ' +
          'checked as soon as it answers: checks are late, but none is lost.',
      );
    }
  }

  function settle(): void {
    if (told.size === 0 || recoveredAt === null) return;
    const late = marks.unfinished(recoveredAt);
    for (const [guildId, count] of told) {
      if (late.has(guildId)) continue;
      told.delete(guildId);
      announce(guildId, `The moderation service answers again. ${inWords(count)}`);
    }
    cancelTimer = clock.after(LOOK_EVERY_MS, settle);
  }

  return {
    outage() {
      cancelTimer();
      recoveredAt = null;
      cancelTimer = clock.after(TELL_AFTER_MS, tell);
    },
    recovery() {
      cancelTimer();
      recoveredAt = clock.now();
      if (told.size > 0) cancelTimer = clock.after(LOOK_EVERY_MS, settle);
    },
    judged(snapshot) {
      if (told.size === 0) return;
      const count = told.get(snapshot.guildId);
      if (count === undefined || writtenAt(snapshot) >= (recoveredAt ?? Infinity)) return;
      told.set(snapshot.guildId, count + 1);
    },
  };
}

/** None: what waited was gone by then, or needed no check. */
function inWords(count: number): string {
  if (count === 0) return 'No message had to be checked late.';
  return count === 1 ? '1 message was checked late.' : `${count} messages were checked late.`;
}
