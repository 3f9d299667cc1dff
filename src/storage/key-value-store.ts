import { randomBytes } from 'node:crypto';
import { KeyvPostgres } from '@keyv/postgres';
import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { z } from 'zod';
import { translateError } from '../database/translate-errors.ts';
import type { Logger } from '../lib/logger.ts';
import { isPostgresUrl } from '../lib/state-url.ts';
import { sqlitePath } from '../lib/sqlite-url.ts';

const WEBHOOK_TOKEN_BYTES = 32;

/** `corrupt`: a record exists but does not fit its schema. */
export type ReadResult<T> = { kind: 'record'; value: T } | { kind: 'absent' } | { kind: 'corrupt' };

/** Records of one shape, looked up by key. Every method throws a `DatabaseError` when the database fails. */
export interface KeyValues<T> {
  /** Logs the key of a corrupt record. */
  read(key: string): Promise<ReadResult<T>>;
  set(key: string, value: T): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface KeyValueStore {
  /** `namespace` is unique to these records, without a colon. */
  open<T>(namespace: string, schema: z.ZodType<T>): KeyValues<T>;
  close(): Promise<void>;
}

/** Keyv, on the database of a `sqlite:` or `postgres:` URL. */
export async function openKeyValueStore(
  url: string,
  schema: string,
  logger: Logger,
): Promise<KeyValueStore> {
  const adapter = isPostgresUrl(url)
    ? new KeyvPostgres({ uri: url, schema })
    : new KeyvSqlite({ uri: `sqlite://${sqlitePath(url)}`, busyTimeout: 2000 });
  // Without a listener, a failed connection would end the process. The query that needs it throws the same error.
  adapter.on('error', (error) => logger.debug({ err: error }, 'key-value store error'));
  const attempt = <T>(work: () => Promise<T>): Promise<T> =>
    translateError('Key-value store', work);
  if (adapter instanceof KeyvSqlite) {
    // What is deleted is overwritten: an erased text must not remain in the file.
    await attempt(() => adapter.query('PRAGMA secure_delete = ON'));
  }

  return {
    open(namespace, recordSchema) {
      const keyv = openNamespace(adapter, namespace);
      return {
        async read(key) {
          const value: unknown = await attempt(() => keyv.get(key));
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
          await attempt(() => keyv.set(key, value));
        },
        async delete(key) {
          await attempt(() => keyv.delete(key));
        },
      };
    },
    close: () => attempt(() => adapter.disconnect()),
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

/** The secret part of the webhook's path. It is created at the first start and never changes. */
export async function webhookToken(
  keyValues: KeyValueStore,
): Promise<{ token: string; isNew: boolean }> {
  const tokens = keyValues.open('webhook-token', z.string().min(40));
  const stored = await tokens.read('path');
  if (stored.kind === 'record') return { token: stored.value, isNew: false };
  const token = randomBytes(WEBHOOK_TOKEN_BYTES).toString('base64url');
  await tokens.set('path', token);
  return { token, isNew: true };
}
