import { expect, onTestFinished, vi } from 'vitest';
import {
  createDelivery,
  type Delivery,
  type DeliveryDeps,
} from '../../../../../src/bot/webhooks/delivery/delivery.ts';
import { createWorkContext } from '../../../../../src/bot/composition/pipeline/context.ts';
import { createDeliverPost } from '../../../../../src/bot/outbox/deliver-post.ts';
import { createOutbox, type Outbox } from '../../../../../src/bot/outbox/outbox.ts';
import { createDigestPost } from '../../../../../src/bot/posts/digests/digest-post.ts';
import { StoppedError } from '../../../../../src/shared/tasks/stopped-error.ts';
import {
  createFakeMessenger,
  type FakeMessenger,
} from '../../../../helpers/fakes/fake-messenger.ts';
import { createDigests, type Digests } from '../../../../../src/bot/posts/digests/digests.ts';
import {
  createEventIntake,
  type EventIntake,
} from '../../../../../src/bot/webhooks/delivery/event-intake.ts';
import { snowflakeAt } from '../../../../../src/shared/snowflake.ts';
import { digestSchema, type Digest } from '../../../../../src/bot/domain/posts/digest.ts';
import {
  type AcceptedEvent,
  type EventContent,
  type EventPoster,
  type InboxStore,
  type PostResult,
  type Target,
} from '../../../../../src/bot/domain/events.ts';
import { createPostLimiter } from '../../../../../src/bot/domain/posts/post-limiter.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { createCases, type StoredCases } from '../../../../../src/bot/storage/cases.ts';
import { createDigestStore, type DigestStore } from '../../../../../src/bot/storage/digests.ts';
import { createPostStore } from '../../../../../src/bot/storage/posts.ts';
import type { StateDatabase } from '../../../../../src/bot/storage/tables.ts';
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
  target: (key: string) => Target;
  /** The keywords shown by each edit of a keyword alert. */
  readonly edited: (readonly string[])[];
  result: (keyword: string) => PostResult;
  editResult: Awaited<ReturnType<EventPoster['edit']>>;
  existing: Awaited<ReturnType<EventPoster['find']>>;
}

function nameOf(content: EventContent): string {
  return content.kind === 'keyword' ? content.keyword : content.convoId;
}

function createFakePoster(clock: FakeClock): FakePoster {
  const poster: FakePoster = {
    posted: [],
    searched: [],
    target: (key) => ({ kind: 'channel', key, channelId: `channel of ${key}`, digestKey: key }),
    edited: [],
    result: () => ({ kind: 'posted', messageId: snowflakeAt(clock.now()) }),
    editResult: { kind: 'posted', messageId: '3' },
    existing: 'absent',
    targetOf: async (content) =>
      poster.target(content.kind === 'keyword' ? (content.guildId ?? 'fallback') : 'tagging'),
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
  readonly outbox: Outbox;
  readonly messenger: FakeMessenger;
  readonly database: StateDatabase;
  /** The digest as its message shows it now; null: there is no message. */
  shownDigest(): Digest | null;
  readonly cases: StoredCases;
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
  const digestStore = createDigestStore(database, clock, logger);
  const poster = createFakePoster(clock);
  const postLimiter = createPostLimiter(clock);
  const random = () => 0.5;
  const policies = { get: async () => defaultPolicy };
  const messenger = createFakeMessenger(clock);
  const stopping = new AbortController();
  const context = createWorkContext({ clock, random, logger, signal: stopping.signal });
  const posts = createPostStore(database, clock);
  const outbox = createOutbox({
    ...context,
    store: posts,
    deliver: createDeliverPost({ ...context, store: posts, messenger, postLimiter }),
    owns: () => true,
    editPauseMs: 0,
  });
  outbox.add(
    createDigestPost({
      store: digestStore,
      format: {
        target: async (key) => poster.target(key),
        body: async (digest) => ({ content: JSON.stringify(digest) }),
        isSame:
          ({ ref }) =>
          ({ content }) =>
            content.includes(ref),
      },
      clock,
      logger,
    }),
  );
  const digests = createDigests({ database, store: digestStore, outbox });
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
    stopping.abort(new StoppedError());
    await context.background.settled();
    await close();
  });
  return {
    clock,
    poster,
    store,
    digestStore,
    digests,
    outbox,
    messenger,
    database,
    shownDigest() {
      const content = messenger.messages.at(-1)?.body.content ?? null;
      return content === null ? null : digestSchema.parse(JSON.parse(content));
    },
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
