import { noWords } from '../../../../helpers/words.ts';
import {
  createPipeline,
  type Pipeline,
  type PipelineDeps,
} from '../../../../../src/bot/composition/pipeline/pipeline.ts';
import { unlimitedPosts } from '../../../../helpers/unlimited-posts.ts';
import { createWorkContext } from '../../../../../src/bot/composition/pipeline/context.ts';
import { createDeliverPost } from '../../../../../src/bot/outbox/deliver-post.ts';
import { createOutbox } from '../../../../../src/bot/outbox/outbox.ts';
import { StoppedError } from '../../../../../src/shared/tasks/stopped-error.ts';
import {
  createFakeMessenger,
  type FakeMessenger,
} from '../../../../helpers/fakes/fake-messenger.ts';
import { createAlertMessenger } from '../../../../helpers/fakes/alert-messenger.ts';
import { createMemoryPosts } from '../../../../helpers/fakes/memory-posts.ts';
import type { PostLimiter } from '../../../../../src/bot/domain/posts/post-limiter.ts';
import type { PostStore } from '../../../../../src/bot/storage/posts.ts';
import { reviewFormat } from '../../../../helpers/fakes/review-format.ts';
import type { MessageEvent } from '../../../../../src/bot/judging/outcome.ts';
import { DAY_MS, sleep } from '../../../../../src/shared/clock.ts';
import { createFakeClock, type FakeClock } from '../../../../helpers/fake-clock.ts';
import { createFakeHistory, type FakeHistory } from '../../../../helpers/fakes/fake-history.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';
import { createMemoryReviews } from '../../../../helpers/fakes/memory-reviews.ts';
import { createMemoryStores, type MemoryStores } from '../../../../helpers/fakes/memory-stores.ts';
import {
  createRecordingDiscord,
  type FakeAlerts,
  type RecordingDiscord,
} from '../../../../helpers/fakes/recording-discord.ts';
import {
  createScriptedModerator,
  type ScriptedModerator,
} from '../../../../helpers/fakes/scripted-moderator.ts';

export interface Overrides extends Partial<PipelineDeps> {
  readonly alerts?: FakeAlerts;
  readonly postLimiter?: PostLimiter;
  readonly posts?: PostStore;
}

/** The state that outlives a pipeline. */
export interface World {
  readonly clock: FakeClock;
  readonly stores: MemoryStores;
  readonly discord: RecordingDiscord;
  readonly messenger: FakeMessenger;
  readonly posts: PostStore;
  readonly history: FakeHistory;
  readonly moderator: ScriptedModerator;
  readonly events: MessageEvent[];
  readonly lines: string[];
  /** The outcomes so far, in words. */
  outcomes(): string[];
  /** A pipeline over this world. */
  boot(overrides?: Overrides): Pipeline;
  /** A channel or a permission has changed. */
  retryPosts(): void;
}

export function createWorld(): World {
  const clock = createFakeClock();
  const discord = createRecordingDiscord();
  const history = createFakeHistory();
  const moderator = createScriptedModerator();
  const { logger, lines } = createLogSink();
  const events: MessageEvent[] = [];
  const posts = createMemoryPosts(clock);
  const stores = createMemoryStores(posts);
  const reviews = createMemoryReviews(posts);
  const messenger = createFakeMessenger(clock);
  let retryPosts = (): void => undefined;
  return {
    retryPosts: () => retryPosts(),
    messenger,
    posts,
    clock,
    stores,
    discord,
    history,
    moderator,
    events,
    lines,
    outcomes: () => events.map(({ outcome }) => outcome.kind),
    boot(overrides) {
      const stopping = new AbortController();
      const context = createWorkContext({
        clock,
        random: () => 0.5,
        logger,
        signal: stopping.signal,
      });
      const {
        alerts = discord.alerts,
        postLimiter = unlimitedPosts,
        posts: store = posts,
        ...others
      } = overrides ?? {};
      const alerted = createAlertMessenger(alerts, messenger, () => discord.alertChannel);
      const outbox = createOutbox({
        ...context,
        store,
        deliver: createDeliverPost({
          ...context,
          store,
          messenger: alerted.messenger,
          postLimiter,
        }),
        owns: () => true,
        editPauseMs: 2 * (others.alertDelayMs ?? 0),
      });
      retryPosts = outbox.retryNow;
      const pipeline = createPipeline({
        moderator,
        executors: discord.executors,
        undoer: discord.undoer,
        self: { ref: () => ({ id: '1', name: 'Portcullis' }), isIn: () => true },
        moderatorChannels: alerts,
        alertFormat: alerted.format,
        history,
        recentMessages: async function* () {},
        textFiles: { read: () => Promise.resolve({ kind: 'none' }) },
        transcriber: {
          transcribe: () => Promise.resolve({ kind: 'transcribed', sentences: [], isCut: false }),
        },
        pictureReader: { read: async () => ({ kind: 'gone' }) },
        knownPictures: {
          isEmpty: async () => true,
          find: async () => null,
          preview: async () => null,
          seal: () => '',
        },
        policies: stores.policies,
        cases: stores.cases,
        words: noWords,
        incidents: stores.incidents,
        incidentFormat: discord.incidentFormat,
        outbox,
        allowedTexts: stores.allowedTexts,
        checkpoints: stores.checkpoints,
        currentTexts: { async *of() {} },
        seenTexts: { get: async () => null, set: async () => {} },
        notices: stores.notices,
        alertDelayMs: 0,
        noticeDelayMs: 0,
        incidentEditMs: 5000,
        posts: store,
        countCase: async () => {},
        reviews,
        reviewFormat,
        appealAnswers: { send: async () => ({ status: 'done', at: clock.now() }) },
        countReview: async () => {},
        passOnReview: () => false,
        keywordHits: {
          ofMessage: async () => null,
          claim: async () => {},
          claimIn: async () => {},
        },
        joinedEvents: {
          joinedTo: async () => [],
          done: async () => {},
          release: async () => {},
        },
        maxEditAgeMs: DAY_MS,
        clock,
        random: () => 0.5,
        logger,
        observe: (event) => events.push(event),
        ...others,
      });
      return {
        ...pipeline,
        async stop(options) {
          await pipeline.stop(options);
          outbox.drain();
          const settled = new AbortController();
          const deadline = sleep(clock, options.deadlineMs, settled.signal);
          await Promise.race([context.background.settled(), deadline]);
          settled.abort();
          stopping.abort(new StoppedError());
        },
      };
    },
  };
}
