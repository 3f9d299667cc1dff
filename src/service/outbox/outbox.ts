import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { MAX_EVENT_AGE_MS, MAX_OUTBOX_EVENTS, MAX_WEBHOOK_EVENTS } from '../limits.ts';
import type { OutboxStore, OutgoingEvent, StoredEvent } from '../store/outbox.ts';
import type { Poster } from './post.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 10 * 60 * 1_000;
/** When the store itself fails. */
const STORE_RETRY_MS = 60_000;

/** The receiver refuses the event itself, which is the same at a repeat, its signed time too. Those behind it may be taken. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 413, 415, 422]);

export interface OutboxDeps {
  store: OutboxStore;
  poster: Poster;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  logger: Logger;
}

/** Delivers events in the order they came, a webhook at a time; what waits survives a restart. */
export interface Outbox {
  /** Resolves when the events are stored. Those there is no room for are dropped and logged. */
  add(events: readonly OutgoingEvent[]): Promise<void>;
  /** Goes on with what an earlier run left. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Hindrance {
  readonly problem: string;
  /** Another try would meet the same. */
  readonly isFinal: boolean;
}

/** How long to wait after so many attempts: doubling from a second to ten minutes, up to half of it by chance less. */
export function retryDelayMs(attempts: number, random: () => number): number {
  const longestMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
  return Math.round(longestMs * (1 - random() / 2));
}

function isDelivered({ delivery }: StoredEvent, status: number): boolean {
  return delivery === 'once' ? status === 200 : status >= 200 && status < 300;
}

export function createOutbox({ store, poster, clock, random, logger }: OutboxDeps): Outbox {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The webhooks being worked on; `again` says that something came meanwhile. */
  const working = new Map<string, { again: boolean; ended: Promise<void> }>();

  /** Of an address, only the host is logged: the rest may hold a secret. */
  function warn(event: StoredEvent, problem: string, message: string): void {
    const { host } = new URL(event.webhook);
    logger.warn({ host, eventId: event.id, problem }, message);
  }

  /** Null when the event arrived, else what stood in the way. */
  async function attempt(event: StoredEvent): Promise<Hindrance | null> {
    try {
      const status = await poster.post(event.webhook, event.body, signal);
      if (isDelivered(event, status)) return null;
      return { problem: `it answered ${status}`, isFinal: REFUSED.has(status) };
    } catch (error) {
      return { problem: messageOf(error), isFinal: false };
    }
  }

  async function deliverOnce(event: StoredEvent): Promise<void> {
    // Removed first: a kill in between loses the event, but never sends it twice.
    await store.remove(event.id);
    const hindrance = await attempt(event);
    if (hindrance !== null) warn(event, hindrance.problem, 'a one-shot event did not arrive');
  }

  async function deliverRetried(event: StoredEvent): Promise<void> {
    const hindrance = await attempt(event);
    if (hindrance === null) {
      await store.remove(event.id);
    } else if (hindrance.isFinal) {
      await store.remove(event.id);
      warn(event, hindrance.problem, 'an event was given up');
    } else if (!signal.aborted) {
      const dueMs = clock.now() + retryDelayMs(event.attempts + 1, random);
      await store.postpone(event.id, dueMs);
      warn(event, hindrance.problem, 'an event did not arrive and will be sent again');
    }
  }

  async function deliver(event: StoredEvent): Promise<void> {
    if (clock.now() >= event.createdMs + MAX_EVENT_AGE_MS) {
      await store.remove(event.id);
      warn(event, 'it is too old', 'an event was given up');
    } else if (clock.now() < event.dueMs) {
      await sleep(clock, event.dueMs - clock.now(), signal);
    } else if (event.delivery === 'once') {
      await deliverOnce(event);
    } else {
      await deliverRetried(event);
    }
  }

  async function work(webhook: string, state: { again: boolean }): Promise<void> {
    while (!signal.aborted) {
      try {
        state.again = false;
        const event = await store.first(webhook);
        if (event !== null) await deliver(event);
        else if (!state.again) {
          // In the same step as the question, so that no wake falls in between.
          working.delete(webhook);
          return;
        }
      } catch (error) {
        logger.error({ err: error }, 'the outbox could not be read or written');
        await sleep(clock, STORE_RETRY_MS, signal);
      }
    }
  }

  function wake(webhook: string): void {
    const known = working.get(webhook);
    if (known !== undefined) {
      known.again = true;
      return;
    }
    const state = { again: false, ended: Promise.resolve() };
    working.set(webhook, state);
    state.ended = work(webhook, state);
  }

  return {
    async add(events) {
      const limits = { perWebhook: MAX_WEBHOOK_EVENTS, inAll: MAX_OUTBOX_EVENTS };
      const added = await store.add(events, { nowMs: clock.now(), limits });
      const dropped = events.length - added;
      if (dropped > 0) logger.warn({ dropped }, 'the outbox is full, events were dropped');
      for (const { webhook } of events) wake(webhook);
    },
    async start() {
      for (const webhook of await store.webhooks()) wake(webhook);
    },
    async stop() {
      stopping.abort();
      await Promise.all(Array.from(working.values(), ({ ended }) => ended));
    },
  };
}
