import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Clock } from '../../shared/clock.ts';
import type { Post, PostRef, PostRequest, PostState } from '../domain/posts/post.ts';
import { rankOf } from '../domain/posts/urgency.ts';
import type { StateDatabase, StateTables } from './tables.ts';

/** A write that belongs in another's transaction. */
export type AlsoWrite = (transaction: StateDatabase) => Promise<unknown>;

/** Posts that are not on Discord yet, or those that are. */
export type PostStage = 'new' | 'posted';

export type WaitingPost = Post & { readonly dueAt: number };

/** Stores the posts of the outbox. Every method throws when the database fails. */
export interface PostStore {
  get(ref: PostRef): Promise<Post | null>;
  /** Requests a post or an update. */
  want(request: PostRequest): Promise<void>;
  /** `want` as part of a transaction. */
  wantIn(transaction: StateDatabase, request: PostRequest): Promise<void>;
  /** The most urgent post of a server that is due; if none is, the one that is due next; null: none is waiting. */
  next(guildId: string, stage: PostStage): Promise<WaitingPost | null>;
  /** The servers with posts that wait, or only those with posts that are due. */
  guilds(which: 'waiting' | 'due'): Promise<string[]>;
  /** Stores the result, together with another write. The post stays due if it has been requested again since. */
  save(post: Post, state: PostState, also?: AlsoWrite): Promise<void>;
  /** Forgets a post, together with another write. If it has been requested again since it was read, that request stays. */
  forget(post: Post, also?: AlsoWrite): Promise<void>;
  /** Makes failed posts due, in one server or all. */
  retryNow(guildId?: string): Promise<void>;
}

type Row = Selectable<StateTables['posts']>;

const is = ({ guildId, kind, subject }: PostRef) =>
  sql<SqlBool>`guild_id = ${guildId} AND kind = ${kind} AND subject = ${subject}`;

export function createPostStore(database: StateDatabase, clock: Pick<Clock, 'now'>): PostStore {
  const waiting = (guildId: string, stage: PostStage) =>
    database
      .selectFrom('posts')
      .where('guild_id', '=', guildId)
      .where('due_at', 'is not', null)
      .where('message_id', stage === 'new' ? 'is' : 'is not', null);

  return {
    async get(ref) {
      const row = await database.selectFrom('posts').selectAll().where(is(ref)).executeTakeFirst();
      return row === undefined ? null : postOf(row);
    },
    want: (request) => wantPost(database, request, clock.now()),
    wantIn: (transaction, request) => wantPost(transaction, request, clock.now()),
    async next(guildId, stage) {
      const now = clock.now();
      const row = await waiting(guildId, stage)
        .selectAll()
        .$narrowType<{ due_at: number }>()
        .orderBy(sql`CASE WHEN due_at <= ${now} THEN 0 ELSE 1 END`)
        .orderBy(sql`CASE WHEN due_at <= ${now} THEN priority ELSE 0 END`)
        .orderBy('due_at')
        .orderBy('subject')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : { ...postOf(row), dueAt: row.due_at };
    },
    async guilds(which) {
      const rows = await database
        .selectFrom('posts')
        .select('guild_id')
        .distinct()
        .where('due_at', 'is not', null)
        .$if(which === 'due', (query) => query.where('due_at', '<=', clock.now()))
        .execute();
      return rows.map((row) => row.guild_id);
    },
    async save(post, { dueAt, notBefore, attempt, tries, message }, also) {
      const again = Math.max(clock.now(), notBefore);
      const write: AlsoWrite = async (transaction) => {
        // Runs first: other transactions also lock the subject before its post, and a different order could deadlock.
        await also?.(transaction);
        await transaction
          .updateTable('posts')
          .set({
            // PostgreSQL would infer text for two untyped parameters.
            due_at: sql`CASE WHEN revision = ${post.revision} THEN CAST(${dueAt} AS bigint) ELSE ${again} END`,
            not_before: notBefore,
            attempt_channel_id: attempt?.channelId ?? null,
            attempt_at: attempt?.at ?? null,
            tries,
            channel_id: message?.channelId ?? null,
            message_id: message?.messageId ?? null,
          })
          .where(is(post))
          .execute();
      };
      await (also === undefined ? write(database) : database.transaction().execute(write));
    },
    forget: (post, also) =>
      database.transaction().execute(async (transaction) => {
        // Runs first, as in `save`.
        await also?.(transaction);
        const { numDeletedRows } = await transaction
          .deleteFrom('posts')
          .where(is(post))
          .where('revision', '=', post.revision)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) return;
        await transaction
          .updateTable('posts')
          .set({ attempt_channel_id: null, attempt_at: null, tries: 0 })
          .where(is(post))
          .execute();
      }),
    async retryNow(guildId) {
      await database
        .updateTable('posts')
        .set({ due_at: clock.now(), not_before: 0 })
        .where(({ or, eb }) => or([eb('due_at', 'is', null), eb('due_at', '>', clock.now())]))
        .where('tries', '>', 0)
        .$if(guildId !== undefined, (query) => query.where('guild_id', '=', guildId ?? ''))
        .execute();
    },
  };
}

/** `want` as part of a transaction. */
export async function wantPost(
  transaction: StateDatabase,
  { guildId, kind, subject, urgency, revision, dueAt, message }: PostRequest,
  nowMs: number,
): Promise<void> {
  const soonest = dueAt ?? nowMs;
  const priority = rankOf(urgency);
  await transaction
    .insertInto('posts')
    .values({
      guild_id: guildId,
      kind,
      subject,
      priority,
      revision: revision ?? 1,
      due_at: soonest,
      not_before: 0,
      tries: 0,
      channel_id: message?.channelId ?? null,
      message_id: message?.messageId ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['guild_id', 'kind', 'subject']).doUpdateSet(({ ref, eb }) => ({
        priority: sql<number>`CASE
          WHEN ${ref('posts.priority')} < ${priority} THEN ${ref('posts.priority')} ELSE ${priority} END`,
        revision: revision ?? eb('posts.revision', '+', 1),
        due_at: sql<number>`CASE
          WHEN ${ref('posts.due_at')} <= ${soonest} THEN ${ref('posts.due_at')}
          WHEN ${ref('posts.not_before')} > ${soonest} THEN ${ref('posts.not_before')}
          ELSE ${soonest} END`,
      })),
    )
    .execute();
}

/**
 * Starts a new message for a subject's post, as part of a transaction. The revision keeps counting, so that code that has
 * read the earlier post does not mistake the new one for it.
 */
export async function restartPost(transaction: StateDatabase, ref: PostRef): Promise<void> {
  await transaction
    .updateTable('posts')
    .set({ attempt_channel_id: null, attempt_at: null, channel_id: null, message_id: null })
    .where(is(ref))
    .execute();
}

/** Forgets a post as part of a transaction, with its subject. */
export async function forgetPost(transaction: StateDatabase, ref: PostRef): Promise<void> {
  await transaction.deleteFrom('posts').where(is(ref)).execute();
}

function postOf(row: Row): Post {
  const { channel_id: channelId, message_id: messageId } = row;
  const { attempt_channel_id: attemptedIn, attempt_at: at } = row;
  return {
    guildId: row.guild_id,
    kind: row.kind,
    subject: row.subject,
    revision: row.revision,
    dueAt: row.due_at,
    attempt: attemptedIn === null || at === null ? null : { channelId: attemptedIn, at },
    tries: row.tries,
    message: channelId === null || messageId === null ? null : { channelId, messageId },
  };
}
