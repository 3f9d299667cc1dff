import { backoffMs } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import type { Complain } from '../lib/complain.ts';
import { newDigest, withCounted, type Counted, type Digest } from '../moderation/digest.ts';
import {
  refOf,
  type EventPoster,
  type InboxStore,
  type WaitingEvent,
} from '../moderation/events.ts';
import type { Naps } from './naps.ts';
import type { Rates } from './rates.ts';
import type { Troubles } from './troubles.ts';

/** More alerts than this in a minute become one message. */
export const MAX_ALERTS_A_MINUTE = 20;
/** A digest's message is edited no more often. */
const SHOW_EVERY_MS = 5_000;
/** After so long a storm that goes on gets a new message, so that it stands where people look. */
const NEW_MESSAGE_AFTER_MS = 10 * 60_000;
const MAX_WAIT_MS = 60_000;

/** A storm of keyword alerts is folded into one message a target, with counts. */
export interface Digests {
  /** Opens the eyes on what an earlier process left open. */
  start(): Promise<void>;
  isStorm(key: string): boolean;
  /** Counts events: all of them and for good, or none. Call it in the target's turn. */
  fold(key: string, events: readonly { event: WaitingEvent; counted: Counted }[]): Promise<void>;
  /** Resolves when nothing is shown any more, after `signal` has aborted. */
  settled(): Promise<void>;
}

export function createDigests(deps: {
  store: InboxStore;
  poster: EventPoster;
  rates: Rates;
  naps: Naps;
  troubles: Troubles;
  complain: Complain;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  inTurn: <T>(key: string, run: () => Promise<T>) => Promise<T>;
}): Digests {
  const { store, poster, rates, naps, troubles, complain, clock, signal, inTurn } = deps;
  /** The targets with an open digest. */
  const open = new Set<string>();
  const keepers = new Set<Promise<void>>();

  function keep(key: string): void {
    if (open.has(key)) return;
    open.add(key);
    const keeper = keepShown(key).finally(() => keepers.delete(keeper));
    keepers.add(keeper);
  }

  /** Shows a digest every few seconds, as long as it is open. */
  async function keepShown(key: string): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      try {
        const state = await inTurn(key, () => showOrEnd(key));
        if (state === 'ended') return;
        failures = state === 'waits' ? failures + 1 : 0;
      } catch (error) {
        complain({ what: 'showing a digest of keyword alerts', ids: { target: key } }, error);
        failures += 1;
      }
      const waitMs = failures === 0 ? 0 : backoffMs(failures, MAX_WAIT_MS, deps.random);
      await naps.take(key, Math.max(SHOW_EVERY_MS, waitMs), signal);
    }
  }

  async function showOrEnd(key: string): Promise<'open' | 'ended' | 'waits'> {
    const digest = await store.digest(key);
    if (digest === null) return end(key);
    if (digest.shown < digest.total) return show(key, digest);
    if (rates.lastMinute(key) >= MAX_ALERTS_A_MINUTE) return 'open';
    await store.endDigest(key);
    return end(key);
  }

  /** In the turn of its target, so that nobody counts on it any more. */
  function end(key: string): 'ended' {
    open.delete(key);
    return 'ended';
  }

  async function show(key: string, digest: Digest): Promise<'open' | 'ended' | 'waits'> {
    const target = await poster.digestTarget(key);
    if (target.kind === 'nowhere') {
      const lost = `${digest.total - digest.shown} alerts it counts are shown nowhere. ${target.reason}`;
      complain(
        { what: 'showing the rest of a digest of keyword alerts', ids: { target: key } },
        new Error(lost),
      );
      await store.endDigest(key);
      return end(key);
    }
    if (target.kind === 'unusable') troubles.met(target);
    if (target.kind !== 'channel') return 'waits';
    const { channelId } = target;
    let begun = digest;
    if (digest.message?.channelId !== channelId) {
      begun = { ...digest, message: { channelId, messageId: null, at: clock.now() } };
      await store.saveDigest(key, begun);
    }
    const result = await poster.show(begun, target);
    switch (result.kind) {
      case 'posted': {
        const message = { channelId, messageId: result.messageId, at: clock.now() };
        await store.saveDigest(key, { ...begun, message, shown: begun.total });
        troubles.mended(key);
        return 'open';
      }
      case 'unusable':
        troubles.met({ key, ...result });
        return 'waits';
      case 'failed':
      case 'unavailable':
        complain(
          { what: 'showing a digest of keyword alerts', ids: { target: key } },
          new Error(result.reason),
        );
        return 'waits';
    }
  }

  return {
    async start() {
      for (const key of await store.digests()) {
        // The storm may go on: it is over when a minute was calm.
        rates.add(key, MAX_ALERTS_A_MINUTE);
        keep(key);
      }
    },
    isStorm: (key) => open.has(key) || rates.lastMinute(key) >= MAX_ALERTS_A_MINUTE,
    async fold(key, events) {
      const [first] = events;
      if (first === undefined) return;
      const last = await store.digest(key);
      const isOver =
        last === null ||
        (last.shown === last.total && clock.now() - last.openedAt > NEW_MESSAGE_AFTER_MS);
      const base = isOver ? newDigest(refOf(`digest ${first.event.id}`), clock.now()) : last;
      const counted = events.map(({ counted }) => counted);
      const folded = events.map(({ event }) => event);
      await store.fold(key, withCounted(base, counted), folded);
      rates.add(key, events.length);
      keep(key);
    },
    async settled() {
      await Promise.all(keepers);
    },
  };
}
