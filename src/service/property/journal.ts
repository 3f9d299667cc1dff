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
  /** Writes what is collected. To be called before reading. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_AFTER_MS = 250;
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
  let cancelFlush: (() => void) | null = null;

  function today(account: string, propertyId: string): Day {
    const day = dayOf(clock.now());
    const key = `${account} ${propertyId} ${day}`;
    const known = collected.get(key);
    if (known !== undefined) return known;
    const counts = { passed: 0, flagged: 0, deleted: 0 };
    const fresh: Day = { account, propertyId, day, counts, events: [] };
    collected.set(key, fresh);
    cancelFlush ??= clock.after(FLUSH_AFTER_MS, () => void flush().catch(lost));
    return fresh;
  }

  function lost(error: unknown): void {
    logger.error({ err: error }, 'events of properties could not be written and are lost');
  }

  function note(account: string, propertyId: string, event: Omit<PropertyEvent, 'timeMs'>): void {
    today(account, propertyId).events.push({ timeMs: clock.now(), ...event });
  }

  async function flush(): Promise<void> {
    cancelFlush?.();
    cancelFlush = null;
    if (collected.size === 0) return;
    const days = [...collected.values()];
    collected = new Map();
    await store.add(days, MAX_DAY_EVENTS);
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
    stop: () => flush().catch(lost),
  };
}
