import type { Claims } from './instances.ts';
import type { ServiceDatabase } from './tables.ts';

export interface StoredSession {
  account: string;
  convoId: string;
  /** Identifies this session: a new session with the same convoId has another one. */
  instanceId: string;
  url: string;
  webhook: string | null;
  state: 'provisioning' | 'running' | 'finished';
  /** The reason for its failure, or null. */
  stopReason: string | null;
  /** Comma-separated; may be empty. */
  tags: string;
  undocumentedTags: string;
  /** 1: only the beginning of the media was transcribed. */
  isCut: number;
  createdMs: number;
  /** The service instance that runs it or ran it; null: none has claimed it yet. */
  claimedBy: string | null;
}

export type NewSession = Pick<
  StoredSession,
  'account' | 'convoId' | 'instanceId' | 'url' | 'webhook' | 'createdMs'
>;

const COLUMNS = [
  'account',
  'convo_id as convoId',
  'instance_id as instanceId',
  'url',
  'webhook',
  'state',
  'stop_reason as stopReason',
  'tags',
  'undocumented_tags as undocumentedTags',
  'is_cut as isCut',
  'created_ms as createdMs',
  'claimed_by as claimedBy',
] as const;

const UNFINISHED = ['provisioning', 'running'] as const;

/** Tagging sessions. Calls for a session that has been replaced change nothing. */
export interface SessionStore {
  /** Replaces any session with the same account and convoId, and claims the new one for this service instance. */
  put(session: NewSession): Promise<void>;
  get(account: string, convoId: string): Promise<StoredSession | null>;
  markRunning(instanceId: string): Promise<void>;
  setResult(
    instanceId: string,
    result: { tags: string; undocumentedTags: string; isCut: boolean },
  ): Promise<void>;
  /** Resolves to the finished session, or null if another has replaced it or it was already finished. */
  finish(
    instanceId: string,
    end: { stopReason: string | null; transcript: Buffer | null },
  ): Promise<StoredSession | null>;
  /** The encrypted transcript, or null. */
  transcript(account: string, convoId: string): Promise<Buffer | null>;
  /** Unfinished sessions that no running instance has claimed. */
  abandoned(): Promise<StoredSession[]>;
  /** The instance ids of the unfinished sessions that this service instance runs. */
  running(): Promise<ReadonlySet<string>>;
  /** Removes finished sessions created before a time; resolves to their number. */
  removeBefore(createdMs: number): Promise<number>;
}

export function createSessionStore(database: ServiceDatabase, claims: Claims): SessionStore {
  const updateInstance = (instanceId: string) =>
    database.updateTable('tagging_sessions').where('instance_id', '=', instanceId);

  return {
    async put({ account, convoId, instanceId, url, webhook, createdMs }) {
      const session = {
        instance_id: instanceId,
        url,
        webhook,
        state: 'provisioning',
        stop_reason: null,
        tags: '',
        undocumented_tags: '',
        is_cut: 0,
        transcript: null,
        created_ms: createdMs,
        claimed_by: claims.instanceId,
      } as const;
      await database
        .insertInto('tagging_sessions')
        .values({ account, convo_id: convoId, ...session })
        .onConflict((conflict) => conflict.columns(['account', 'convo_id']).doUpdateSet(session))
        .execute();
    },
    async get(account, convoId) {
      const session = await database
        .selectFrom('tagging_sessions')
        .select(COLUMNS)
        .where('account', '=', account)
        .where('convo_id', '=', convoId)
        .executeTakeFirst();
      return session ?? null;
    },
    async markRunning(instanceId) {
      await updateInstance(instanceId)
        .set({ state: 'running' })
        .where('state', '=', 'provisioning')
        .execute();
    },
    async setResult(instanceId, { tags, undocumentedTags, isCut }) {
      await updateInstance(instanceId)
        .set({ tags, undocumented_tags: undocumentedTags, is_cut: isCut ? 1 : 0 })
        .execute();
    },
    async finish(instanceId, { stopReason, transcript }) {
      const session = await updateInstance(instanceId)
        .set({ state: 'finished', stop_reason: stopReason, transcript })
        .where('state', 'in', UNFINISHED)
        .returning(COLUMNS)
        .executeTakeFirst();
      return session ?? null;
    },
    async transcript(account, convoId) {
      const row = await database
        .selectFrom('tagging_sessions')
        .select('transcript')
        .where('account', '=', account)
        .where('convo_id', '=', convoId)
        .executeTakeFirst();
      return row?.transcript ?? null;
    },
    abandoned: () =>
      database
        .selectFrom('tagging_sessions')
        .select(COLUMNS)
        .where('state', 'in', UNFINISHED)
        .where(claims.isAbandoned('claimed_by'))
        .orderBy('created_ms')
        .execute(),
    async running() {
      const rows = await database
        .selectFrom('tagging_sessions')
        .select('instance_id')
        .where('state', 'in', UNFINISHED)
        .where('claimed_by', '=', claims.instanceId)
        .execute();
      return new Set(rows.map(({ instance_id: instanceId }) => instanceId));
    },
    async removeBefore(createdMs) {
      const { numDeletedRows } = await database
        .deleteFrom('tagging_sessions')
        .where('state', '=', 'finished')
        .where('created_ms', '<', createdMs)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
