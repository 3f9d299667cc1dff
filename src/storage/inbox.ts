import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { digestSchema } from '../moderation/digest.ts';
import {
  begunSchema,
  type AcceptedEvent,
  type InboxStore,
  type WaitingEvent,
} from '../moderation/events.ts';
import type { ParkedEvent } from '../moderation/ports.ts';
import { createCollection, type Collection } from './collection.ts';
import type { Database, Row } from './database.ts';
import { createKeywordHits } from './keyword-hits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an event is known again, counted from its receipt. */
const KNOWN_MS = DAY_MS;
/** The longest a text is kept that nobody could post. */
const KEPT_MS = 30 * DAY_MS;

const PARKED_SHOWN = 100;
const PAGE = 1000;

const fields = {
  body: z.unknown(),
  receivedAtMs: z.number(),
  lane: z.string(),
  sequence: z.number(),
};
const recordSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('waiting'),
    ...fields,
    tries: z.int(),
    begun: begunSchema.nullable(),
  }),
  z.object({
    state: z.literal('parked'),
    ...fields,
    guildId: z.string().nullable(),
    addon: z.string(),
    reason: z.string(),
  }),
  z.object({ state: z.literal('done') }),
]);
type EventRecord = z.infer<typeof recordSchema>;

interface Arrival {
  readonly event: AcceptedEvent;
  readonly lane: string;
  readonly settle: ((result: 'stored' | 'known') => void)[];
  readonly fail: ((error: unknown) => void)[];
}

/**
 * An event's record says how it stands; a row in `inbox-waiting` or `inbox-parked` only leads to it. A row whose record
 * says otherwise was left by a killed process and is removed when it is met.
 */
