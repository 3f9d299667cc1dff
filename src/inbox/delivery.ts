import { DAY_MS, sleep, type Clock } from '../lib/clock.ts';
import { createKeyedMutex } from '../lib/keyed-mutex.ts';
import type { Logger } from '../lib/logger.ts';
import { createThrottledErrorLog } from '../lib/throttled-error-log.ts';
import { inEnglish, message } from '../locales/message.ts';
import {
  FALLBACK_KEY,
  type AcceptedEvent,
  type Channel,
  type EventContent,
  type EventFailure,
  type EventPoster,
  type InboxStore,
  type PostResult,
  type WaitingEvent,
} from '../moderation/events.ts';
import type { Inbox, Policies } from '../moderation/ports.ts';
import { KEYWORD_ALERT } from '../protocol/addons.ts';
import { TAGGING_RESULT_ADDON } from '../protocol/events.ts';
import { createCancellableDelays } from './cancellable-delay.ts';
import { createChannelProblems } from './channel-problems.ts';
import { createDigests, type CountedEvent } from './digests.ts';
import { laneOf } from './event-content.ts';
import { createLanes, type Step } from './lanes.ts';
import { createRates } from './rates.ts';

/** An event that Discord rejects this often becomes a failed event. */
const MAX_TRIES = 5;
/** How many events of a storm are read and aggregated at once. */
const BATCH_SIZE = 100;

/** Delivers accepted events to moderators. */
export interface Delivery extends Inbox {
  /** Resolves when the event is stored; throws when the database fails. */
  accept(event: AcceptedEvent): Promise<'stored' | 'known'>;
  /** Stores an event without delivering it, until a moderator retries it. */
  acceptAsFailed(
    event: AcceptedEvent,
    failure: Omit<EventFailure, 'addon'>,
  ): Promise<'stored' | 'known'>;
  /** Resumes what a previous process left. */
  start(): Promise<void>;
  /** Retries waiting events at once: a channel, a permission or a policy changed, in one server or anywhere. */
  wake(guildId?: string): void;
  /** Starts nothing more and waits up to `deadlineMs` for posts in progress. */
  stop(options: { deadlineMs: number }): Promise<void>;
  /** When the oldest waiting event arrived (Unix epoch, milliseconds); null where no waiting event is known. */
  oldestReceivedAtMs(): number | null;
}

