import type { Clock } from '../../shared/clock.ts';
import type { Background } from '../../shared/tasks/background.ts';
import { backoffMs, MAX_BACKOFF_MS } from '../../shared/tasks/backoff.ts';
import type { Retry, Unavailable } from '../../shared/tasks/retry.ts';
import { createWaiters } from '../../shared/tasks/waiters.ts';
import type { LogError } from '../../shared/throttled-error-log.ts';
import {
  postKey,
  type Post,
  type PostName,
  type PostRef,
  type PostRequest,
} from '../domain/posts/post.ts';
import { rankOf, type PostUrgency } from '../domain/posts/urgency.ts';
import type { PostStore } from '../storage/posts.ts';
import type { DeliverPost } from './deliver-post.ts';
import type { PostKind } from './post-kind.ts';
import { createServerLoops } from './server-loops.ts';

/**
 * Everything that the bot posts by itself and keeps up to date. What is wanted is stored; each server has a loop that posts,
 * the most urgent first, and one that edits, with a pause after each edit, so that moderators have most of Discord's limit.
 * Each look at a post reads what it shows only then, so many changes are one edit.
 */
export interface Outbox {
  /** Adds kinds of posts. Call it before `start`. */
  add(...kinds: readonly PostKind[]): void;
  /** Resumes the posts of an earlier process. */
  start(): Promise<void>;
  /** Finds due posts that another process requested. */
  lookForDue(): Promise<void>;
  /** Stores a request to post or update. Further requests are free until the bot handles it. */
  want(request: PostRequest): Promise<void>;
  /** `want` in the background, retried until the database answers. */
  wantSoon(request: PostRequest): void;
  get(ref: PostRef): Promise<Post | null>;
  /** Checks a server for requests stored with another write. */
  look(guildId: string): void;
  /** Before a stop: starts only posts due within a second. */
  drain(): void;
  /** Resolves when nothing more is wanted of a post. Rejects with the signal's reason. */
  whenShown(ref: PostRef): Promise<void>;
  /** Retries failed posts now, in one server or all, after a channel or permission change. */
  retryNow(guildId?: string): void;
}

export function createOutbox(deps: {
  store: PostStore;
  deliver: DeliverPost;
  /** Tells whether this process posts in a server. */
  owns: (guildId: string) => boolean;
  background: Background;
  retry: Retry;
  logError: LogError;
  clock: Clock;
  random: () => number;
  /** Between two edits in one server. */
  editPauseMs: number;
  /** Aborts when the bot stops. */
  signal: AbortSignal;
}): Outbox {
  const { store, deliver, background, retry, logError, clock, random } = deps;
  const kinds = new Map<PostName, PostKind>();
  const { look, drain } = createServerLoops({ ...deps, deliver: deliverOrPostpone });
  /** Errors per post caused by bugs. */
  const failures = new Map<string, number>();
  /** Requests not yet handled. */
  const requested = new Map<
    string,
    { readonly urgency: PostUrgency; readonly stored: Promise<void> }
  >();
  const waiters = createWaiters(deps.signal);

  async function deliverOrPostpone(post: Post): Promise<Unavailable | null> {
    const { guildId, kind: name, subject } = post;
    const key = postKey(post);
    const kind = kinds.get(name);
    // Later requests may come too late for this look.
    requested.delete(key);
    try {
      if (kind === undefined) throw new Error(`No part of the bot posts a ${name}.`);
      const unavailable = await deliver(kind, post);
      failures.delete(key);
      if (unavailable === null) waiters.release(key);
      return unavailable;
    } catch (error) {
      // Backs off for this post alone, so that a bug does not hold up the others.
      logError({ operation: `showing a ${name}`, ids: { guildId, subject } }, error);
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      const dueAt = clock.now() + backoffMs(count, MAX_BACKOFF_MS, random);
      const latest = (await store.get(post)) ?? post;
      const tries = latest.tries + 1;
      await store.save(post, { ...latest, dueAt, notBefore: dueAt, tries });
      return null;
    }
  }

  async function lookEverywhere(which: 'waiting' | 'due'): Promise<void> {
    for (const guildId of await store.guilds(which)) look(guildId);
  }

  function want(request: PostRequest): Promise<void> {
    const key = postKey(request);
    const { urgency, revision } = request;
    const existing = requested.get(key);
    const isCovered = existing !== undefined && rankOf(existing.urgency) <= rankOf(urgency);
    if (isCovered && revision === undefined) return existing.stored;
    const stored = store.want(request).then(
      () => look(request.guildId),
      (error: unknown) => {
        requested.delete(key);
        throw error;
      },
    );
    requested.set(key, { urgency, stored });
    return stored;
  }

  async function whenShown(ref: PostRef): Promise<void> {
    const key = postKey(ref);
    for (;;) {
      const { done, forget } = waiters.wait(key);
      try {
        if ((await store.get(ref)) === null) return;
        deps.signal.throwIfAborted();
        await done;
      } finally {
        forget();
      }
    }
  }

  return {
    add(...more) {
      for (const kind of more) kinds.set(kind.name, kind);
    },
    start: () => lookEverywhere('waiting'),
    lookForDue: () => lookEverywhere('due'),
    want,
    wantSoon(request) {
      const { guildId, kind, subject } = request;
      const errorContext = { operation: `asking for a ${kind}`, ids: { guildId, subject } };
      background.run(errorContext, () => retry(errorContext, () => want(request)));
    },
    get: store.get,
    look,
    drain,
    whenShown,
    retryNow(guildId) {
      const errorContext = { operation: 'looking for waiting posts', ids: {} };
      background.run(errorContext, () =>
        retry(errorContext, async () => {
          await store.retryNow(guildId);
          if (guildId === undefined) await lookEverywhere('waiting');
          else look(guildId);
        }),
      );
    },
  };
}
