import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import type { StateDatabase } from './tables.ts';

const WEBHOOK_TOKEN_BYTES = 32;

/** `corrupt`: a record exists but does not fit its schema. */
export type ReadResult<T> = { kind: 'record'; value: T } | { kind: 'absent' } | { kind: 'corrupt' };

/** Records of one shape, looked up by key. Every method throws a `DatabaseError` when the database fails. */
export interface KeyValues<T> {
  /** Logs the key of a corrupt record. */
  read(key: string): Promise<ReadResult<T>>;
  set(key: string, value: T): Promise<void>;
  /** Returns false and changes nothing if there is a record, even a corrupt one. */
  add(key: string, value: T): Promise<boolean>;
  delete(key: string): Promise<void>;
}

export interface KeyValueStore {
  /** `namespace` is unique to these records, without a colon. */
  open<T>(namespace: string, schema: z.ZodType<T>): KeyValues<T>;
}

/** The table that Keyv once wrote, which gave it its name and the values their form. */
// A type, because `withTables` takes no interface.
type KeyValueTables = { keyv: { key: string; value: string } };

const storedSchema = z.object({ value: z.unknown() });

export function createKeyValueStore(state: StateDatabase, logger: Logger): KeyValueStore {
  const database = state.withTables<KeyValueTables>();

  return {
    open(namespace, recordSchema) {
      const rowOf = (key: string, value: unknown): KeyValueTables['keyv'] => ({
        key: `${namespace}:${key}`,
        value: JSON.stringify({ value }),
      });

      return {
        async read(key) {
          const row = await database
            .selectFrom('keyv')
            .select('value')
            .where('key', '=', `${namespace}:${key}`)
            .executeTakeFirst();
          if (row === undefined) return { kind: 'absent' };
          const parsed = recordSchema.safeParse(storedValue(row.value));
          if (parsed.success) return { kind: 'record', value: parsed.data };
          const problems = parsed.error.issues.map(
            ({ path, code }) => `${path.join('.')}: ${code}`,
          );
          logger.error(
            { record: `${namespace}:${key}`, problems },
            'stored record is corrupt, skipping it',
          );
          return { kind: 'corrupt' };
        },
        async set(key, value) {
          const row = rowOf(key, value);
          await database
            .insertInto('keyv')
            .values(row)
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
            .execute();
        },
        async add(key, value) {
          const { numInsertedOrUpdatedRows = 0n } = await database
            .insertInto('keyv')
            .values(rowOf(key, value))
            .onConflict((conflict) => conflict.column('key').doNothing())
            .executeTakeFirstOrThrow();
          return numInsertedOrUpdatedRows > 0n;
        },
        async delete(key) {
          await database.deleteFrom('keyv').where('key', '=', `${namespace}:${key}`).execute();
        },
      };
    },
  };
}

/** Undefined, which fits no record, if the text is not ours. */
function storedValue(text: string): unknown {
  try {
    return storedSchema.safeParse(JSON.parse(text)).data?.value;
  } catch {
    return undefined;
  }
}

/**
 * The secret part of the webhook's path. The first process to start creates it, and it never changes. Of several that start
 * at once, only one gets `isNew`.
 */
export async function webhookToken(
  keyValues: KeyValueStore,
): Promise<{ token: string; isNew: boolean }> {
  const tokens = keyValues.open('webhook-token', z.string().min(40));
  const created = randomBytes(WEBHOOK_TOKEN_BYTES).toString('base64url');
  if (await tokens.add('path', created)) return { token: created, isNew: true };
  const stored = await tokens.read('path');
  if (stored.kind === 'record') return { token: stored.value, isNew: false };
  await tokens.set('path', created);
  return { token: created, isNew: true };
}
