import { postKey, type Post } from '../../../src/bot/domain/posts/post.ts';
import { rankOf } from '../../../src/bot/domain/posts/urgency.ts';
import type { PostStage, PostStore } from '../../../src/bot/storage/posts.ts';
import type { StateDatabase } from '../../../src/bot/storage/tables.ts';

type Row = Post & { readonly notBefore: number; readonly priority: number };

/** What the stores in memory get for a transaction. */
const TRANSACTION = {} as StateDatabase;

/** Posts of the outbox in memory. */
export function createMemoryPosts(clock: { now(): number }): PostStore {
  const rows = new Map<string, Row>();
  const waiting = (guildId: string, stage: PostStage): (Row & { dueAt: number })[] =>
    [...rows.values()].flatMap((row) => {
      const isOfStage = (row.message === null) === (stage === 'new');
      return row.guildId === guildId && row.dueAt !== null && isOfStage
        ? [{ ...row, dueAt: row.dueAt }]
        : [];
    });

  return {
    get: async (ref) => rows.get(postKey(ref)) ?? null,
    async want({ urgency, dueAt: wantedAt, revision, ...ref }) {
      const key = postKey(ref);
      const dueAt = wantedAt ?? clock.now();
      const priority = rankOf(urgency);
      const row = rows.get(key);
      if (row === undefined) {
        const fresh = { attempt: null, tries: 0, message: null, notBefore: 0 };
        rows.set(key, { ...ref, ...fresh, priority, dueAt, revision: revision ?? 1 });
        return;
      }
      const soonest = Math.max(row.notBefore, dueAt);
      rows.set(key, {
        ...row,
        priority,
        revision: revision ?? row.revision + 1,
        dueAt: row.dueAt === null ? soonest : Math.min(row.dueAt, soonest),
      });
    },
    next: async (guildId, stage) =>
      waiting(guildId, stage)
        .filter(({ dueAt }) => dueAt <= clock.now())
        .toSorted((a, b) => a.priority - b.priority || a.dueAt - b.dueAt)[0] ?? null,
    async nextDueAt(guildId, stage) {
      const times = waiting(guildId, stage).map(({ dueAt }) => dueAt);
      return times.length === 0 ? null : Math.min(...times);
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
      if (rows.get(postKey(post))?.revision !== post.revision) return;
      rows.delete(postKey(post));
      await also?.(TRANSACTION);
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
