import { backoffMs, MAX_BACKOFF_MS } from '../../shared/tasks/backoff.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Post, PostState } from '../domain/posts/post.ts';
import type { PostStore } from '../storage/posts.ts';
import type { PostKind, Settled } from './post-kind.ts';

export interface Settle {
  /** Stores what became of a post. */
  settle(
    kind: Pick<PostKind, 'pauseMs'>,
    post: Post,
    settled: Settled & Partial<Pick<PostState, 'message' | 'attempt'>>,
  ): Promise<null>;
  /** Tries a refused post again later, or at once when a channel or a permission has changed. */
  postpone(post: Post): Promise<null>;
}

export function createSettle(deps: {
  store: Pick<PostStore, 'save' | 'forget'>;
  clock: Clock;
  random: () => number;
}): Settle {
  const { store, clock, random } = deps;
  return {
    async settle(kind, post, { dueAt, write, isFailure = false, ...changes }) {
      if (dueAt === 'never') {
        await store.forget(post, write);
        return null;
      }
      const { attempt = post.attempt, message = post.message } = changes;
      const notBefore = clock.now() + kind.pauseMs;
      const tries = isFailure ? post.tries + 1 : 0;
      await store.save(post, { dueAt, notBefore, attempt, tries, message }, write);
      return null;
    },
    async postpone(post) {
      const dueAt = clock.now() + backoffMs(post.tries, MAX_BACKOFF_MS, random);
      const { tries, message } = post;
      const state = { dueAt, notBefore: dueAt, attempt: null, tries: tries + 1, message };
      await store.save(post, state);
      return null;
    },
  };
}
