import type { Client } from 'discord.js';
import { expect, onTestFinished, vi } from 'vitest';
import { createWorkContext } from '../../../../../src/bot/composition/pipeline/context.ts';
import { postOf, type EventContent, type Target } from '../../../../../src/bot/domain/events.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { digestSchema, type Digest } from '../../../../../src/bot/domain/posts/digest.ts';
import { createPostLimiter } from '../../../../../src/bot/domain/posts/post-limiter.ts';
import { createDeliverPost } from '../../../../../src/bot/outbox/deliver-post.ts';
import { createOutbox, type Outbox } from '../../../../../src/bot/outbox/outbox.ts';
import type { PostBody } from '../../../../../src/bot/outbox/post-kind.ts';
import { createChannelProblems } from '../../../../../src/bot/posts/channel-problems.ts';
import { createDigestPost } from '../../../../../src/bot/posts/digests/digest-post.ts';
import { createDigests, type Digests } from '../../../../../src/bot/posts/digests/digests.ts';
import { createViewEvent } from '../../../../../src/bot/posts/events/event-post.ts';
import { createJoinKeyword } from '../../../../../src/bot/posts/events/join-keyword.ts';
import { createKeywordBody } from '../../../../../src/bot/posts/events/keyword-alert.ts';
import { createKeywordEdit } from '../../../../../src/bot/posts/events/keyword-edit.ts';
import { createKeywordPost } from '../../../../../src/bot/posts/events/keyword-post.ts';
import { createTaggingPost } from '../../../../../src/bot/posts/events/tagging-post.ts';
import { createAcceptEvents } from '../../../../../src/bot/storage/events/accept-events.ts';
import { eventBacklog } from '../../../../../src/bot/storage/events/event-backlog.ts';
import { createEventStore, type EventStore } from '../../../../../src/bot/storage/events/events.ts';
import {
  createFailedEvents,
  type FailedEvents,
} from '../../../../../src/bot/storage/events/failed-events.ts';
import { createCases, type StoredCases } from '../../../../../src/bot/storage/cases.ts';
import { createDigestStore, type DigestStore } from '../../../../../src/bot/storage/digests.ts';
import {
  createKeywordHits,
  type StoredKeywordHits,
} from '../../../../../src/bot/storage/keywords/keyword-hits.ts';
import { createPostStore } from '../../../../../src/bot/storage/posts.ts';
import type { StateDatabase } from '../../../../../src/bot/storage/tables.ts';
import { StoppedError } from '../../../../../src/shared/tasks/stopped-error.ts';
import { acceptEvent } from '../../../../helpers/accept-event.ts';
import { keywordContent } from '../../../../helpers/event-content.ts';
import { createFakeClock, type FakeClock } from '../../../../helpers/fake-clock.ts';
import {
  createFakeMessenger,
  type FakeMessenger,
} from '../../../../helpers/fakes/fake-messenger.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';
import { openTestState } from '../../../../helpers/test-state.ts';

export const SERVER = '111111111111111111';
export const OTHER_SERVER = '222222222222222222';

