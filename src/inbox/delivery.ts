import { sleep, type Clock } from '../lib/clock.ts';
import { createComplain } from '../lib/complain.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { createInTurn } from '../lib/in-turn.ts';
import {
  FALLBACK_KEY,
  type AcceptedEvent,
  type Channel,
  type EventContent,
  type EventPoster,
  type InboxStore,
  type Parking,
  type PostResult,
  type WaitingEvent,
} from '../moderation/events.ts';
import type { Inbox, Policies } from '../moderation/ports.ts';
import { KEYWORD_ALERT } from '../protocol/addons.ts';
import { TAGGING_RESULT_ADDON } from '../protocol/events.ts';
import { createDigests } from './digests.ts';
import { createLanes, type Step } from './lanes.ts';
import { createNaps } from './naps.ts';
import { createRates } from './rates.ts';
import { laneOf, readEvent } from './read-event.ts';
import { createTroubles } from './troubles.ts';

/** An event that fails so often for its own sake is put aside. */
const MAX_TRIES = 5;
/** Events read, and folded in a storm, at once. */
const BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** From the accepted event to what moderators see. */
export interface Delivery extends Inbox {
  /** Resolves when the event is stored; throws when it could not be. */
  accept(event: AcceptedEvent): Promise<'stored' | 'known'>;
  /** Goes on with what an earlier process left. */
  start(): Promise<void>;
  /** Something changed that may let events through, in a guild or anywhere: a channel, a permission, a policy. */
  wake(guildId?: string): void;
  /** Begins nothing further, and lets what is being posted end for as long as `deadlineMs`. */
  stop(options: { deadlineMs: number }): Promise<void>;
  /** When the event that waits longest came (Unix epoch, milliseconds); null: none is known to wait. */
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
  const complain = createComplain({ clock, logger });
  const rates = createRates(clock);
  const naps = createNaps(clock);
  const troubles = createTroubles(logger);
  /** One at a time for each target. */
  const inTurn = createInTurn();
  /** When the first event of each lane came. */
  const heads = new Map<string, number>();

  const digests = createDigests({
    store,
    poster,
    rates,
    naps,
    troubles,
    complain,
    clock,
    random,
    signal,
    inTurn,
  });
  const lanes = createLanes({ attempt, naps, random, signal });

  async function attempt(lane: string): Promise<Step> {
    try {
      const [event] = await store.next(lane, 1);
      if (event === undefined) {
        heads.delete(lane);
        return 'empty';
      }
      heads.set(lane, event.receivedAtMs);
      return await deliver(event);
    } catch (error) {
      complain({ what: 'delivering an event', ids: { lane } }, error);
      return 'wait';
    }
  }

  async function deliver(event: WaitingEvent): Promise<Step> {
    const content = readEvent(event.body);
    if (content === null) {
      const reason = 'It is not an event this bot knows.';
      return park(event, { addon: 'unknown', guildId: null, reason });
    }
    const target = await poster.targetOf(content);
    switch (target.kind) {
      case 'away':
        complain(
          { what: 'delivering an event', ids: { eventId: event.id } },
          new Error(target.reason),
        );
        return 'wait';
      case 'unusable':
        troubles.met(target);
        return 'wait';
      case 'nowhere':
        return park(event, { addon: addonOf(content), guildId: null, reason: target.reason });
      case 'channel':
        return inTurn(target.key, async () => {
          // One that may have been posted already is looked for, not counted.
          const isFolded =
            content.kind === 'keyword' && event.begun === null && digests.isStorm(target.key);
          return isFolded ? fold(event.lane, target) : post(event, content, target);
        });
    }
  }

  /** Counts what waits in the lane, up to the first event that is not to be counted with the others. */
  async function fold(lane: string, { key }: Channel): Promise<Step> {
    const events = await store.next(lane, BATCH);
    const folded: Parameters<typeof digests.fold>[1][number][] = [];
    for (const event of events) {
      const content = readEvent(event.body);
      if (content?.kind !== 'keyword' || event.begun !== null) break;
      folded.push({ event, counted: { keyword: content.keyword, place: content.place } });
    }
    await digests.fold(key, folded);
    // Nobody sees a count for some seconds anyway, so few large writes do.
    return folded.length < events.length || events.length === BATCH ? 'next' : 'gather';
  }

