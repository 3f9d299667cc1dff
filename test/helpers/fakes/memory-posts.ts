import { postKey, type Post, type PostRequest } from '../../../src/bot/domain/posts/post.ts';
import { rankOf } from '../../../src/bot/domain/posts/urgency.ts';
import type { PostStage, PostStore } from '../../../src/bot/storage/posts.ts';
import type { StateDatabase } from '../../../src/bot/storage/tables.ts';

type Row = Post & { readonly notBefore: number; readonly priority: number };

type Waiting = Row & { readonly dueAt: number };

const isWaiting = (row: Row): row is Waiting => row.dueAt !== null;

/** Stands in for a transaction, which stores in memory ignore. */
const TRANSACTION = {} as StateDatabase;

/** Posts of the outbox in memory. */
export function createMemoryPosts(clock: { now(): number }): PostStore {
  const rows = new Map<string, Row>();
  /** The first waiting post in this order. */
  function first(
    guildId: string,
    stage: PostStage,
    isBefore: (a: Waiting, b: Waiting) => boolean,
  ): Waiting | null {
    let best: Waiting | null = null;
    for (const row of rows.values()) {
      const isOfStage = (row.message === null) === (stage === 'new');
      if (row.guildId !== guildId || !isOfStage || !isWaiting(row)) continue;
      if (best === null || isBefore(row, best)) best = row;
    }
    return best;
  }

  async function want(request: PostRequest): Promise<void> {
    const { urgency, dueAt: wantedAt, revision, message = null, ...ref } = request;
    const key = postKey(ref);
    const dueAt = wantedAt ?? clock.now();
    const priority = rankOf(urgency);
    const row = rows.get(key);
    if (row === undefined) {
      const fresh = { attempt: null, tries: 0, message, notBefore: 0 };
      rows.set(key, { ...ref, ...fresh, priority, dueAt, revision: revision ?? 1 });
      return;
    }
    const soonest = Math.max(row.notBefore, dueAt);
    rows.set(key, {
      ...row,
      priority: Math.min(priority, row.priority),
      revision: revision ?? row.revision + 1,
      dueAt: row.dueAt === null ? soonest : Math.min(row.dueAt, soonest),
    });
  }

  return {
    get: async (ref) => rows.get(postKey(ref)) ?? null,
    want,
    wantIn: (_transaction, request) => want(request),
    async next(guildId, stage) {
      const now = clock.now();
      const rankOfRow = (row: Waiting): number => (row.dueAt > now ? Infinity : row.priority);
      return first(
        guildId,
        stage,
        (a, b) =>
          rankOfRow(a) < rankOfRow(b) || (rankOfRow(a) === rankOfRow(b) && a.dueAt < b.dueAt),
      );
    },
    guilds: async (which) => [
      ...new Set(
        [...rows.values()].flatMap(({ guildId, dueAt }) => {
          const until = which === 'due' ? clock.now() : Infinity;
          return dueAt === null || dueAt > until ? [] : [guildId];
        }),
      ),
    ],
    async save(post, { dueAt, notBefore, attempt, tries, message }, also) {
      const row = rows.get(postKey(post));
      if (row === undefined) return;
      await also?.(TRANSACTION);
      const latest = rows.get(postKey(post)) ?? row;
      const isSame = latest.revision === post.revision;
      const next = isSame ? dueAt : Math.max(clock.now(), notBefore);
      rows.set(postKey(post), { ...latest, dueAt: next, notBefore, attempt, tries, message });
    },
    async forget(post, also) {
      await also?.(TRANSACTION);
      const latest = rows.get(postKey(post));
      if (latest === undefined) return;
      if (latest.revision === post.revision) rows.delete(postKey(post));
      else rows.set(postKey(post), { ...latest, attempt: null, tries: 0 });
    },
    async retryNow(guildId) {
      for (const [key, row] of rows) {
        const isMeant = guildId === undefined || row.guildId === guildId;
        if (!isMeant || row.tries === 0) continue;
        rows.set(key, { ...row, dueAt: clock.now(), notBefore: 0 });
      }
    },
  };
}
