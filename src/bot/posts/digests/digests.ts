import { setMaxListeners } from 'node:events';
import { backoffMs, MAX_BACKOFF_MS } from '../../../shared/tasks/backoff.ts';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import type { Logger } from '../../../shared/logger.ts';
import { createThrottledErrorLog } from '../../../shared/throttled-error-log.ts';
import { inEnglish } from '../../locales/message.ts';
import type { Case } from '../../domain/case.ts';
import { refOf, type Channel, type EventPoster, type WaitingEvent } from '../../domain/events.ts';
import type { DigestStore } from '../../domain/posts/digest-store.ts';
import {
  newDigest,
  parseDigestKey,
  withCase,
  withHits,
  withReview,
  type CountedHit,
  type Digest,
} from '../../domain/posts/digest.ts';
import type { PostLimiter } from '../../domain/posts/post-limiter.ts';
import { reviewKey, type Review } from '../../domain/reviews/review.ts';
import { createCancellableDelays } from '../../webhooks/delivery/cancellable-delay.ts';
import { createChannelProblems } from '../../webhooks/delivery/channel-problems.ts';

/** The shortest time between two edits of a digest's message. */
const EDIT_INTERVAL_MS = 5_000;
/** A digest this old continues in a new message, so that it stays at the bottom of the channel. */
const NEW_MESSAGE_AFTER_MS = 10 * 60_000;

/**
 * Counts the alerts for which the post limiter has no place, in one message per channel. Digests are stored, and what is
 * counted is stored with them.
 */
export interface Digests {
  /** Resumes digests that a previous process left open. */
  start(): Promise<void>;
  /** Counts keyword events and marks them as done, all or none. */
  countEvents(digestKey: string, events: readonly CountedEvent[]): Promise<void>;
  /** Counts a case in its server's digest and changes the case, both or neither. Resolves to the case. */
  countCase(record: Case, change: (latest: Case) => Case): Promise<Case>;
  /** Counts a review in its server's digest and changes the review, both or neither. */
  countReview(review: Review, change: (latest: Review) => Review): Promise<void>;
  /** Shows digests at once that could not be shown before: in one server or anywhere. */
  wake(guildId?: string): void;
  /** Starts nothing more and waits up to `deadlineMs` for posts in progress. */
  stop(options: { deadlineMs: number }): Promise<void>;
}

export interface CountedEvent {
  readonly event: WaitingEvent;
  readonly counted: CountedHit;
}

