import { setMaxListeners } from 'node:events';
import { DAY_MS, sleep, type Clock } from '../../../shared/clock.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import type { Logger } from '../../../shared/logger.ts';
import { createRecentMap } from '../../../shared/recent-map.ts';
import { createThrottledErrorLog } from '../../../shared/throttled-error-log.ts';
import { inEnglish, message } from '../../locales/message.ts';
import {
  FALLBACK_KEY,
  type Channel,
  type EventContent,
  type EventFailure,
  type EventPoster,
  type InboxStore,
  type PostAttempt,
  type PostResult,
  type WaitingEvent,
  type Inbox,
} from '../../domain/events.ts';
import type { Policies } from '../../domain/ports.ts';
import type { JoinKeywordHit } from '../../domain/keyword-hits.ts';
import { isJoinable } from '../../domain/posts/joinable.ts';
import type { PostLimiter, PostPlace } from '../../domain/posts/post-limiter.ts';
import { createCancellableDelays } from './cancellable-delay.ts';
import { createChannelProblems } from './channel-problems.ts';
import type { Digests } from '../../posts/digests/digests.ts';
import { addonOf, FALLBACK_LANE } from './event-content.ts';
import { createLanes, type Step } from './lanes.ts';

/** An event that Discord rejects this often becomes a failed event. */
const MAX_TRIES = 5;
/** A keyword not found in a server for this long is news. */
const NEWS_AFTER_MS = 10 * 60_000;
/** Keywords in memory. Others count as news. */
const MAX_KEYWORDS = 10_000;
/** How many events of a lane are joined or counted at once. */
const BATCH_SIZE = 100;