export function createInbox(database: Database, logger: Logger, clock: Clock): InboxStore {
  const events = createCollection({ database, prefix: 'inbox', schema: recordSchema, logger });
  const rowSchema = z.string();
  const waiting = createCollection({
    database,
    prefix: 'inbox-waiting',
    schema: rowSchema,
    logger,
  });
  const parked = createCollection({ database, prefix: 'inbox-parked', schema: rowSchema, logger });
  const hits = createKeywordHits(database, logger);
  const digests = createCollection({ database, prefix: 'digest', schema: digestSchema, logger });

  let lastSequence = 0;
  /** What came while a batch was being written: the next batch, by event id. */
  let arrivals = new Map<string, Arrival>();
  let isWriting = false;

  const rowKey = (lane: string, sequence: number): string =>
    `${lane}:${String(sequence).padStart(16, '0')}`;
  const parkedKey = (guildId: string | null, sequence: number): string =>
    rowKey(guildId ?? '-', sequence);
  const keepMs = (receivedAtMs: number, forMs: number): number =>
    Math.max(1, receivedAtMs + forMs - clock.now());

  function rowsOf({ id, ...event }: WaitingEvent): Row[] {
    const ttlMs = keepMs(event.receivedAtMs, KEPT_MS);
    return [
      events.row(id, { state: 'waiting', ...event }, ttlMs),
      waiting.row(rowKey(event.lane, event.sequence), id, ttlMs),
    ];
  }

  /** Later ones sort behind earlier ones, also after a restart. */
  function nextSequence(receivedAtMs: number): number {
    lastSequence = Math.max(lastSequence + 1, Math.floor(receivedAtMs) * 1000);
    return lastSequence;
  }

  /** One write for all that came together. */
  async function write(batch: ReadonlyMap<string, Arrival>): Promise<void> {
    const known = await events.getMany([...batch.keys()]);
    const fresh = [...batch].filter(([id]) => !known.has(id));
    await database.setMany(
      fresh.flatMap(([, { event, lane }]) => {
        const sequence = nextSequence(event.receivedAtMs);
        return rowsOf({ ...event, lane, sequence, tries: 0, begun: null });
      }),
    );
    for (const [id, { settle }] of batch) {
      const [first, ...others] = settle;
      first?.(known.has(id) ? 'known' : 'stored');
      for (const other of others) other('known');
    }
  }

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (arrivals.size > 0) {
      const batch = arrivals;
      arrivals = new Map();
      try {
        await write(batch);
      } catch (error) {
        for (const { fail } of batch.values()) for (const one of fail) one(error);
      }
    }
    isWriting = false;
  }

  const tombstone = ({ id, receivedAtMs }: WaitingEvent): Row =>
    events.row(id, { state: 'done' }, keepMs(receivedAtMs, KNOWN_MS));
  const rowKeyOf = ({ lane, sequence }: WaitingEvent): string => rowKey(lane, sequence);

  /** The records that rows lead to; rows that lead nowhere are removed. */
  async function follow<State extends EventRecord['state']>(
    rows: Collection<string>,
    keys: readonly string[],
    state: State,
  ): Promise<(Extract<EventRecord, { state: State }> & { id: string })[]> {
    const ids = await rows.getMany(keys);
    const records = await events.getMany([...ids.values()]);
    const stale: string[] = [];
    const found = keys.flatMap((key) => {
      const id = ids.get(key);
      const record = id === undefined ? undefined : records.get(id);
      if (id !== undefined && record !== undefined && isIn(record, state)) return { ...record, id };
      stale.push(key);
      return [];
    });
    await rows.deleteMany(stale);
    return found;
  }

  return {
    accept: (event, lane) =>
      new Promise((resolve, reject) => {
        const same = arrivals.get(event.id);
        if (same === undefined) {
          arrivals.set(event.id, { event, lane, settle: [resolve], fail: [reject] });
        } else {
          same.settle.push(resolve);
          same.fail.push(reject);
        }
        void writeAll();
      }),

    async lanes() {
      const lanes: string[] = [];
      for (let after: string | undefined; ;) {
        const [key] = await waiting.page(
          '',
          after === undefined ? { limit: 1 } : { after, limit: 1 },
        );
        if (key === undefined) return lanes;
        const lane = key.slice(0, key.lastIndexOf(':'));
        lanes.push(lane);
        // Behind all rows of this lane.
        after = `${lane};`;
      }
    },

    count: () => countOf(waiting),
    parkedCount: () => countOf(parked),

    async next(lane, limit) {
      for (;;) {
        const keys = await waiting.page(`${lane}:`, { limit });
        const found = await follow(waiting, keys, 'waiting');
        if (found.length > 0 || keys.length < limit) {
          return found.map(({ state: _state, ...event }) => event);
        }
      }
    },

    save: (event, kept) =>
      database.setMany([
        ...rowsOf(event),
        ...(kept === undefined ? [] : hits.rows(kept.hit, kept.keepMs)),
      ]),

    async done(event) {
      await database.setMany([tombstone(event)]);
      await waiting.delete(rowKeyOf(event));
    },

    async fold(target, digest, folded) {
      await database.setMany([digests.row(target, digest), ...folded.map(tombstone)]);
      await waiting.deleteMany(folded.map(rowKeyOf));
    },
    digest: (target) => digests.get(target),
    saveDigest: (target, digest) => digests.set(target, digest),
    endDigest: (target) => digests.delete(target),
    digests: () => digests.keys(),

    async park({ id, tries: _tries, begun: _begun, ...event }, parking) {
      const ttlMs = keepMs(event.receivedAtMs, KEPT_MS);
      await database.setMany([
        events.row(id, { state: 'parked', ...event, ...parking }, ttlMs),
        parked.row(parkedKey(parking.guildId, event.sequence), id, ttlMs),
      ]);
      await waiting.delete(rowKey(event.lane, event.sequence));
    },

    async unpark(eventId) {
      const record = await events.get(eventId);
      if (record?.state !== 'parked') return null;
      const { body, receivedAtMs, lane, sequence, guildId } = record;
      const event = { id: eventId, body, receivedAtMs, lane, sequence, tries: 0, begun: null };
      await database.setMany(rowsOf(event));
      await parked.delete(parkedKey(guildId, sequence));
      return lane;
    },

    async parked(guildId) {
      const keys = await parked.page(`${guildId ?? '-'}:`, { limit: PARKED_SHOWN });
      const found = await follow(parked, keys, 'parked');
      return found.map(({ id, addon, reason, receivedAtMs, guildId }): ParkedEvent => ({
        eventId: id,
        guildId,
        addon,
        reason,
        receivedAtMs,
      }));
    },

    get: hits.get,
    forgetTexts: hits.forgetTexts,
  };
}

/** Read in pages: only the keys of one are in memory. */
async function countOf(rows: Collection<string>): Promise<number> {
  let count = 0;
  for (let after: string | undefined; ;) {
    const keys = await rows.page(
      '',
      after === undefined ? { limit: PAGE } : { after, limit: PAGE },
    );
    count += keys.length;
    if (keys.length < PAGE) return count;
    after = keys.at(-1);
  }
}

function isIn<State extends EventRecord['state']>(
  record: EventRecord,
  state: State,
): record is Extract<EventRecord, { state: State }> {
  return record.state === state;
}
