import { z } from 'zod';
import type { Sqlite } from './sqlite.ts';

export const PROPERTY_SCHEMA = `
CREATE TABLE property_settings (
  account TEXT NOT NULL,
  property_id TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (account, property_id, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE property_days (
  account TEXT NOT NULL,
  property_id TEXT NOT NULL,
  day TEXT NOT NULL,
  passed INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (account, property_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE property_events (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  property_id TEXT NOT NULL,
  time_ms INTEGER NOT NULL,
  type TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX property_events_by_time ON property_events (account, property_id, time_ms);
CREATE INDEX property_events_by_age ON property_events (time_ms)
`;

export type SettingValue = string | number | boolean;

export interface PropertyEvent {
  timeMs: number;
  /** Such as `action.ban`. */
  type: string;
  /** What else there is to say of it, as plain data. */
  detail: Readonly<Record<string, unknown>>;
}

/** Moderated samples of a day, by what was suggested. */
export interface DayCounts {
  passed: number;
  flagged: number;
  deleted: number;
}

/** What happened to one property on one day. */
export interface DayOfProperty {
  account: string;
  propertyId: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  counts: DayCounts;
  events: readonly PropertyEvent[];
}

export interface PropertyStore {
  /** Adds to the days. Of a day's events no more than `maxEvents` are kept; all are counted. */
  add(days: readonly DayOfProperty[], maxEvents: number): Promise<void>;
  /** The counts of a day and how many events it had; null where nothing happened. */
  day(
    account: string,
    propertyId: string,
    day: string,
  ): Promise<(DayCounts & { events: number }) | null>;
  /** The days of a span (both ends included) on which something happened, in order. */
  days(account: string, propertyId: string, span: { from: string; to: string }): Promise<string[]>;
  /** Events from `fromMs` up to before `toMs`, newest first. */
  events(
    account: string,
    propertyId: string,
    span: { fromMs: number; toMs: number; limit: number },
  ): Promise<PropertyEvent[]>;
  /** Resolves to the value there was before, or null. */
  set(
    account: string,
    setting: { propertyId: string; key: string; value: SettingValue },
  ): Promise<SettingValue | null>;
  removeBefore(day: string, timeMs: number): Promise<void>;
}

const daySchema = z.object({
  passed: z.number(),
  flagged: z.number(),
  deleted: z.number(),
  events: z.number(),
});
const eventSchema = z
  .object({ time_ms: z.number(), type: z.string(), detail: z.string() })
  .transform(({ time_ms: timeMs, type, detail }): PropertyEvent => {
    return { timeMs, type, detail: detailSchema.parse(JSON.parse(detail)) };
  });
const detailSchema = z.record(z.string(), z.unknown());
const valueSchema = z.union([z.string(), z.number(), z.boolean()]);

export function createPropertyStore(database: Sqlite): PropertyStore {
  return {
    add: (days, maxEvents) =>
      database.transaction(async (queries) => {
        for (const { account, propertyId, day, counts, events } of days) {
          const stored = await queries.get(
            z.object({ events: z.number() }),
            `INSERT INTO property_days VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET
               passed = passed + excluded.passed, flagged = flagged + excluded.flagged,
               deleted = deleted + excluded.deleted, events = events + excluded.events
             RETURNING events`,
            [
              account,
              propertyId,
              day,
              counts.passed,
              counts.flagged,
              counts.deleted,
              events.length,
            ],
          );
          const before = (stored?.events ?? 0) - events.length;
          const room = Math.max(0, maxEvents - before);
          await queries.run(
            `INSERT INTO property_events (account, property_id, time_ms, type, detail)
             SELECT ?, ?, value ->> 'timeMs', value ->> 'type', value -> 'detail' FROM json_each(?)`,
            [account, propertyId, JSON.stringify(events.slice(0, room))],
          );
        }
      }),
    day: (account, propertyId, day) =>
      database.get(
        daySchema,
        `SELECT passed, flagged, deleted, events FROM property_days
         WHERE account = ? AND property_id = ? AND day = ?`,
        [account, propertyId, day],
      ),
    async days(account, propertyId, { from, to }) {
      const rows = await database.all(
        z.object({ day: z.string() }),
        `SELECT day FROM property_days
         WHERE account = ? AND property_id = ? AND day BETWEEN ? AND ? ORDER BY day`,
        [account, propertyId, from, to],
      );
      return rows.map(({ day }) => day);
    },
    events: (account, propertyId, { fromMs, toMs, limit }) =>
      database.all(
        eventSchema,
        `SELECT time_ms, type, detail FROM property_events
         WHERE account = ? AND property_id = ? AND time_ms >= ? AND time_ms < ?
         ORDER BY time_ms DESC, id DESC LIMIT ?`,
        [account, propertyId, fromMs, toMs, limit],
      ),
    set: (account, { propertyId, key, value }) =>
      database.transaction(async (queries) => {
        const row = await queries.get(
          z.object({ value: z.string() }),
          'SELECT value FROM property_settings WHERE account = ? AND property_id = ? AND key = ?',
          [account, propertyId, key],
        );
        await queries.run('INSERT OR REPLACE INTO property_settings VALUES (?, ?, ?, ?)', [
          account,
          propertyId,
          key,
          JSON.stringify(value),
        ]);
        return row === null ? null : valueSchema.parse(JSON.parse(row.value));
      }),
    removeBefore: (day, timeMs) =>
      database.transaction(async (queries) => {
        await queries.run('DELETE FROM property_days WHERE day < ?', [day]);
        await queries.run('DELETE FROM property_events WHERE time_ms < ?', [timeMs]);
      }),
  };
}
