import { expect, onTestFinished, vi } from 'vitest';
import {
  createDelivery,
  type Delivery,
  type DeliveryDeps,
} from '../../../../../src/bot/webhooks/delivery/delivery.ts';
import { createDigests, type Digests } from '../../../../../src/bot/posts/digests/digests.ts';
import {
  createEventIntake,
  type EventIntake,
} from '../../../../../src/bot/webhooks/delivery/event-intake.ts';
import { snowflakeAt } from '../../../../../src/shared/snowflake.ts';
import type { DigestStore } from '../../../../../src/bot/domain/posts/digest-store.ts';
import type { Digest } from '../../../../../src/bot/domain/posts/digest.ts';
import {
  type AcceptedEvent,
  type EventContent,
  type EventPoster,
  type InboxStore,
  type PostResult,
  type Target,
} from '../../../../../src/bot/domain/events.ts';
import type { Cases } from '../../../../../src/bot/domain/ports.ts';
import { createPostLimiter } from '../../../../../src/bot/domain/posts/post-limiter.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { createReviews } from '../../../../../src/bot/storage/reviews/reviews.ts';
import { createCases } from '../../../../../src/bot/storage/cases.ts';
import { createDigestStore } from '../../../../../src/bot/storage/digests.ts';
import { createInbox } from '../../../../../src/bot/storage/inbox.ts';
import { openState } from '../../../../../src/bot/storage/state.ts';
import { keywordContent } from '../../../../helpers/event-content.ts';
import { createFakeClock, type FakeClock } from '../../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';

export const SERVER = '111111111111111111';
export const OTHER_SERVER = '222222222222222222';

/** Accepts every post unless a test changes its behaviour. */
export interface FakePoster extends EventPoster {
  readonly posted: string[];
  readonly searched: string[];
  readonly shown: Digest[];
  target: (key: string) => Target;
  /** The keywords shown by each edit of a keyword alert. */
  readonly edited: (readonly string[])[];
  result: (keyword: string) => PostResult;
  editResult: Awaited<ReturnType<EventPoster['edit']>>;
  existing: Awaited<ReturnType<EventPoster['find']>>;
  showResult: Awaited<ReturnType<EventPoster['show']>>;
}

function nameOf(content: EventContent): string {
  return content.kind === 'keyword' ? content.keyword : content.convoId;
}

function createFakePoster(clock: FakeClock): FakePoster {
  const poster: FakePoster = {
    posted: [],
    searched: [],
    shown: [],
    target: (key) => ({ kind: 'channel', key, channelId: `channel of ${key}`, digestKey: key }),
    edited: [],
    result: () => ({ kind: 'posted', messageId: snowflakeAt(clock.now()) }),
    editResult: { kind: 'posted', messageId: '3' },
    existing: 'absent',
    showResult: { kind: 'posted', messageId: '2' },
    targetOf: async (content) =>
      poster.target(content.kind === 'keyword' ? (content.guildId ?? 'fallback') : 'tagging'),
    digestTarget: async (key) => poster.target(key),
    async post({ content }) {
      const result = poster.result(nameOf(content));
      if (result.kind === 'posted') poster.posted.push(nameOf(content));
      return result;
    },
    async find({ content }) {
      poster.searched.push(nameOf(content));
      return poster.existing;
    },
    async edit({ keywords }) {
      if (poster.editResult.kind === 'posted') poster.edited.push(keywords);
      return poster.editResult;
    },
    async show(digest) {
      if (poster.showResult.kind === 'posted') poster.shown.push(digest);
      return poster.showResult;
    },
  };
  return poster;
}

export interface TestBed {
  readonly clock: FakeClock;
  readonly poster: FakePoster;
  /** Tests may replace its methods to make them fail. */
  readonly store: InboxStore;
  readonly digestStore: DigestStore;
  readonly digests: Digests;
  readonly cases: Cases;
  readonly delivery: Delivery;
  readonly intake: EventIntake;
  readonly log: readonly string[];
  accept(keyword: string, guildId?: string): Promise<'stored' | 'known'>;
  /** True when no event waits. */
  isEmpty(): Promise<boolean>;
  /** Advances the clock second by second until the condition holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

export async function createTestBed(
  options: Partial<
    Pick<DeliveryDeps, 'joinKeywordHit' | 'alertDelayMs' | 'ownsLane' | 'announceLane'>
  > = {},
): Promise<TestBed> {
  const clock = createFakeClock(Date.now());
  const { logger, lines: log } = createLogSink();
  const { database, close } = await openState('sqlite::memory:', logger);
  const store = createInbox(database, clock, logger);
  const cases = createCases(database, clock, logger);
  const digestStore = createDigestStore({
    database,
    cases,
    reviews: createReviews(database, clock, logger),
    logger,
  });
  const poster = createFakePoster(clock);
  const postLimiter = createPostLimiter(clock);
  const random = () => 0.5;
  const policies = { get: async () => defaultPolicy };
  const digests = createDigests({
    store: digestStore,
    poster,
    postLimiter,
    owns: () => true,
    clock,
    random,
    logger,
  });
  const delivery: Delivery = createDelivery({
    store,
    poster,
    policies,
    digests,
    postLimiter,
    joinKeywordHit: async () => false,
    ownsLane: () => true,
    announceLane: (lane) => delivery.process(lane),
    alertDelayMs: 0,
    clock,
    random,
    logger,
    ...options,
  });
  const intake = createEventIntake({
    store,
    places: { placeOf: async () => null },
    onStored: (lane) => delivery.process(lane),
  });
  onTestFinished(async () => {
    await delivery.stop({ deadlineMs: 1000 });
    await digests.stop({ deadlineMs: 1000 });
    await close();
  });
  return {
    clock,
    poster,
    store,
    digestStore,
    digests,
    cases,
    delivery,
    intake,
    log,
    accept: (keyword, guildId = SERVER) => intake.accept(keywordEvent(keyword, guildId)),
    isEmpty: async () => (await store.count()) === 0,
    until: (condition) =>
      vi.waitFor(
        async () => {
          clock.advance(1000);
          expect(await condition()).toBe(true);
        },
        { timeout: 5000, interval: 5 },
      ),
  };
}

export function keywordEvent(keyword: string, guildId: string): AcceptedEvent {
  const content = keywordContent(keyword, { guildId });
  return { id: `id of ${keyword}`, content, receivedAtMs: Date.now() };
}

/** Stores an event as a killed process leaves it: the bot may have posted it already. */
export async function storeAttempted(store: InboxStore, keyword: string): Promise<void> {
  await store.accept(keywordEvent(keyword, SERVER), SERVER);
  const event = (await store.next(SERVER, 100)).at(-1);
  if (event === undefined) throw new Error('no event waits');
  await store.save({ ...event, postAttempt: { channelId: 'somewhere', at: 1 } });
}