/** Delivers accepted events to moderators. */
export interface Delivery extends Inbox {
  /** Resumes what a previous process left. */
  start(): Promise<void>;
  /** An event may have been stored in this lane. Ignores lanes that are another group's. */
  process(lane: string): void;
  /** Finds lanes with events of which nobody told. */
  look(): Promise<void>;
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
  digests: Pick<Digests, 'countEvents'>;
  postLimiter: PostLimiter;
  joinKeywordHit: JoinKeywordHit;
  /** Whether the events of a lane are delivered here. */
  ownsLane: (lane: string) => boolean;
  /** Tells everybody that an event waits in a lane. */
  announceLane: (lane: string) => void;
  /** How long a keyword alert waits for a case about its message, which can show the keyword. */
  alertDelayMs: number;
  clock: Clock;
  random: () => number;
  logger: Logger;
}

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { store, poster, policies, digests, postLimiter, joinKeywordHit } = deps;
  const { ownsLane, announceLane } = deps;
  const { alertDelayMs, clock, random, logger } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every wait adds a listener, so a large number of them is not a leak.
  setMaxListeners(0, signal);
  const logError = createThrottledErrorLog({ clock, logger });
  const delays = createCancellableDelays(clock);
  const channelProblems = createChannelProblems(logger);
  const withHit = createKeyedMutex();
  /** When each keyword was found last, by server. */
  const lastFound = createRecentMap<string, number>(MAX_KEYWORDS);
  /** When the first event of each lane arrived. */
  const oldestByLane = new Map<string, number>();

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
      case 'elsewhere':
        await store.save({ ...event, lane: FALLBACK_LANE });
        announceLane(FALLBACK_LANE);
        return 'next';
      case 'channel':
        if (event.postAttempt !== null) return findOrRetry(event, target, event.postAttempt);
        return isKeyword(event) ? deliverKeyword(event, target) : post(event, target, null);
    }
  }

  async function deliverKeyword(event: KeywordEvent, target: Channel): Promise<Step> {
    const waitMs = companyWaitMs(event);
    if (waitMs > 0) {
      await delays.wait(event.lane, waitMs, signal);
      return 'next';
    }
    const joined = await join(event, target);
    if (joined === 'joined') return deliverBatch(event.lane, target, null);
    if (joined === 'wait') return 'wait';
    const place = postLimiter.take(target.key, isNews(event, target) ? 'severe' : 'ordinary');
    return place === null
      ? deliverBatch(event.lane, target, digests.countEvents)
      : post(event, target, place);
  }

  /** Tells whether this is the keyword's first hit in a while. */
  function isNews({ content: { keyword } }: KeywordEvent, { key }: Channel): boolean {
    const name = `${key} ${keyword}`;
    const now = clock.now();
    const isFirst = (lastFound.get(name) ?? -Infinity) <= now - NEWS_AFTER_MS;
    lastFound.set(name, now);
    return isFirst;
  }

  function companyWaitMs({ receivedAtMs }: WaitingEvent): number {
    return Math.min(alertDelayMs, receivedAtMs + alertDelayMs - clock.now());
  }

  /** Joins the lane's next events, up to the first that may have been posted, and counts the others if `count` is given. */
  async function deliverBatch(
    lane: string,
    target: Channel,
    count: Digests['countEvents'] | null,
  ): Promise<Step> {
    const events = await store.next(lane, BATCH_SIZE);
    const batch: KeywordEvent[] = [];
    for (const event of events) {
      if (!isKeyword(event) || event.postAttempt !== null || companyWaitMs(event) > 0) break;
      batch.push(event);
    }
    // At once, because they share the edits of the alerts that they join.
    const results = await Promise.all(batch.map((event) => join(event, target)));
    const alone = batch.filter((_event, index) => results[index] === 'alone');
    await count?.(
      target.digestKey,
      alone.map((event) => ({
        event,
        counted: { keyword: event.content.keyword, place: event.content.place },
      })),
    );
    // The digest is shown only every few seconds, so a few large writes are enough.
    const isCaughtUp = batch.length === events.length && events.length < BATCH_SIZE;
    return isCaughtUp ? 'batch' : 'next';
  }

  /** Shows the keyword on a post about its message. `alone`: there is none. */
  async function join(event: KeywordEvent, target: Channel): Promise<'joined' | 'alone' | 'wait'> {
    const { keyword, place } = event.content;
    const { key, channelId } = target;
    if (place?.guildId !== key) return 'alone';
    const { guildId, messageId } = place;
    if (await joinKeywordHit({ guildId, messageId, keyword, channelId })) {
      await store.done(event);
      return 'joined';
    }
    return withHit(`${guildId}/${messageId}`, () => joinHit(event, target, { guildId, messageId }));
  }

  /** Adds the keyword to the keyword alert about the same message. */
  async function joinHit(
    event: KeywordEvent,
    { key, channelId }: Channel,
    { guildId, messageId }: { guildId: string; messageId: string },
  ): Promise<'joined' | 'alone' | 'wait'> {
    const { content } = event;
    const hit = await store.ofMessage(guildId, messageId);
    if (hit === null || !isJoinable(hit.alert, { channelId, now: clock.now() })) return 'alone';
    const changed = await store.addKeyword(hit.eventId, content.keyword);
    if (changed === null) return 'alone';
    const result = await poster.edit({ ...changed, alert: hit.alert }, content);
    switch (result.kind) {
      case 'posted':
        await store.done(event);
        return 'joined';
      case 'gone':
      case 'failed':
        await store.claim(hit.eventId);
        return 'alone';
      case 'unavailable': {
        const ids = { eventId: event.id };
        logError({ operation: 'editing a keyword alert', ids }, new Error(result.reason));
        return 'wait';
      }
      case 'unusable':
        channelProblems.report({ key, ...result });
        return 'wait';
    }
  }

  /** An earlier process, or an attempt whose answer was lost, may have posted the event. */
  async function findOrRetry(
    event: WaitingEvent,
    target: Channel,
    postAttempt: PostAttempt,
  ): Promise<Step> {
    const { id, content } = event;
    const existing = await poster.find({ id, content, postAttempt });
    if (existing === 'unknown') {
      const error = new Error('Discord does not say whether the post exists already.');
      logError({ operation: 'posting an event', ids: { eventId: id } }, error);
      return 'wait';
    }
    if (existing === 'absent') {
      await store.save({ ...event, postAttempt: null });
    } else {
      const { channelId } = postAttempt;
      await store.done(event, { channelId, messageId: existing.messageId });
      channelProblems.resolve(target.key);
    }
    return 'next';
  }

  /** `place`: of a keyword alert. */
  async function post(
    event: WaitingEvent,
    target: Channel,
    place: PostPlace | null,
  ): Promise<Step> {
    const { id, content } = event;
    const ids = { eventId: id };
    const { key, channelId } = target;
    const attempted = { ...event, postAttempt: { channelId, at: clock.now() } };
    try {
      await store.save(attempted, await hitOf(event, target));
    } catch (error) {
      place?.giveUp();
      throw error;
    }
    const result = await tryPost({ id, content, target });
    if (result.kind === 'posted') place?.used();
    else place?.giveUp();
    switch (result.kind) {
      case 'posted':
        await store.done(event, { channelId, messageId: result.messageId });
        channelProblems.resolve(key);
        return 'next';
      case 'unavailable':
        logError({ operation: 'posting an event', ids }, new Error(result.reason));
        return 'wait';
      case 'unusable':
        channelProblems.report({ key, ...result });
        return 'wait';
      case 'failed': {
        const tries = event.tries + 1;
        if (tries >= MAX_TRIES) {
          const guildId = key === FALLBACK_KEY ? null : key;
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
    const hit = { eventId: id, ...content.place, keywords: [content.keyword], text: content.text };
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

  function processOwn(lane: string): void {
    if (!signal.aborted && ownsLane(lane)) lanes.process(lane);
  }

  async function look(): Promise<void> {
    for (const lane of await store.lanes()) processOwn(lane);
  }

  return {
    async start() {
      if (ownsLane(FALLBACK_LANE)) await requeueUnowned();
      await look();
    },
    process: processOwn,
    look,
    wake(guildId) {
      lanes.wake(guildId);
      if (guildId === undefined) delays.wakeAll();
      else delays.wake(guildId);
    },
    async stop({ deadlineMs }) {
      stopping.abort();
      const settled = new AbortController();
      await Promise.race([lanes.settled(), sleep(clock, deadlineMs, settled.signal)]);
      settled.abort();
    },
    oldestReceivedAtMs: () => (oldestByLane.size === 0 ? null : Math.min(...oldestByLane.values())),
    failed: (guildId) => store.failed(guildId),
    async retry(eventId) {
      const lane = await store.requeue(eventId);
      if (lane === null) return false;
      announceLane(lane);
      return true;
    },
  };
}

type KeywordEvent = WaitingEvent & { content: Extract<EventContent, { kind: 'keyword' }> };

function isKeyword(event: WaitingEvent): event is KeywordEvent {
  return event.content.kind === 'keyword';
}