  async function post(event: WaitingEvent, content: EventContent, target: Channel): Promise<Step> {
    const { id, begun } = event;
    const standing = begun === null ? 'absent' : await poster.find({ id, content, begun });
    if (standing === 'unknown') {
      complain(
        { what: 'posting an event', ids: { eventId: event.id } },
        new Error('Discord does not say whether it stands there already.'),
      );
      return 'wait';
    }
    const begunNow = { ...event, begun: { channelId: target.channelId, at: clock.now() } };
    if (standing === 'absent') await store.save(begunNow, await hitOf(event, content, target));
    const result: PostResult =
      standing === 'absent'
        ? await tryPost({ id, content, target })
        : { kind: 'posted', messageId: standing.messageId };
    switch (result.kind) {
      case 'posted':
        await store.done(event);
        rates.add(target.key, 1);
        troubles.mended(target.key);
        return 'next';
      case 'unavailable':
        complain(
          { what: 'posting an event', ids: { eventId: event.id } },
          new Error(result.reason),
        );
        return 'wait';
      case 'unusable':
        troubles.met({ key: target.key, ...result });
        return 'wait';
      case 'failed': {
        const tries = event.tries + 1;
        if (tries >= MAX_TRIES) {
          const guildId = target.key === FALLBACK_KEY ? null : target.key;
          return park(event, { addon: addonOf(content), guildId, reason: result.reason });
        }
        await store.save({ ...begunNow, tries });
        return 'wait';
      }
    }
  }

  /** A fault of ours with this event is one of the event: the others must not wait for it for ever. */
  async function tryPost(event: Parameters<EventPoster['post']>[0]): Promise<PostResult> {
    try {
      return await poster.post(event);
    } catch (error) {
      complain({ what: 'posting an event', ids: { eventId: event.id } }, error);
      return { kind: 'failed', reason: messageOf(error) };
    }
  }

  /** What its buttons will ask for. */
  async function hitOf(
    { id }: WaitingEvent,
    content: EventContent,
    { key }: Channel,
  ): Promise<Parameters<InboxStore['save']>[1]> {
    if (content.kind !== 'keyword' || content.place?.guildId !== key) return undefined;
    const { evidenceDays } = await policies.get(key);
    const hit = { eventId: id, ...content.place, keyword: content.keyword, text: content.text };
    return { hit, keepMs: evidenceDays * DAY_MS };
  }

  async function park(event: WaitingEvent, parking: Parking): Promise<Step> {
    await store.park(event, parking);
    complain(
      { what: 'placing an event', ids: { eventId: event.id, guildId: parking.guildId ?? 'none' } },
      new Error(`It is put aside. ${parking.reason}`),
    );
    return 'next';
  }

  /** Nobody can ask for another try of what is no guild's. It may have a place by now: to set one takes a start. */
  async function takeUpNobodys(): Promise<void> {
    for (;;) {
      const events = await store.parked(null);
      if (events.length === 0) return;
      for (const { eventId } of events) await store.unpark(eventId);
    }
  }

  return {
    async accept({ id, body, receivedAtMs }) {
      const lane = laneOf(body);
      const result = await store.accept({ id, body, receivedAtMs }, lane);
      if (result === 'stored') lanes.wake(lane);
      return result;
    },
    async start() {
      await takeUpNobodys();
      await digests.start();
      for (const lane of await store.lanes()) lanes.wake(lane);
    },
    wake(guildId) {
      lanes.rouse(guildId);
      if (guildId === undefined) naps.wakeAll();
      else naps.wake(guildId);
    },
    async stop({ deadlineMs }) {
      stopping.abort();
      const settled = new AbortController();
      const ended = Promise.all([lanes.settled(), digests.settled()]);
      await Promise.race([ended, sleep(clock, deadlineMs, settled.signal)]);
      settled.abort();
    },
    oldestReceivedAtMs: () => (heads.size === 0 ? null : Math.min(...heads.values())),
    parked: (guildId) => store.parked(guildId),
    async retry(eventId) {
      const lane = await store.unpark(eventId);
      if (lane === null) return false;
      lanes.wake(lane);
      return true;
    },
  };
}

function addonOf({ kind }: EventContent): string {
  return kind === 'tagging' ? TAGGING_RESULT_ADDON : KEYWORD_ALERT;
}
