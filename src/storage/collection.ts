import type { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import type { Database, Row } from './database.ts';

/** What a read finds: a record that no longer fits its schema is told from one that never was. */
export type Found<T> = { kind: 'record'; value: T } | { kind: 'absent' } | { kind: 'corrupt' };

/** Records of one shape under one prefix, checked on the way out. */
export interface Collection<T> {
  find(key: string): Promise<Found<T>>;
  /** The record; null where it is absent or corrupt. */
  get(key: string): Promise<T | null>;
  /** Those that are there and sound, by key. */
  getMany(keys: readonly string[]): Promise<Map<string, T>>;
  set(key: string, value: T): Promise<void>;
  /** A row for a batch that spans collections (`Database.setMany`). */
  row(key: string, value: T, ttlMs?: number): Row;
  delete(key: string): Promise<void>;
  deleteMany(keys: readonly string[]): Promise<void>;
  /** At most `limit` keys that start with a prefix, in order: those behind `after` where it is given. */
  page(prefix: string, options: { after?: string; limit: number }): Promise<string[]>;
  keys(prefix?: string): Promise<string[]>;
  /** The highest number that follows a prefix in a key; 0 where there is none. */
  highestNumber(prefix: string): Promise<number>;
}

export interface CollectionOptions<T> {
  database: Database;
  /** Distinct from every other collection's, without a colon. */
  prefix: string;
  schema: z.ZodType<T>;
  logger: Logger;
}

/** A record that does not fit `schema` is logged by its key and passed over: it never stops the bot. */
export function createCollection<T>(options: CollectionOptions<T>): Collection<T> {
  const { database, prefix, schema, logger } = options;
  const fullKey = (key: string): string => `${prefix}:${key}`;

  function check(key: string, raw: unknown): Found<T> {
    if (raw === undefined || raw === null) return { kind: 'absent' };
    const parsed = schema.safeParse(raw);
    if (parsed.success) return { kind: 'record', value: parsed.data };
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
    logger.error(
      { record: fullKey(key), problems },
      'a stored record is corrupt; it is passed over',
    );
    return { kind: 'corrupt' };
  }

  const collection: Collection<T> = {
    async find(key) {
      return check(key, await database.get(fullKey(key)));
    },
    async get(key) {
      const found = await collection.find(key);
      return found.kind === 'record' ? found.value : null;
    },
    async getMany(keys) {
      const records = new Map<string, T>();
      const raws = await database.getMany(keys.map(fullKey));
      for (const [index, key] of keys.entries()) {
        const found = check(key, raws[index]);
        if (found.kind === 'record') records.set(key, found.value);
      }
      return records;
    },
    set: (key, value) => database.setMany([collection.row(key, value)]),
    row: (key, value, ttlMs) => ({
      key: fullKey(key),
      value,
      ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    }),
    delete: (key) => database.delete(fullKey(key)),
    deleteMany: (keys) => database.deleteMany(keys.map(fullKey)),
    async page(below, { after, limit }) {
      const options = after === undefined ? { limit } : { after: fullKey(after), limit };
      const keys = await database.page(fullKey(below), options);
      return keys.map((key) => key.slice(prefix.length + 1));
    },
    highestNumber: (below) => database.highestNumber(fullKey(below)),
    async keys(below = '') {
      const keys = await database.keys(fullKey(below));
      return keys.map((key) => key.slice(prefix.length + 1));
    },
  };
  return collection;
}
