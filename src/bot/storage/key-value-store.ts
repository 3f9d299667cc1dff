import { randomBytes } from 'node:crypto';
import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { z } from 'zod';
import type { Logger } from '../../shared/logger.ts';
import { keyvAdapterOf } from './keyv-adapters.ts';
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

// A type, because `withTables` does not accept an interface.
type KeyvTables = { keyv: { key: string; value: string } };

/** Keyv on the tables of the state. */
export function createKeyValueStore(database: StateDatabase, logger: Logger): KeyValueStore {
  const adapter = keyvAdapterOf(database);
  // Without a listener, a failed statement would end the process. The query that needs it throws the same error.
  adapter.on('error', (error) => logger.debug({ err: error }, 'key-value store error'));

  return {
    open(namespace, recordSchema) {
      const keyv = openNamespace(adapter, namespace);
      return {
        async read(key) {
          const value: unknown = await keyv.get(key);
          if (value === undefined) return { kind: 'absent' };
          const parsed = recordSchema.safeParse(value);
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
          await keyv.set(key, value);
        },
        // Keyv cannot add a record only if there is none.
        async add(key, value) {
          const { numInsertedOrUpdatedRows = 0n } = await database
            .withTables<KeyvTables>()
            .insertInto('keyv')
            .values({ key: `${namespace}:${key}`, value: JSON.stringify({ value }) })
            .onConflict((conflict) => conflict.column('key').doNothing())
            .executeTakeFirstOrThrow();
          return numInsertedOrUpdatedRows > 0n;
        },
        async delete(key) {
          await keyv.delete(key);
        },
      };
    },
  };
}

function openNamespace(store: KeyvStoreAdapter, namespace: string): Keyv {
  return new Keyv({
    store,
    namespace,
    throwOnErrors: true,
    emitErrors: false,
    serialize: (data) => JSON.stringify(data),
    deserialize: (text) => JSON.parse(isStored(text) ? text : UNREADABLE),
  });
}

/** The format in which Keyv stores a value. */
const storedSchema = z.object({ value: z.unknown(), expires: z.number().optional() });

/** Replaces a value that Keyv did not write. It fits no record's schema, so that it is reported as corrupt. */
const UNREADABLE = '{"value":["unreadable"]}';

function isStored(text: string): boolean {
  try {
    return storedSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/**
 * The secret part of the webhook's path. The first process to start creates it, and it never changes. If several start at
 * once, only one gets `isNew`.
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
