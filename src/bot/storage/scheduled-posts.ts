import type { StateDatabase } from './tables.ts';

/** Posts that the bot makes of its own accord, once each. */
export type PostKind =
  | 'welcome'
  | 'weekly report'
  | 'watch report'
  | 'watch result'
  | 'setup reminder';

/** A post that was due. While it is not posted, an earlier attempt may have posted it nevertheless. */
export interface ScheduledPost {
  /** Milliseconds since the Unix epoch. */
  readonly dueAt: number;
  readonly isPosted: boolean;
}

export interface ScheduledPosts {
  /** Null: none yet. */
  latest(guildId: string, kind: PostKind): Promise<ScheduledPost | null>;
  save(guildId: string, kind: PostKind, post: ScheduledPost): Promise<void>;
}

export function createScheduledPosts(database: StateDatabase): ScheduledPosts {
  return {
    async latest(guildId, kind) {
      const row = await database
        .selectFrom('scheduled_posts')
        .select(['due_at', 'posted'])
        .where('guild_id', '=', guildId)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row === undefined ? null : { dueAt: row.due_at, isPosted: row.posted === 1 };
    },
    async save(guildId, kind, { dueAt, isPosted }) {
      const values = { due_at: dueAt, posted: isPosted ? (1 as const) : (0 as const) };
      await database
        .insertInto('scheduled_posts')
        .values({ guild_id: guildId, kind, ...values })
        .onConflict((conflict) => conflict.columns(['guild_id', 'kind']).doUpdateSet(values))
        .execute();
    },
  };
}
