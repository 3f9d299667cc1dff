import { sleep, type Clock } from '../../shared/clock.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Retry, Unavailable } from '../../shared/tasks/retry.ts';
import type { Post } from '../domain/posts/post.ts';
import type { PostStage, PostStore } from '../storage/posts.ts';

const STAGES: readonly PostStage[] = ['new', 'posted'];
/** Alerts wait for so long for more cases of their author. */
const DRAIN_MS = 1000;
/** Node's longest timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Loop {
  readonly guildId: string;
  readonly stage: PostStage;
  wake: AbortController;
}

/**
 * Two loops for each server with posts that wait: one posts, the most urgent first, the other edits, so that neither Discord's limit
 * on edits nor the pause after them delays a post.
 */
export function createServerLoops(deps: {
  store: Pick<PostStore, 'next'>;
  deliver: (post: Post) => Promise<Unavailable | null>;
  owns: (guildId: string) => boolean;
  background: Background;
  retry: Retry;
  clock: Clock;
  editPauseMs: number;
  signal: AbortSignal;
}): {
  /** Something in this server may be due. */
  look(guildId: string): void;
  /** The loops end when nothing more is due within a second. */
  drain(): void;
} {
  const { store, deliver, owns, background, retry, clock, editPauseMs, signal } = deps;
  const loops = new Map<string, Loop>();
  let lastDueAt = Infinity;

  /** Resolves to false if nothing is left to do. */
  async function work(loop: Loop): Promise<boolean> {
    const { guildId, stage } = loop;
    loop.wake = new AbortController();
    const { signal: woken } = loop.wake;
    const errorContext = { operation: 'posting', ids: { guildId } };
    const { dueAt, isDelivered } = await retry(errorContext, async () => {
      // Something more urgent may have come while Discord was unavailable.
      const next = await store.next(guildId, stage);
      if (next === null) return { dueAt: null, isDelivered: false };
      if (next.dueAt > clock.now()) return { dueAt: next.dueAt, isDelivered: false };
      const unavailable = await deliver(next);
      if (unavailable !== null) return unavailable;
      // It may be the other loop's turn.
      lookAt(guildId, stage === 'new' ? 'posted' : 'new');
      return { dueAt: null, isDelivered: true };
    });
    if (isDelivered) {
      if (stage === 'posted' && editPauseMs > 0) await sleep(clock, editPauseMs, signal);
      return true;
    }
    if (dueAt === null || dueAt > lastDueAt) return woken.aborted;
    const waitMs = Math.min(dueAt - clock.now(), MAX_TIMER_MS);
    if (waitMs > 0) await sleep(clock, waitMs, AbortSignal.any([signal, woken]));
    return true;
  }

  function lookAt(guildId: string, stage: PostStage): void {
    const key = `${guildId}/${stage}`;
    const running = loops.get(key);
    if (running !== undefined) {
      running.wake.abort();
      return;
    }
    if (signal.aborted || !owns(guildId)) return;
    const loop: Loop = { guildId, stage, wake: new AbortController() };
    loops.set(key, loop);
    background.run({ operation: 'posting', ids: { guildId } }, async () => {
      try {
        while (await work(loop)) signal.throwIfAborted();
      } finally {
        loops.delete(key);
      }
      // Something may have been wanted at the last moment.
      if (loop.wake.signal.aborted) lookAt(guildId, stage);
    });
  }

  return {
    look(guildId) {
      for (const stage of STAGES) lookAt(guildId, stage);
    },
    drain() {
      lastDueAt = clock.now() + DRAIN_MS;
      for (const { wake } of loops.values()) wake.abort();
    },
  };
}
