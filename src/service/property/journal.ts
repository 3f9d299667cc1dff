import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { createBatchWriter } from '../../shared/tasks/batch-writer.ts';
import type { EngineAction } from '../engine/engine.ts';
import type { DayCounts, PropertyEvent, PropertyStore } from '../store/property.ts';
import { createCurrentDay, isPropertyId } from './days.ts';

/** A moderated sample with its suggested action. */
export interface PropertySample {
  account: string;
  metadata: Readonly<Record<string, unknown>> | undefined;
  action: EngineAction;
  confidence: number;
  /** Id of the moderation result. */
  uuid: string;
}

/** Collects events of properties and writes them in batches, so that moderation need not wait. */
export interface Journal {
  /** Counts a moderated sample; one that didn't pass is also recorded as an event. */
  moderated(sample: PropertySample): void;
  note(account: string, propertyId: string, event: Omit<PropertyEvent, 'timeMs'>): void;
  /**
   * Call before reading. Resolves once everything collected is stored or the store has failed. Failures are logged and retried,
   * so that callers never wait for a broken store.
   */
  flush(): Promise<void>;
  /** Stores everything left, without retries. */
  stop(): Promise<void>;
}

const FLUSH_AFTER_MS = 250;
/** Delay before a retry when the store has failed. */
const RETRY_DELAY_MS = 5_000;
/** Events held in memory while the store fails; the oldest are dropped first. */
export const MAX_WAITING_EVENTS = 10_000;
/** Days held in memory while the store fails, over all properties: callers choose the property ids. */
export const MAX_WAITING_DAYS = 10_000;
/** Events stored per property and day; later ones are only counted. */
export const MAX_DAY_EVENTS = 50_000;
const MAX_ID_LENGTH = 100;

/** The ids in the metadata that tell people where the sample came from. */
const KEPT_METADATA = ['channelId', 'messageId', 'authorId'] as const;

const COUNTER: Record<EngineAction, keyof DayCounts> = {
  pass: 'passed',
  flag: 'flagged',
  delete: 'deleted',
};

/** The property named in the sample's metadata. The bot sends its guild's id. */
function propertyOf(metadata: PropertySample['metadata']): string | null {
  const id = metadata?.['property_id'] ?? metadata?.['guildId'];
  return typeof id === 'string' && isPropertyId(id) ? id : null;
}

function originOf(metadata: PropertySample['metadata']): Record<string, string> {
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
  const writer = createBatchWriter({
    clock,
    delayMs: FLUSH_AFTER_MS,
    retryMs: RETRY_DELAY_MS,
    write,
  });
  const currentDay = createCurrentDay(clock);

  function dayFor(account: string, propertyId: string, day: string): Day {
    const key = `${account} ${propertyId} ${day}`;
    const existing = collected.get(key);
    if (existing !== undefined) return existing;
    const counts = { passed: 0, flagged: 0, deleted: 0 };
    const newDay: Day = { account, propertyId, day, counts, events: [] };
    collected.set(key, newDay);
    return newDay;
  }

  function today(account: string, propertyId: string): Day {
    writer.schedule();
    return dayFor(account, propertyId, currentDay());
  }

  /** Puts a failed batch back before everything collected since. */
  function requeue(failed: ReadonlyMap<string, Day>): void {
    const since = collected;
    collected = new Map(failed);
    for (const { account, propertyId, day, counts, events } of since.values()) {
      const merged = dayFor(account, propertyId, day);
      merged.counts.passed += counts.passed;
      merged.counts.flagged += counts.flagged;
      merged.counts.deleted += counts.deleted;
      merged.events = [...merged.events, ...events];
    }
    dropOldest();
  }

  function dropOldest(): void {
    const days = [...collected];
    const excessDays = days.splice(0, Math.max(0, days.length - MAX_WAITING_DAYS));
    for (const [key] of excessDays) collected.delete(key);
    const waitingEvents = days.reduce((sum, [, { events }]) => sum + events.length, 0);
    const excessEvents = Math.max(0, waitingEvents - MAX_WAITING_EVENTS);
    let toDrop = excessEvents;
    for (const [, day] of days) toDrop -= day.events.splice(0, toDrop).length;
    if (excessDays.length === 0 && excessEvents === 0) return;
    const dropped = { days: excessDays.length, events: excessEvents };
    logger.warn({ dropped }, 'property events dropped');
  }

  function note(account: string, propertyId: string, event: Omit<PropertyEvent, 'timeMs'>): void {
    today(account, propertyId).events.push({ timeMs: clock.now(), ...event });
  }

  async function write(): Promise<boolean> {
    if (collected.size === 0) return true;
    const batch = collected;
    collected = new Map();
    try {
      await store.add([...batch.values()], MAX_DAY_EVENTS);
      return true;
    } catch (error) {
      logger.error({ err: error }, 'property events could not be stored, retrying');
      requeue(batch);
      return false;
    }
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
    flush: writer.flush,
    stop: writer.stop,
  };
}
