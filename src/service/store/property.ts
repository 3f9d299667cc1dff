import { z } from 'zod';
import { lockUntilCommit } from '../../shared/database/transaction-lock.ts';
import type { ServiceDatabase } from './tables.ts';

export type SettingValue = string | number | boolean;

export interface PropertyEvent {
  timeMs: number;
  /** For example `action.ban`. */
  type: string;
  /** Further fields of the event, as plain data. */
  detail: Readonly<Record<string, unknown>>;
}

/** Moderated samples of a day, by suggested action. */
export interface DayCounts {
  passed: number;
  flagged: number;
  deleted: number;
}

/** The counts and events of one property on one day. */
export interface DayOfProperty {
  account: string;
  propertyId: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  counts: DayCounts;
  events: readonly PropertyEvent[];
}

export interface PropertyStore {
  /** Adds to each day's counts and events. At most `maxEvents` events are stored per day; all are counted. */
  add(days: readonly DayOfProperty[], maxEvents: number): Promise<void>;
  /** The counts of a day and the number of its events; null if there are none. */
  day(
    account: string,
    propertyId: string,
    day: string,
  ): Promise<(DayCounts & { events: number }) | null>;
  /** The days of a span (both ends inclusive) with data, in order. */
  days(account: string, propertyId: string, span: { from: string; to: string }): Promise<string[]>;
  /** Events from `fromMs` (inclusive) to `toMs` (exclusive), newest first. */
  events(
    account: string,
    propertyId: string,
    span: { fromMs: number; toMs: number; limit: number },
  ): Promise<PropertyEvent[]>;
  /** Resolves to the previous value, or null. */
  set(
    account: string,
    setting: { propertyId: string; key: string; value: SettingValue },
  ): Promise<SettingValue | null>;
  removeBefore(day: string, timeMs: number): Promise<void>;
}

const detailSchema = z.record(z.string(), z.unknown());
const valueSchema = z.union([z.string(), z.number(), z.boolean()]);

/** SQLite allows 32,766 parameters per statement, and an event takes 5. */
const MAX_ROWS = 1_000;

function byKey(a: DayOfProperty, b: DayOfProperty): number {
  const [one, other] = [a, b].map((day) => `${day.account} ${day.propertyId} ${day.day}`);
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

export function createPropertyStore(database: ServiceDatabase): PropertyStore {
  async function addEvents(
    transaction: ServiceDatabase,
    { account, propertyId }: DayOfProperty,
    events: readonly PropertyEvent[],
  ): Promise<void> {
    const rows = events.map(({ timeMs, type, detail }) => ({
      account,
      property_id: propertyId,
      time_ms: timeMs,
      type,
      detail: JSON.stringify(detail),
    }));
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      await transaction
        .insertInto('property_events')
        .values(rows.slice(start, start + MAX_ROWS))
        .execute();
    }
  }

  return {
    add: (days, maxEvents) =>
      database.transaction().execute(async (transaction) => {
        // All instances lock the rows in this order; otherwise two could wait for each other.
        for (const day of [...days].sort(byKey)) {
          const { passed, flagged, deleted } = day.counts;
          const stored = await transaction
            .insertInto('property_days')
            .values({
              account: day.account,
              property_id: day.propertyId,
              day: day.day,
              passed,
              flagged,
              deleted,
              events: day.events.length,
            })
            .onConflict((conflict) =>
              conflict.columns(['account', 'property_id', 'day']).doUpdateSet((update) => ({
                passed: update('property_days.passed', '+', passed),
                flagged: update('property_days.flagged', '+', flagged),
                deleted: update('property_days.deleted', '+', deleted),
                events: update('property_days.events', '+', day.events.length),
              })),
            )
            .returning('events')
            .executeTakeFirstOrThrow();
          const before = stored.events - day.events.length;
          const room = Math.max(0, maxEvents - before);
          await addEvents(transaction, day, day.events.slice(0, room));
        }
      }),
    async day(account, propertyId, day) {
      const row = await database
        .selectFrom('property_days')
        .select(['passed', 'flagged', 'deleted', 'events'])
        .where('account', '=', account)
        .where('property_id', '=', propertyId)
        .where('day', '=', day)
        .executeTakeFirst();
      return row ?? null;
    },
    async days(account, propertyId, { from, to }) {
      const rows = await database
        .selectFrom('property_days')
        .select('day')
        .where('account', '=', account)
        .where('property_id', '=', propertyId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute();
      return rows.map(({ day }) => day);
    },
    async events(account, propertyId, { fromMs, toMs, limit }) {
      const rows = await database
        .selectFrom('property_events')
        .select(['time_ms', 'type', 'detail'])
        .where('account', '=', account)
        .where('property_id', '=', propertyId)
        .where('time_ms', '>=', fromMs)
        .where('time_ms', '<', toMs)
        .orderBy('time_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ time_ms: timeMs, type, detail }) => ({
        timeMs,
        type,
        detail: detailSchema.parse(JSON.parse(detail)),
      }));
    },
    set: (account, { propertyId, key, value }) =>
      database.transaction().execute(async (transaction) => {
        await lockUntilCommit(transaction, `property setting ${account} ${propertyId} ${key}`);
        const previous = await transaction
          .selectFrom('property_settings')
          .select('value')
          .where('account', '=', account)
          .where('property_id', '=', propertyId)
          .where('key', '=', key)
          .executeTakeFirst();
        const json = JSON.stringify(value);
        await transaction
          .insertInto('property_settings')
          .values({ account, property_id: propertyId, key, value: json })
          .onConflict((conflict) =>
            conflict.columns(['account', 'property_id', 'key']).doUpdateSet({ value: json }),
          )
          .execute();
        return previous === undefined ? null : valueSchema.parse(JSON.parse(previous.value));
      }),
    removeBefore: (day, timeMs) =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('property_days').where('day', '<', day).execute();
        await transaction.deleteFrom('property_events').where('time_ms', '<', timeMs).execute();
      }),
  };
}
