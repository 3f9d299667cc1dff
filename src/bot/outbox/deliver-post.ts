import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { backoffMs, MAX_BACKOFF_MS } from '../../shared/tasks/backoff.ts';
import type { Unavailable } from '../../shared/tasks/retry.ts';
import type { MessageRef } from '../domain/case.ts';
import { refOf } from '../domain/events.ts';
import { postKey, type Post, type PostAttempt, type PostState } from '../domain/posts/post.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import type { PostStore } from '../storage/posts.ts';
import type { Messenger } from './messenger.ts';
import {
  isSettled,
  type PostKind,
  type PostRefusal,
  type PostView,
  type Settled,
} from './post-kind.ts';

/** Handles a due post: posts it, edits it, or stores why it could not. */
export type DeliverPost = (kind: PostKind, post: Post) => Promise<Unavailable | null>;

/** Retry delay when the limiter has no place. */
const PLACE_RETRY_MS = 5000;
/** Discord recognises a nonce for a few minutes. */
const NONCE_MS = 2 * 60_000;

export interface DeliverPostDeps {
  readonly store: Pick<PostStore, 'save' | 'forget'>;
  readonly messenger: Messenger;
  readonly postLimiter: PostLimiter;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

/**
 * Posts and edits the messages of the outbox. The attempt is stored, then the message is posted with a
 * nonce that the attempt determines, then the result is stored. After a kill or a lost answer, an earlier message is looked
 * for before there is another attempt.
 */
export function createDeliverPost(deps: DeliverPostDeps): DeliverPost {
  const { store, messenger, postLimiter, clock, logger } = deps;

  const { settle, postpone } = createSettle(deps);

  async function unusable(
    kind: PostKind,
    post: Post,
    { view, refusal }: { view: PostView; refusal: PostRefusal | null },
  ): Promise<null> {
    if (refusal !== null) {
      const { kind: name, guildId, subject } = post;
      logger.warn({ guildId, post: name, subject, ...refusal }, 'Discord refused a post');
    }
    const settled = view.unusable(refusal);
    return settled === null ? postpone(post) : settle(kind, post, { ...settled, attempt: null });
  }

  async function edit(
    kind: PostKind,
    post: Post,
    { view, message }: { view: PostView; message: MessageRef },
  ): Promise<Unavailable | null> {
    const result = await messenger.edit(message, await view.body());
    if (result === 'edited') return settle(kind, post, view.shown(message));
    if (result === 'gone') {
      const settled = view.gone?.() ?? { dueAt: clock.now() };
      return settle(kind, post, { ...settled, message: null, attempt: null });
    }
    if (result.kind === 'unavailable') return { status: 'unavailable', reason: result.reason };
    return unusable(kind, post, { view, refusal: result });
  }

  /** The last attempt, if Discord still recognises its nonce. */
  const repeatableAttempt = ({ attempt }: Post, channelId: string): PostAttempt | null =>
    attempt?.channelId === channelId && clock.now() - attempt.at < NONCE_MS ? attempt : null;

  async function postNew(kind: PostKind, post: Post, view: PostView): Promise<Unavailable | null> {
    const { target } = view;
    if (target.kind === 'away') return { status: 'unavailable', reason: target.reason };
    if (post.attempt !== null) {
      const { channelId, at } = post.attempt;
      const found = await messenger.find(channelId, { isWanted: view.isSame, sinceMs: at });
      if (found !== null && 'kind' in found) return { status: 'unavailable', reason: found.reason };
      if (found !== null) {
        // The found message may be out of date.
        if (kind.isEdited) {
          return settle(kind, post, { dueAt: clock.now(), message: found });
        }
        return settle(kind, post, { ...view.shown(found), attempt: null });
      }
    }
    if (view.instead !== undefined) return settle(kind, post, { ...view.instead, attempt: null });
    if (target.kind === 'unusable') return unusable(kind, post, { view, refusal: null });
    const { channelId } = target;
    const place = view.urgency === null ? null : postLimiter.take(post.guildId, view.urgency);
    if (view.urgency !== null && place === null) {
      const settled = (await view.crowded?.()) ?? { dueAt: clock.now() + PLACE_RETRY_MS };
      return settle(kind, post, { ...settled, attempt: null });
    }
    const repeatable = repeatableAttempt(post, channelId);
    let isPosted = false;
    try {
      const attempt = repeatable ?? { channelId, at: clock.now() };
      if (repeatable === null) {
        await store.save(post, { ...post, notBefore: 0, attempt }, view.begin);
      }
      const { item = '' } = view;
      const nonce = `o${refOf(`${postKey(post)} ${item} ${channelId} ${attempt.at}`)}`;
      const result = await messenger.post(channelId, await view.body(), nonce);
      if ('messageId' in result) {
        isPosted = true;
        place?.used();
        // Discord may have returned what an earlier attempt posted.
        if (repeatable !== null && kind.isEdited) {
          return await settle(kind, post, { dueAt: clock.now(), message: result });
        }
        const settled = view.shown(result);
        const message = kind.isEdited ? result : null;
        return await settle(kind, post, { ...settled, message, attempt: null });
      }
      place?.giveUp();
      if (result.kind === 'refused') return await unusable(kind, post, { view, refusal: result });
      return { status: 'unavailable', reason: result.reason };
    } catch (error) {
      // Not after the post: it is there, although its result could not be stored.
      if (!isPosted) place?.giveUp();
      throw error;
    }
  }

  return async (kind, post) => {
    const view = await kind.load(post);
    if (isSettled(view)) return settle(kind, post, view);
    const { message } = post;
    const { target } = view;
    if (
      kind.followsChannel === true &&
      message !== null &&
      target.kind === 'channel' &&
      target.channelId !== message.channelId
    ) {
      return settle(kind, post, { dueAt: clock.now(), message: null });
    }
    return message === null ? postNew(kind, post, view) : edit(kind, post, { view, message });
  };
}

type Result = Omit<Settled, 'message' | 'attempt'> &
  Partial<Pick<PostState, 'message' | 'attempt'>>;

function createSettle({
  store,
  clock,
  random,
}: Pick<DeliverPostDeps, 'store' | 'clock' | 'random'>) {
  return {
    /** Stores the result. */
    async settle({ pauseMs }: PostKind, post: Post, settled: Result): Promise<null> {
      const { dueAt, isFailure = false, attempt = post.attempt, message = post.message } = settled;
      if (dueAt === 'never') {
        await store.forget(post, settled.write);
      } else {
        const notBefore = clock.now() + pauseMs;
        const tries = isFailure ? post.tries + 1 : 0;
        await store.save(post, { dueAt, notBefore, attempt, tries, message }, settled.write);
      }
      settled.onStored?.();
      return null;
    },

    /** Tries a refused post again later, or at once when a channel or a permission has changed. */
    async postpone(post: Post): Promise<null> {
      const dueAt = clock.now() + backoffMs(post.tries, MAX_BACKOFF_MS, random);
      const tries = post.tries + 1;
      await store.save(post, { ...post, dueAt, notBefore: dueAt, attempt: null, tries });
      return null;
    },
  };
}
