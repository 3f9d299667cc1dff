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
  /** Goes on with what an earlier process left. */
  start(): Promise<void>;
  /** Finds what another process has asked for. */
  lookForDue(): Promise<void>;
  /** Stores that a post is wanted, or is to be shown anew. Until the bot looks at it, more requests cost nothing. */
  want(request: PostRequest): Promise<void>;
  /** The same in the background, as soon as the database answers. */
  wantSoon(request: PostRequest): void;
  get(ref: PostRef): Promise<Post | null>;
  /** Something is wanted that was stored with another write. */
  look(guildId: string): void;
  /** Before a stop: nothing is begun that is not due within a second. */
  drain(): void;
  /** Resolves when nothing more is wanted of a post. Rejects with the signal's reason. */
  whenShown(ref: PostRef): Promise<void>;
  /** Tries at once what could not be posted, because a channel or a permission has changed: in a server, or anywhere. */
  retryNow(guildId?: string): void;
}

export function createOutbox(deps: {
  store: PostStore;
  deliver: DeliverPost;
  /** Whether this process posts in a server. */
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
  /** Failed looks at a post because of bugs. */
  const failures = new Map<string, number>();
  /** The requests for posts that nobody has looked at since. */
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
      // It waits alone, so that a bug with one post does not hold up the others.
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