export interface DeliveryDeps {
  store: InboxStore;
  poster: EventPoster;
  policies: Pick<Policies, 'get'>;
  clock: Clock;
  random: () => number;
  logger: Logger;
}

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { store, poster, policies, clock, random, logger } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const logError = createThrottledErrorLog({ clock, logger });
  const rates = createRates(clock);
  const delays = createCancellableDelays(clock);
  const channelProblems = createChannelProblems(logger);
  const withTargetLock = createKeyedMutex();
  /** When the first event of each lane arrived. */
  const oldestByLane = new Map<string, number>();

  const digests = createDigests({
    store,
    poster,
    rates,
    delays,
    channelProblems,
    logError,
    clock,
    random,
    signal,
    withTargetLock,
  });
  const lanes = createLanes({ attempt, delays, random, signal });

  async function attempt(lane: string): Promise<Step> {
    try {
      const [event] = await store.next(lane, 1);
      if (event === undefined) {
        oldestByLane.delete(lane);
        return 'empty';
      }
      oldestByLane.set(lane, event.receivedAtMs);
      return await deliver(event);
    } catch (error) {
      logError({ operation: 'delivering an event', ids: { lane } }, error);
      return 'wait';
    }
  }

  async function deliver(event: WaitingEvent): Promise<Step> {
    const { content } = event;
    const target = await poster.targetOf(content);
    switch (target.kind) {
      case 'away':
        logError(
          { operation: 'delivering an event', ids: { eventId: event.id } },
          new Error(target.reason),
        );
        return 'wait';
      case 'unusable':
        channelProblems.report(target);
        return 'wait';
      case 'nowhere':
        return fail(event, { addon: addonOf(content), guildId: null, reason: target.reason });
      case 'channel':
        return withTargetLock(target.key, () =>
          isAggregated(event) && digests.isStorm(target.key)
            ? aggregate(event.lane, target)
            : post(event, target),
        );
    }
  }

  /** Aggregates the lane's waiting events, up to the first that needs a post of its own. */
  async function aggregate(lane: string, { key }: Channel): Promise<Step> {
    const events = await store.next(lane, BATCH_SIZE);
    const countedEvents: CountedEvent[] = [];
    for (const event of events) {
      if (!isAggregated(event)) break;
      const { keyword, place } = event.content;
      countedEvents.push({ event, counted: { keyword, place } });
    }
    await digests.aggregate(key, countedEvents);
    // The digest is shown only every few seconds, so a few large writes are enough.
    const isCaughtUp = countedEvents.length === events.length && events.length < BATCH_SIZE;
    return isCaughtUp ? 'batch' : 'next';
  }

  async function post(event: WaitingEvent, target: Channel): Promise<Step> {
    const { id, content, postAttempt } = event;
    const ids = { eventId: id };
    const existing =
      postAttempt === null ? 'absent' : await poster.find({ id, content, postAttempt });
    if (existing === 'unknown') {
      const error = new Error('Discord does not say whether the post exists already.');
      logError({ operation: 'posting an event', ids }, error);
      return 'wait';
    }
    const attempted = { ...event, postAttempt: { channelId: target.channelId, at: clock.now() } };
    if (existing === 'absent') await store.save(attempted, await hitOf(event, target));
    const result: PostResult =
      existing === 'absent'
        ? await tryPost({ id, content, target })
        : { kind: 'posted', messageId: existing.messageId };
    switch (result.kind) {
      case 'posted':
        await store.done(event);
        rates.add(target.key, 1);
        channelProblems.resolve(target.key);
        return 'next';
      case 'unavailable':
        logError({ operation: 'posting an event', ids }, new Error(result.reason));
        return 'wait';
      case 'unusable':
        channelProblems.report({ key: target.key, ...result });
        return 'wait';
      case 'failed': {
        const tries = event.tries + 1;
        if (tries >= MAX_TRIES) {
          const guildId = target.key === FALLBACK_KEY ? null : target.key;
          return fail(event, { addon: addonOf(content), guildId, reason: result.reason });
        }
        await store.save({ ...attempted, tries });
        return 'wait';
      }
    }
  }

  /** A bug counts as this event's failure, so that it can't block the lane forever. */
  async function tryPost(event: Parameters<EventPoster['post']>[0]): Promise<PostResult> {
    try {
      return await poster.post(event);
    } catch (error) {
      logError({ operation: 'posting an event', ids: { eventId: event.id } }, error);
      return { kind: 'failed', reason: message('keyword-alerts:failed') };
    }
  }

  /** What the buttons of an alert will need. */
  async function hitOf(
    { id, content }: WaitingEvent,
    { key }: Channel,
  ): Promise<Parameters<InboxStore['save']>[1]> {
    if (content.kind !== 'keyword' || content.place?.guildId !== key) return undefined;
    const { evidenceDays } = await policies.get(key);
    const hit = { eventId: id, ...content.place, keyword: content.keyword, text: content.text };
    return { hit, keepMs: evidenceDays * DAY_MS };
  }

  async function fail(event: WaitingEvent, failure: EventFailure): Promise<Step> {
    await store.deadLetter(event, failure);
    const ids = { eventId: event.id, guildId: failure.guildId ?? 'none' };
    logError(
      { operation: 'delivering an event (last attempt)', ids },
      new Error(inEnglish(failure.reason)),
    );
    return 'next';
  }

  /** Nobody can retry events that belong to no server. A restart may have set a fallback channel for them. */
  async function requeueUnowned(): Promise<void> {
    for (;;) {
      const events = await store.failed(null);
      if (events.length === 0) return;
      for (const { eventId } of events) await store.requeue(eventId);
    }
  }

  return {
    async accept(event) {
      const lane = laneOf(event.content);
      const result = await store.accept(event, lane);
      if (result === 'stored') lanes.process(lane);
      return result;
    },
    acceptAsFailed: (event, failure) =>
      store.acceptAsFailed(event, laneOf(event.content), {
        ...failure,
        addon: addonOf(event.content),
      }),
    async start() {
      await requeueUnowned();
      await digests.start();
      for (const lane of await store.lanes()) lanes.process(lane);
    },
    wake(guildId) {
      lanes.wake(guildId);
      if (guildId === undefined) delays.wakeAll();
      else delays.wake(guildId);
    },
    async stop({ deadlineMs }) {
      stopping.abort();
      const settled = new AbortController();
      const ended = Promise.all([lanes.settled(), digests.settled()]);
      await Promise.race([ended, sleep(clock, deadlineMs, settled.signal)]);
      settled.abort();
    },
    oldestReceivedAtMs: () => (oldestByLane.size === 0 ? null : Math.min(...oldestByLane.values())),
    failed: (guildId) => store.failed(guildId),
    async retry(eventId) {
      const lane = await store.requeue(eventId);
      if (lane === null) return false;
      lanes.process(lane);
      return true;
    },
  };
}

/** Keyword alerts can be counted in a digest, except those that may have been posted already: the bot looks for the post. */
function isAggregated(
  event: WaitingEvent,
): event is WaitingEvent & { content: Extract<EventContent, { kind: 'keyword' }> } {
  return event.content.kind === 'keyword' && event.postAttempt === null;
}

function addonOf({ kind }: EventContent): string {
  return kind === 'tagging' ? TAGGING_RESULT_ADDON : KEYWORD_ALERT;
}
