import { z } from 'zod';
import type { Sqlite } from './sqlite.ts';

export const SESSIONS_SCHEMA = `
CREATE TABLE tagging_sessions (
  account TEXT NOT NULL,
  convo_id TEXT NOT NULL,
  instance_id TEXT NOT NULL,
  url TEXT NOT NULL,
  webhook TEXT,
  state TEXT NOT NULL,
  stop_reason TEXT,
  tags TEXT NOT NULL DEFAULT '',
  undocumented_tags TEXT NOT NULL DEFAULT '',
  transcript BLOB,
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (account, convo_id)
) STRICT
`;

/** A tagging session as it is stored. */
export interface StoredSession {
  account: string;
  convoId: string;
  /** Of this very session: another one with the same convoId replaces it. */
  instanceId: string;
  url: string;
  webhook: string | null;
  state: 'provisioning' | 'running' | 'finished';
  /** Why it failed; null when it did not, or not yet. */
  stopReason: string | null;
  /** Comma-separated; empty when there are none. */
  tags: string;
  undocumentedTags: string;
  createdMs: number;
}

export type NewSession = Pick<
  StoredSession,
  'account' | 'convoId' | 'instanceId' | 'url' | 'webhook' | 'createdMs'
>;

const rowSchema = z
  .object({
    account: z.string(),
    convo_id: z.string(),
    instance_id: z.string(),
    url: z.string(),
    webhook: z.string().nullable(),
    state: z.enum(['provisioning', 'running', 'finished']),
    stop_reason: z.string().nullable(),
    tags: z.string(),
    undocumented_tags: z.string(),
    created_ms: z.number(),
  })
  .transform((row) => ({
    account: row.account,
    convoId: row.convo_id,
    instanceId: row.instance_id,
    url: row.url,
    webhook: row.webhook,
    state: row.state,
    stopReason: row.stop_reason,
    tags: row.tags,
    undocumentedTags: row.undocumented_tags,
    createdMs: row.created_ms,
  }));

const COLUMNS =
  'account, convo_id, instance_id, url, webhook, state, stop_reason, tags, undocumented_tags, created_ms';

/** Tagging sessions. What is asked of an instance changes nothing once another one has taken its place. */
export interface SessionStore {
  /** Replaces a session of the same account and convoId. */
  put(session: NewSession): Promise<void>;
  get(account: string, convoId: string): Promise<StoredSession | null>;
  run(instanceId: string): Promise<void>;
  recommend(instanceId: string, tags: string, undocumentedTags: string): Promise<void>;
  /** Resolves to the session as it ended, or null when another one has taken its place. */
  finish(
    instanceId: string,
    end: { stopReason: string | null; transcript: Buffer | null },
  ): Promise<StoredSession | null>;
  /** The sealed transcript; null where there is none. */
  transcript(account: string, convoId: string): Promise<Buffer | null>;
  /** Sessions an earlier run of the service left unfinished. */
  unfinished(): Promise<StoredSession[]>;
  /** Removes finished sessions created before; resolves to how many. */
  removeBefore(createdMs: number): Promise<number>;
}

export function createSessionStore(database: Sqlite): SessionStore {
  return {
    async put({ account, convoId, instanceId, url, webhook, createdMs }) {
      await database.run(
        `INSERT OR REPLACE INTO tagging_sessions
           (account, convo_id, instance_id, url, webhook, state, created_ms)
         VALUES (?, ?, ?, ?, ?, 'provisioning', ?)`,
        [account, convoId, instanceId, url, webhook, createdMs],
      );
    },
    get: (account, convoId) =>
      database.get(
        rowSchema,
        `SELECT ${COLUMNS} FROM tagging_sessions WHERE account = ? AND convo_id = ?`,
        [account, convoId],
      ),
    async run(instanceId) {
      await database.run(`UPDATE tagging_sessions SET state = 'running' WHERE instance_id = ?`, [
        instanceId,
      ]);
    },
    async recommend(instanceId, tags, undocumentedTags) {
      await database.run(
        'UPDATE tagging_sessions SET tags = ?, undocumented_tags = ? WHERE instance_id = ?',
        [tags, undocumentedTags, instanceId],
      );
    },
    finish: (instanceId, { stopReason, transcript }) =>
      database.get(
        rowSchema,
        `UPDATE tagging_sessions SET state = 'finished', stop_reason = ?, transcript = ?
         WHERE instance_id = ? RETURNING ${COLUMNS}`,
        [stopReason, transcript, instanceId],
      ),
    async transcript(account, convoId) {
      const row = await database.get(
        z.object({ transcript: z.instanceof(Buffer).nullable() }),
        'SELECT transcript FROM tagging_sessions WHERE account = ? AND convo_id = ?',
        [account, convoId],
      );
      return row?.transcript ?? null;
    },
    unfinished: () =>
      database.all(
        rowSchema,
        `SELECT ${COLUMNS} FROM tagging_sessions WHERE state <> 'finished' ORDER BY created_ms`,
      ),
    removeBefore: (createdMs) =>
      database.run(`DELETE FROM tagging_sessions WHERE state = 'finished' AND created_ms < ?`, [
        createdMs,
      ]),
  };
}
