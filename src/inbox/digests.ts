import { backoffMs, MAX_BACKOFF_MS } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import type { KeyedMutex } from '../lib/keyed-mutex.ts';
import type { LogError } from '../lib/throttled-error-log.ts';
import { inEnglish } from '../locales/message.ts';
import { newDigest, withHits, type CountedHit, type Digest } from '../moderation/posts/digest.ts';
import {
  refOf,
  type EventPoster,
  type InboxStore,
  type WaitingEvent,
} from '../moderation/events.ts';
import type { CancellableDelays } from './cancellable-delay.ts';
import type { ChannelProblems } from './channel-problems.ts';
import type { Rates } from './rates.ts';

/** More alerts than this in a minute become one message. */
export const MAX_ALERTS_PER_MINUTE = 20;
/** The shortest time between two edits of a digest's message. */
const EDIT_INTERVAL_MS = 5_000;
/** A digest this old continues in a new message, so that it stays at the bottom of the channel. */
const NEW_MESSAGE_AFTER_MS = 10 * 60_000;

/** Aggregates a storm of keyword alerts into one message per target, with counts. */
export interface Digests {
  /** Resumes digests that a previous process left open. */
  start(): Promise<void>;
  isStorm(key: string): boolean;
  /** Counts events durably, all or none. The caller must hold the target's lock. */
  aggregate(key: string, events: readonly CountedEvent[]): Promise<void>;
  /** Resolves when no digest is being shown. Call it after `signal` has aborted. */
  settled(): Promise<void>;
}

export interface CountedEvent {
  readonly event: WaitingEvent;
  readonly counted: CountedHit;
}

export function createDigests(deps: {
  store: InboxStore;
  poster: EventPoster;
  rates: Rates;
  delays: CancellableDelays;
  channelProblems: ChannelProblems;
  logError: LogError;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  withTargetLock: KeyedMutex;
}): Digests {
  const { store, poster, rates, delays, channelProblems, logError, clock, signal } = deps;
  /** The targets with an open digest. */
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
        const state = await deps.withTargetLock(key, () => showOrEnd(key));
        if (state === 'ended') return;
        failures = state === 'blocked' ? failures + 1 : 0;
      } catch (error) {
        logError({ operation: 'showing a digest of keyword alerts', ids: { target: key } }, error);
        failures += 1;
      }
      const retryMs = failures === 0 ? 0 : backoffMs(failures, MAX_BACKOFF_MS, deps.random);
      await delays.wait(key, Math.max(EDIT_INTERVAL_MS, retryMs), signal);
    }
  }

  async function showOrEnd(key: string): Promise<'open' | 'ended' | 'blocked'> {
    const digest = await store.digest(key);
    if (digest === null) return end(key);
    if (digest.shown < digest.total) return show(key, digest);
    if (rates.lastMinute(key) >= MAX_ALERTS_PER_MINUTE) return 'open';
    await store.endDigest(key);
    return end(key);
  }

  /** Runs under the target's lock, so that no event is aggregated into a digest that has ended. */
  function end(key: string): 'ended' {
    open.delete(key);
    return 'ended';
  }

  async function show(key: string, digest: Digest): Promise<'open' | 'ended' | 'blocked'> {
    const target = await poster.digestTarget(key);
    if (target.kind === 'nowhere') {
      const lost = digest.total - digest.shown;
      logError(
        { operation: 'showing the rest of a digest of keyword alerts', ids: { target: key } },
        new Error(`${lost} alerts cannot be shown anywhere. ${inEnglish(target.reason)}`),
      );
      await store.endDigest(key);
      return end(key);
    }
    if (target.kind === 'unusable') channelProblems.report(target);
    if (target.kind !== 'channel') return 'blocked';
    const { channelId } = target;
    let attempted = digest;
    if (digest.message?.channelId !== channelId) {
      attempted = { ...digest, message: { channelId, messageId: null, at: clock.now() } };
      await store.saveDigest(key, attempted);
    }
    const result = await poster.show(attempted, target);
    switch (result.kind) {
      case 'posted': {
        const message = { channelId, messageId: result.messageId, at: clock.now() };
        await store.saveDigest(key, { ...attempted, message, shown: attempted.total });
        channelProblems.resolve(key);
        return 'open';
      }
      case 'unusable':
        channelProblems.report({ key, ...result });
        return 'blocked';
      case 'failed':
      case 'unavailable':
        logError(
          { operation: 'showing a digest of keyword alerts', ids: { target: key } },
          new Error(typeof result.reason === 'string' ? result.reason : inEnglish(result.reason)),
        );
        return 'blocked';
    }
  }

  return {
    async start() {
      for (const key of await store.digests()) {
        // The storm may still be going on: it ends after a calm minute.
        rates.add(key, MAX_ALERTS_PER_MINUTE);
        showWhileOpen(key);
      }
    },
    isStorm: (key) => open.has(key) || rates.lastMinute(key) >= MAX_ALERTS_PER_MINUTE,
    async aggregate(key, events) {
      const [first] = events;
      if (first === undefined) return;
      const last = await store.digest(key);
      const needsNewMessage =
        last === null ||
        (last.shown === last.total && clock.now() - last.openedAt > NEW_MESSAGE_AFTER_MS);
      const base = needsNewMessage
        ? newDigest(refOf(`digest ${first.event.id}`), clock.now())
        : last;
      const digest = withHits(
        base,
        events.map(({ counted }) => counted),
      );
      await store.aggregate(
        key,
        digest,
        events.map(({ event }) => event),
      );
      rates.add(key, events.length);
      showWhileOpen(key);
    },
    async settled() {
      await Promise.all(loops);
    },
  };
}