export interface DigestsDeps {
  readonly store: DigestStore;
  readonly poster: Pick<EventPoster, 'digestTarget' | 'show'>;
  readonly postLimiter: PostLimiter;
  /** Whether a digest is shown here. */
  readonly owns: (key: string) => boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

export function createDigests(deps: DigestsDeps): Digests {
  const { store, poster, postLimiter, owns, clock, random, logger } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every wait adds a listener, so a large number of them is not a leak.
  setMaxListeners(0, signal);
  const logError = createThrottledErrorLog({ clock, logger });
  const delays = createCancellableDelays(clock);
  const channelProblems = createChannelProblems(logger);
  // Nothing is counted in a digest while it ends.
  const mutex = createKeyedMutex();
  /** The keys of the open digests. */
  const open = new Set<string>();
  const loops = new Set<Promise<void>>();

  function showWhileOpen(key: string): void {
    if (open.has(key)) return;
    open.add(key);
    const loop = showRepeatedly(key).finally(() => loops.delete(loop));
    loops.add(loop);
  }

  async function showRepeatedly(key: string): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      try {
        const state = await mutex(key, () => showOrEnd(key));
        if (state === 'ended') return;
        failures = state === 'blocked' ? failures + 1 : 0;
      } catch (error) {
        logError({ operation: 'showing a digest', ids: { digest: key } }, error);
        failures += 1;
      }
      const retryMs = failures === 0 ? 0 : backoffMs(failures, MAX_BACKOFF_MS, random);
      await delays.wait(parseDigestKey(key).guildId, Math.max(EDIT_INTERVAL_MS, retryMs), signal);
    }
  }

  async function showOrEnd(key: string): Promise<'open' | 'ended' | 'blocked'> {
    const digest = await store.get(key);
    if (digest === null) return end(key);
    if (digest.shown < digest.total) return show(key, digest);
    if (clock.now() - digest.openedAt <= NEW_MESSAGE_AFTER_MS) return 'open';
    await store.end(key);
    return end(key);
  }

  function end(key: string): 'ended' {
    open.delete(key);
    return 'ended';
  }

  async function show(key: string, digest: Digest): Promise<'open' | 'ended' | 'blocked'> {
    const target = await poster.digestTarget(key);
    switch (target.kind) {
      case 'nowhere':
      // The bot has left the server, and its events are counted in the digest of the fallback channel from now on.
      case 'elsewhere': {
        const lost = digest.total - digest.shown;
        const why = target.kind === 'nowhere' ? inEnglish(target.reason) : '';
        logError(
          { operation: 'showing the rest of a digest', ids: { digest: key } },
          new Error(`${lost} alerts cannot be shown anywhere. ${why}`.trim()),
        );
        await store.end(key);
        return end(key);
      }
      case 'unusable':
        channelProblems.report(target);
        return 'blocked';
      case 'away':
        return 'blocked';
      case 'channel':
        return showIn(key, digest, target);
    }
  }

  async function showIn(key: string, digest: Digest, target: Channel): Promise<'open' | 'blocked'> {
    const { channelId } = target;
    const isPosted = digest.message?.channelId === channelId && digest.message.messageId !== null;
    const place = isPosted ? null : postLimiter.take(parseDigestKey(key).guildId, 'summary');
    // Tried again after the interval.
    if (!isPosted && place === null) return 'open';
    let attempted = digest;
    let result: Awaited<ReturnType<typeof poster.show>>;
    try {
      if (digest.message?.channelId !== channelId) {
        attempted = { ...digest, message: { channelId, messageId: null, at: clock.now() } };
        await store.save(key, attempted);
      }
      result = await poster.show(attempted, target);
    } catch (error) {
      place?.giveUp();
      throw error;
    }
    if (result.kind === 'posted') place?.used();
    else place?.giveUp();
    switch (result.kind) {
      case 'posted': {
        const message = { channelId, messageId: result.messageId, at: clock.now() };
        await store.save(key, { ...attempted, message, shown: attempted.total });
        channelProblems.resolve(key);
        return 'open';
      }
      case 'gone':
        await store.save(key, { ...attempted, message: null });
        return 'open';
      case 'unusable':
        channelProblems.report({ key, ...result });
        return 'blocked';
      case 'failed':
      case 'unavailable':
        logError(
          { operation: 'showing a digest', ids: { digest: key } },
          new Error(typeof result.reason === 'string' ? result.reason : inEnglish(result.reason)),
        );
        return 'blocked';
    }
  }

  /** The digest to count in. `ref` names its message if it is new. */
  async function current(key: string, ref: string): Promise<Digest> {
    const last = await store.get(key);
    const needsNewMessage =
      last === null ||
      (last.shown === last.total && clock.now() - last.openedAt > NEW_MESSAGE_AFTER_MS);
    return needsNewMessage ? newDigest(refOf(ref), clock.now()) : last;
  }

  return {
    async start() {
      for (const key of await store.keys()) if (owns(key)) showWhileOpen(key);
    },
    countEvents: (key, events) =>
      mutex(key, async () => {
        const [first] = events;
        if (first === undefined) return;
        const digest = withHits(
          await current(key, `digest ${first.event.id}`),
          events.map(({ counted }) => counted),
        );
        await store.saveWithEvents(
          key,
          digest,
          events.map(({ event }) => event),
        );
        showWhileOpen(key);
      }),
    countCase(record, change) {
      const { guildId: key, number } = record;
      return mutex(key, async () => {
        const digest = withCase(await current(key, `digest ${key} ${number}`), record);
        const changed = await store.saveWithCase(key, digest, { record, change });
        showWhileOpen(key);
        return changed;
      });
    },
    countReview(review, change) {
      const { guildId: key } = review;
      return mutex(key, async () => {
        const ref = `digest ${reviewKey(review)} ${review.openedAt}`;
        const digest = withReview(await current(key, ref));
        await store.saveWithReview(key, digest, { review, change });
        showWhileOpen(key);
      });
    },
    wake(guildId) {
      if (guildId === undefined) delays.wakeAll();
      else delays.wake(guildId);
    },
    async stop({ deadlineMs }) {
      stopping.abort();
      const settled = new AbortController();
      await Promise.race([Promise.all(loops), sleep(clock, deadlineMs, settled.signal)]);
      settled.abort();
    },
  };
}
