import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Action } from '../engine/engine.ts';
import type { DayCounts, PropertyEvent, PropertyStore } from '../store/property.ts';
import { dayOf, isPropertyId } from './days.ts';

/** What was suggested for a sample. */
export interface ModeratedSample {
  account: string;
  metadata: Readonly<Record<string, unknown>> | undefined;
  action: Action;
  confidence: number;
  /** Of the result. */
  uuid: string;
}

/** Collects what happens on properties. Costs moderation next to nothing: it is written in batches. */
export interface Journal {
  /** Counts a moderated sample; one that was not let pass is noted as an event. */
  moderated(sample: ModeratedSample): void;
  note(account: string, propertyId: string, event: Omit<PropertyEvent, 'timeMs'>): void;
  /**
   * To be called before reading. Resolves when all that was collected is stored, or could not be, which is logged and
   * tried again: what was done on a property is answered in any case.
   */
  flush(): Promise<void>;
  /** Stores what is left and tries no more. */
  stop(): Promise<void>;
}

const FLUSH_AFTER_MS = 250;
/** When the store fails. */
const RETRY_DELAY_MS = 5_000;
/** Held in memory while the store fails; the oldest go first. */
export const MAX_WAITING_EVENTS = 10_000;
/** Likewise, of all properties: their ids are the callers' own. */
export const MAX_WAITING_DAYS = 10_000;
/** Of one property and day; more are counted only. */
export const MAX_DAY_EVENTS = 50_000;
const MAX_ID_LENGTH = 100;

/** What of the metadata tells people where the sample came from. All are ids. */
const KEPT_METADATA = ['channelId', 'messageId', 'authorId'] as const;

const COUNTER: Record<Action, keyof DayCounts> = {
  pass: 'passed',
  flag: 'flagged',
  delete: 'deleted',
};

/** The property a sample belongs to: what its metadata says. The bot sends its guild's id. */
function propertyOf(metadata: ModeratedSample['metadata']): string | null {
  const id = metadata?.['property_id'] ?? metadata?.['guildId'];
  return typeof id === 'string' && isPropertyId(id) ? id : null;
}

function originOf(metadata: ModeratedSample['metadata']): Record<string, string> {
  const origin: Record<string, string> = {};
  for (const key of KEPT_METADATA) {
    const id = metadata?.[key];
    if (typeof id === 'string' && id.length <= MAX_ID_LENGTH) origin[key] = id;
  }
  return origin;
}

interface Day {
  account: string;
  propertyId: string;
  day: string;
  counts: DayCounts;
  events: PropertyEvent[];
}

export function createJournal(deps: {
  store: PropertyStore;
  clock: Clock;
  logger: Logger;
}): Journal {
  const { store, clock, logger } = deps;
  let collected = new Map<string, Day>();
  let cancelTimer: (() => void) | null = null;
  let writing: Promise<void> | null = null;
  let isStopped = false;

  function dayFor(account: string, propertyId: string, day: string): Day {
    const key = `${account} ${propertyId} ${day}`;
    const known = collected.get(key);
    if (known !== undefined) return known;
    const counts = { passed: 0, flagged: 0, deleted: 0 };
    const fresh: Day = { account, propertyId, day, counts, events: [] };
    collected.set(key, fresh);
    return fresh;
  }

  function today(account: string, propertyId: string): Day {
    writeIn(FLUSH_AFTER_MS);
    return dayFor(account, propertyId, dayOf(clock.now()));
  }

  function writeIn(delayMs: number): void {
    if (isStopped || cancelTimer !== null) return;
    cancelTimer = clock.after(delayMs, () => {
      cancelTimer = null;
      void flush();
    });
  }

  /** Back to what waits, before what came since. */
  function takeBack(failed: ReadonlyMap<string, Day>): void {
    const since = collected;
    collected = new Map(failed);
    for (const { account, propertyId, day, counts, events } of since.values()) {
      const known = dayFor(account, propertyId, day);
      known.counts.passed += counts.passed;
      known.counts.flagged += counts.flagged;
      known.counts.deleted += counts.deleted;
      known.events = [...known.events, ...events];
    }
    dropOldest();
  }

  function dropOldest(): void {
    const days = [...collected];
    const excessDays = days.splice(0, Math.max(0, days.length - MAX_WAITING_DAYS));
    for (const [key] of excessDays) collected.delete(key);
    const waiting = days.reduce((sum, [, { events }]) => sum + events.length, 0);
    const excessEvents = Math.max(0, waiting - MAX_WAITING_EVENTS);
    let left = excessEvents;
    for (const [, day] of days) left -= day.events.splice(0, left).length;
    if (excessDays.length === 0 && excessEvents === 0) return;
    const dropped = { days: excessDays.length, events: excessEvents };
    logger.warn({ dropped }, 'events of properties were dropped, not stored');
  }

  function note(account: string, propertyId: string, event: Omit<PropertyEvent, 'timeMs'>): void {
    today(account, propertyId).events.push({ timeMs: clock.now(), ...event });
  }

  async function write(): Promise<void> {
    while (collected.size > 0) {
      const batch = collected;
      collected = new Map();
      try {
        await store.add([...batch.values()], MAX_DAY_EVENTS);
      } catch (error) {
        logger.error({ err: error }, 'events of properties could not be stored');
        takeBack(batch);
        writeIn(RETRY_DELAY_MS);
        break;
      }
    }
    // In the same step as the last look, so that nothing noted in between is left out.
    writing = null;
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    if (writing === null && collected.size === 0) return Promise.resolve();
    writing ??= write();
    return writing;
  }

  return {
    moderated({ account, metadata, action, confidence, uuid }) {
      const propertyId = propertyOf(metadata);
      if (propertyId === null) return;
      today(account, propertyId).counts[COUNTER[action]] += 1;
      if (action === 'pass') return;
      const detail = { ...originOf(metadata), confidence, uuid };
      note(account, propertyId, { type: `moderation.${action}`, detail });
    },
    note,
    flush,
    async stop() {
      await flush();
      isStopped = true;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