/** The posts about events and their digest, over a real state and a Discord in memory. */
export interface TestBed {
  readonly clock: FakeClock;
  readonly messenger: FakeMessenger;
  readonly database: StateDatabase;
  readonly events: EventStore;
  readonly failedEvents: FailedEvents;
  readonly keywordHits: StoredKeywordHits;
  readonly cases: StoredCases;
  readonly digestStore: DigestStore;
  readonly digests: Digests;
  readonly log: readonly string[];
  /** How often it was told that events wait for the fallback channel. */
  unowned: number;
  /** Where the posts of a server go, or those of tagging results. */
  target: (key: string) => Target;
  /** Called for each body of a keyword alert. */
  onBody: (keyword: string) => void;
  /** Of the process that runs. */
  outbox(): Outbox;
  /** Kills the process and starts the next. */
  restart(): Promise<void>;
  /** Ends it in order: what is due is posted. */
  drain(): Promise<void>;
  acceptContent(id: string, content: EventContent): Promise<'stored' | 'known'>;
  accept(keyword: string, guildId?: string): Promise<'stored' | 'known'>;
  /** The keywords that each alert shows now, or the session of each tagging result, oldest first. */
  posted(): string[];
  /** The digest as its message shows it now; null: there is no message. */
  shownDigest(): Digest | null;
  waiting(): Promise<number>;
  isEmpty(): Promise<boolean>;
  /** Advances the clock second by second until the condition holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

export async function createTestBed(
  options: { readonly alertDelayMs?: number; readonly owns?: (guildId: string) => boolean } = {},
): Promise<TestBed> {
  const { alertDelayMs = 0, owns = () => true } = options;
  const clock = createFakeClock(Date.now());
  const { logger, lines: log } = createLogSink();
  const { database } = await openTestState();
  const cases = createCases(database, clock, logger);
  const events = createEventStore(database, clock, logger);
  const keywordHits = createKeywordHits(database, clock, logger);
  const digestStore = createDigestStore(database, clock, logger);
  const posts = createPostStore(database, clock);
  const accepting = createAcceptEvents(database, clock);
  const digests = createDigests({ store: digestStore, events });
  const messenger = createFakeMessenger(clock);
  const random = (): number => 0.5;
  let outbox: Outbox | null = null;
  let stop = async (): Promise<void> => undefined;
  let drain = async (): Promise<void> => undefined;
  onTestFinished(() => stop());

  const bed: TestBed = {
    clock,
    messenger,
    database,
    events,
    failedEvents: createFailedEvents(database, clock, logger),
    keywordHits,
    cases,
    digestStore,
    digests,
    log,
    unowned: 0,
    target: (key) => ({ kind: 'channel', key, channelId: `channel of ${key}`, digestKey: key }),
    onBody: () => undefined,
    outbox() {
      if (outbox === null) throw new Error('no process runs');
      return outbox;
    },
    async restart() {
      await stop();
      outbox = await start();
    },
    drain: () => drain(),
    async acceptContent(id, content) {
      const event = { id, content, receivedAtMs: clock.now() };
      const result = await acceptEvent(accepting, event);
      outbox?.look(postOf(event, null).guildId);
      return result;
    },
    accept: (keyword, guildId = SERVER) =>
      bed.acceptContent(`id of ${keyword}`, keywordContent(keyword, { guildId })),
    posted: () =>
      messenger.messages.flatMap(({ body }) => (isOfEvent(body) ? [wordsIn(body)] : [])),
    shownDigest() {
      const content = messenger.messages.findLast(({ body }) => !isOfEvent(body))?.body.content;
      return content === undefined ? null : digestSchema.parse(JSON.parse(content));
    },
    waiting: async () => (await eventBacklog(database, clock.now())).depth,
    isEmpty: async () => (await bed.waiting()) === 0,
    until: (condition) =>
      vi.waitFor(
        async () => {
          clock.advance(1000);
          expect(await condition()).toBe(true);
        },
        { timeout: 5000, interval: 5 },
      ),
  };

  async function start(): Promise<Outbox> {
    const stopping = new AbortController();
    const context = createWorkContext({ clock, random, logger, signal: stopping.signal });
    const { background } = context;
    const client = { channels: { cache: new Map() } } as unknown as Client;
    const policies = { get: async () => defaultPolicy };
    const places = { placeOf: async () => null };
    const history = { total: 0, results: [], lastAt: null, isComplete: true };
    const channelProblems = createChannelProblems(logger);
    const moderatorChannels = { channelId: (guildId: string) => `channel of ${guildId}` };
    const parts = { ...context, client, policies, places, posts, events, keywordHits, digests };
    const started = createOutbox({
      ...context,
      store: posts,
      deliver: createDeliverPost({
        ...context,
        store: posts,
        messenger,
        postLimiter: createPostLimiter(clock),
      }),
      owns,
      editPauseMs: 0,
    });
    const keywordBody = createKeywordBody({ ...parts, cases: { historyOf: async () => history } });
    const shared = {
      ...parts,
      channelProblems,
      targets: {
        ofKeywords: async (guildId: string) => bed.target(guildId),
        ofTags: async () => bed.target('tagging'),
      },
      viewEvent: createViewEvent({
        ...parts,
        channelProblems,
        announceUnowned: () => void (bed.unowned += 1),
      }),
      body: (async (hit, channel) => {
        bed.onBody(hit.content.keyword);
        return keywordBody(hit, channel);
      }) satisfies typeof keywordBody,
      join: createJoinKeyword({ ...parts, cases, moderatorChannels }),
      alertDelayMs,
    };
    started.add(
      createKeywordPost(shared),
      createKeywordEdit(shared),
      createTaggingPost(shared),
      createDigestPost({
        ...shared,
        store: digestStore,
        format: {
          target: async (key) => bed.target(key),
          body: async (digest) => ({ content: JSON.stringify(digest) }),
          isSame:
            ({ ref }) =>
            ({ content }) =>
              content.includes(ref),
        },
      }),
    );
    stop = async () => {
      outbox = null;
      stopping.abort(new StoppedError());
      // A killed process may wait for Discord for ever.
      await Promise.race([background.settled(), new Promise((resolve) => setImmediate(resolve))]);
    };
    drain = async () => {
      started.drain();
      await background.settled();
    };
    await started.start();
    return started;
  }

  outbox = await start();
  return bed;
}

function isOfEvent({ embeds = [] }: PostBody): boolean {
  return embeds.length > 0;
}

/** The keywords that an alert shows, or the session of a tagging result. */
function wordsIn({ embeds = [] }: PostBody): string {
  const [embed] = embeds;
  const [head = ''] = embed?.description?.split('\n') ?? [];
  const keywords = Array.from(head.matchAll(/“(.*?)”/g), ([, keyword]) => keyword);
  return keywords.length > 0 ? keywords.join(' + ') : (embed?.fields?.at(-1)?.value ?? '');
}
