import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Instance } from '../instance.ts';
import type { OutboxStore, OutgoingEvent, StoredEvent } from '../store/outbox.ts';
import type { Poster } from './poster.ts';

/** An event that is still undelivered after this time is dropped. */
const MAX_EVENT_AGE_MS = 24 * 60 * 60 * 1_000;
/** Maximum number of events that wait per webhook. */
const MAX_WEBHOOK_EVENTS = 1_000;
/** Maximum number of events that wait in total. */
const MAX_OUTBOX_EVENTS = 10_000;

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 10 * 60 * 1_000;
const STORE_RETRY_MS = 60_000;

/** The receiver rejects the event itself, so a retry would fail too; later events may succeed. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 413, 415, 422]);

export interface OutboxDeps {
  store: OutboxStore;
  poster: Poster;
  instance: Pick<Instance, 'isCurrent' | 'confirm'>;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  logger: Logger;
}

/**
 * Delivers events in order per webhook; waiting events survive a restart. If there are several instances, only the one that has
 * claimed a webhook delivers its events.
 */
export interface Outbox {
  /** Resolves once the events are stored. Events beyond the limits are dropped and logged. */
  add(events: readonly OutgoingEvent[]): Promise<void>;
  /** Continues with events that a previous run or another instance left. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface DeliveryFailure {
  readonly problem: string;
  /** A retry would fail the same way. */
  readonly isFinal: boolean;
}

/** Milliseconds to wait after this many attempts: doubles from 1 s to 10 min, then up to half is subtracted at random. */
export function redeliveryDelayMs(attempts: number, random: () => number): number {
  const longestMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
  return Math.round(longestMs * (1 - random() / 2));
}

function isDelivered({ delivery }: StoredEvent, status: number): boolean {
  return delivery === 'once' ? status === 200 : status >= 200 && status < 300;
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { store, poster, instance, clock, random, logger } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Webhooks with a delivery in progress; `hasNewEvents`: a new event arrived meanwhile. */
  const deliveries = new Map<string, { hasNewEvents: boolean; ended: Promise<void> }>();

  /** Logs only the webhook's host: the rest of the address may contain a secret. */
  function warn(event: StoredEvent, problem: string, message: string): void {
    const { host } = new URL(event.webhook);
    logger.warn({ host, eventId: event.id, problem }, message);
  }

  /** Null on delivery, otherwise the reason for the failure. */
  async function attempt(event: StoredEvent): Promise<DeliveryFailure | null> {
    try {
      const status = await poster.post(event.webhook, event.body, signal);
      if (isDelivered(event, status)) return null;
      return { problem: `status ${status}`, isFinal: REFUSED.has(status) };
    } catch (error) {
      return { problem: errorMessage(error), isFinal: false };
    }
  }

  async function deliverOnce(event: StoredEvent): Promise<void> {
    // Removed before it is sent: a crash may lose the event, but never sends it twice.
    if (!(await store.remove(event.id))) return;
    const failure = await attempt(event);
    if (failure !== null) warn(event, failure.problem, 'one-shot event not delivered');
  }

  async function deliverRetried(event: StoredEvent): Promise<void> {
    const failure = await attempt(event);
    if (failure === null) {
      await store.remove(event.id);
    } else if (failure.isFinal) {
      await store.remove(event.id);
      warn(event, failure.problem, 'event dropped');
    } else if (!signal.aborted) {
      const dueMs = clock.now() + redeliveryDelayMs(event.attempts + 1, random);
      await store.postpone(event.id, dueMs);
      warn(event, failure.problem, 'event not delivered, retrying');
    }
  }

  async function deliver(event: StoredEvent): Promise<void> {
    if (clock.now() >= event.createdMs + MAX_EVENT_AGE_MS) {
      await store.remove(event.id);
      warn(event, 'too old', 'event dropped');
    } else if (clock.now() < event.dueMs) {
      await sleep(clock, event.dueMs - clock.now(), signal);
    } else if (event.delivery === 'once') {
      await deliverOnce(event);
    } else {
      await deliverRetried(event);
    }
  }

  async function work(webhook: string, state: { hasNewEvents: boolean }): Promise<void> {
    let isClaimed = false;
    while (!signal.aborted) {
      try {
        state.hasNewEvents = false;
        isClaimed ||= await store.claim(webhook);
        const event = isClaimed ? await store.first(webhook) : null;
        // An instance that was paused checks again, because another may have taken over.
        if (event !== null && !instance.isCurrent()) await instance.confirm();
        else if (event !== null) await deliver(event);
        else {
          if (isClaimed) await store.release(webhook);
          isClaimed = false;
          // Reset synchronously after the check, so that no wake-up is lost in between.
          if (state.hasNewEvents) continue;
          deliveries.delete(webhook);
          return;
        }
      } catch (error) {
        logger.error({ err: error }, 'outbox store failed, retrying');
        await sleep(clock, STORE_RETRY_MS, signal);
      }
    }
  }

  function wake(webhook: string): void {
    const delivery = deliveries.get(webhook);
    if (delivery !== undefined) {
      delivery.hasNewEvents = true;
      return;
    }
    const state = { hasNewEvents: false, ended: Promise.resolve() };
    deliveries.set(webhook, state);
    state.ended = work(webhook, state);
  }

  return {
    async add(events) {
      const limits = { perWebhook: MAX_WEBHOOK_EVENTS, total: MAX_OUTBOX_EVENTS };
      const added = await store.add(events, { nowMs: clock.now(), limits });
      const dropped = events.length - added;
      if (dropped > 0) logger.warn({ dropped }, 'outbox full, events dropped');
      for (const { webhook } of events) wake(webhook);
    },
    async resume() {
      for (const webhook of await store.webhooks()) wake(webhook);
    },
    async stop() {
      stopping.abort();
      await Promise.all(Array.from(deliveries.values(), ({ ended }) => ended));
    },
  };
}
