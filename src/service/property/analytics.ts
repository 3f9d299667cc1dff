import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Clock } from '../../shared/clock.ts';
import {
  AUDIT_RETENTION_MS,
  COMPRESSION_THRESHOLD_BYTES,
  type AnalyticsResponse,
  type AnalyticsPayload,
  type AvailableAnalyticsResponse,
} from '../../service-api/schemas/property.ts';
import type { Secrets } from '../addons/secrets.ts';
import type { PropertyEvent, PropertyStore } from '../store/property.ts';
import { dayOf, oldestDay, parseTag, spanOf, tagOf } from './days.ts';
import { MAX_DAY_EVENTS, type Journal } from './journal.ts';

export interface AnalyticsDeps {
  store: PropertyStore;
  journal: Journal;
  /** Signs exported events. */
  secrets: Pick<Secrets, 'sign'>;
  clock: Clock;
}

export interface Analytics {
  /** The day's data for a tag; null if the tag is invalid or expired. */
  read(account: string, tag: string): Promise<AnalyticsResponse | null>;
  /** `timeframe` is in Unix seconds. Returns the tags of its days, and the audit log of the last 72 hours. */
  available(
    account: string,
    propertyId: string,
    timeframe: { from: number; to: number },
  ): Promise<AvailableAnalyticsResponse>;
}

/** Maximum number of audit log entries in a response, newest first. */
const MAX_AUDIT_EVENTS = 10_000;
/** The end of the year 9999, the last with four digits. */
const LAST_SECOND = 253_402_300_799;

const deflateAsync = promisify<string, Buffer>(deflate);

/** An event as it is listed, without its HMAC: type and time, plus its own details. */
function toListed({ timeMs, type, detail }: PropertyEvent): Record<string, unknown> {
  return { type, time: timeMs, ...detail };
}

/** Compresses large payloads (interface.md, "Compressed payload rule"). */
export async function compressIfLarge(payload: AnalyticsPayload): Promise<AnalyticsResponse> {
  const json = JSON.stringify(payload);
  if (Buffer.byteLength(json) <= COMPRESSION_THRESHOLD_BYTES) {
    return { data: { isDeflateCompressed: false, payload } };
  }
  const compressed = await deflateAsync(json);
  return { data: { isDeflateCompressed: true, payload: compressed.toString('base64') } };
}

export function createAnalytics({ store, journal, secrets, clock }: AnalyticsDeps): Analytics {
  return {
    async read(account, tag) {
      const nowMs = clock.now();
      const parsed = parseTag(tag, nowMs);
      if (parsed === null || parsed.day < oldestDay(nowMs)) return null;
      const { propertyId, day } = parsed;
      await journal.flush();
      const stored = await store.day(account, propertyId, day);
      if (stored === null) return null;
      const span = { ...spanOf(day), limit: MAX_DAY_EVENTS };
      const events = await store.events(account, propertyId, span);

      const payload: Record<string, Record<string, unknown>[]> = {};
      const actions: Record<string, number> = {};
      for (const event of events) {
        (payload[event.type] ??= []).push({
          ...toListed(event),
          ...secrets.sign(account, event.timeMs),
        });
        if (!event.type.startsWith('action.')) continue;
        const status = String(event.detail['status']);
        actions[status] = (actions[status] ?? 0) + 1;
      }
      const { passed, flagged, deleted } = stored;
      const compiled = {
        moderation: { total: passed + flagged + deleted, passed, flagged, deleted },
        actions,
        events: stored.events,
        omittedEvents: stored.events - events.length,
      };
      return compressIfLarge({ ...payload, compiled });
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
        data: {
          tags: days.map((day) => tagOf(propertyId, day, nowMs)),
          auditLogs: events.map(toListed),
        },
      };
    },
  };
}
