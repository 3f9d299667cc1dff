import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Clock } from '../../lib/clock.ts';
import {
  AUDIT_RETENTION_MS,
  COMPRESSION_THRESHOLD_BYTES,
  type AnalyticsAnswer,
  type AnalyticsPayload,
  type AvailableAnswer,
} from '../../protocol/property.ts';
import type { PropertyEvent, PropertyStore } from '../store/property.ts';
import { dayOf, oldestDay, parseTag, spanOf, tagOf } from './days.ts';
import { MAX_DAY_EVENTS, type Journal } from './journal.ts';

export interface AnalyticsDeps {
  store: PropertyStore;
  journal: Journal;
  clock: Clock;
}

export interface Analytics {
  /** What a tag stands for; null when it is not valid, any more or at all. */
  read(account: string, tag: string): Promise<AnalyticsAnswer | null>;
  /** Unix seconds. The tags of the days touched, and the audit log of the last 72 hours. */
  available(
    account: string,
    propertyId: string,
    timeframe: { from: number; to: number },
  ): Promise<AvailableAnswer>;
}

/** Of the audit log, the newest. */
const MAX_AUDIT_EVENTS = 10_000;
/** The last second of the year 9999: what a day's name can still be made of. */
const LAST_SECOND = 253_402_300_799;

const deflated = promisify<string, Buffer>(deflate);

/** An event as it is shown: its own detail beside type and time. */
function shown({ timeMs, type, detail }: PropertyEvent): Record<string, unknown> {
  return { type, time: timeMs, ...detail };
}

/** Deflated where the interface wants it (interface.md, "Compressed payload rule"). */
export async function packed(payload: AnalyticsPayload): Promise<AnalyticsAnswer> {
  const json = JSON.stringify(payload);
  if (Buffer.byteLength(json) <= COMPRESSION_THRESHOLD_BYTES) {
    return { data: { isDeflateCompressed: false, payload } };
  }
  const compressed = await deflated(json);
  return { data: { isDeflateCompressed: true, payload: compressed.toString('base64') } };
}

export function createAnalytics({ store, journal, clock }: AnalyticsDeps): Analytics {
  return {
    async read(account, tag) {
      const parsed = parseTag(tag);
      if (parsed === null || parsed.day < oldestDay(clock.now())) return null;
      const { propertyId, day } = parsed;
      await journal.flush();
      const counted = await store.day(account, propertyId, day);
      if (counted === null) return null;
      const span = { ...spanOf(day), limit: MAX_DAY_EVENTS };
      const events = await store.events(account, propertyId, span);

      const payload: Record<string, Record<string, unknown>[]> = {};
      const actions: Record<string, number> = {};
      for (const event of events) {
        (payload[event.type] ??= []).push(shown(event));
        if (!event.type.startsWith('action.')) continue;
        const status = String(event.detail['status']);
        actions[status] = (actions[status] ?? 0) + 1;
      }
      const { passed, flagged, deleted } = counted;
      const compiled = {
        moderation: { total: passed + flagged + deleted, passed, flagged, deleted },
        actions,
        events: counted.events,
        omittedEvents: counted.events - events.length,
      };
      return packed({ ...payload, compiled });
    },
    async available(account, propertyId, timeframe) {
      const nowMs = clock.now();
      const day = (second: number): string =>
        dayOf(Math.min(Math.max(second, 0), LAST_SECOND) * 1_000);
      await journal.flush();
      const oldest = oldestDay(nowMs);
      const from = day(timeframe.from);
      const days = await store.days(account, propertyId, {
        from: from < oldest ? oldest : from,
        to: day(timeframe.to),
      });
      const events = await store.events(account, propertyId, {
        fromMs: nowMs - AUDIT_RETENTION_MS,
        toMs: nowMs + 1,
        limit: MAX_AUDIT_EVENTS,
      });
      return {
        data: { tags: days.map((one) => tagOf(propertyId, one)), auditLogs: events.map(shown) },
      };
    },
  };
}
