import { noWords } from '../../../../helpers/words.ts';
import {
  createPipeline,
  type Pipeline,
  type PipelineDeps,
} from '../../../../../src/bot/composition/pipeline/pipeline.ts';
import { unlimitedPosts } from '../../../../helpers/unlimited-posts.ts';
import type { MessageEvent } from '../../../../../src/bot/judging/outcome.ts';
import { DAY_MS } from '../../../../../src/shared/clock.ts';
import { createFakeClock, type FakeClock } from '../../../../helpers/fake-clock.ts';
import { createFakeHistory, type FakeHistory } from '../../../../helpers/fakes/fake-history.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';
import { createMemoryReviews } from '../../../../helpers/fakes/memory-reviews.ts';
import { createMemoryStores, type MemoryStores } from '../../../../helpers/fakes/memory-stores.ts';
import {
  createRecordingDiscord,
  type RecordingDiscord,
} from '../../../../helpers/fakes/recording-discord.ts';
import {
  createScriptedModerator,
  type ScriptedModerator,
} from '../../../../helpers/fakes/scripted-moderator.ts';

/** The state that outlives a pipeline. */
export interface World {
  readonly clock: FakeClock;
  readonly stores: MemoryStores;
  readonly discord: RecordingDiscord;
  readonly history: FakeHistory;
  readonly moderator: ScriptedModerator;
  readonly events: MessageEvent[];
  readonly lines: string[];
  /** The outcomes so far, in words. */
  outcomes(): string[];
  /** A pipeline over this world. */
  boot(overrides?: Partial<PipelineDeps>): Pipeline;
}

export function createWorld(): World {
  const clock = createFakeClock();
  const stores = createMemoryStores();
  const reviews = createMemoryReviews();
  const discord = createRecordingDiscord();
  const history = createFakeHistory();
  const moderator = createScriptedModerator();
  const { logger, lines } = createLogSink();
  const events: MessageEvent[] = [];
  return {
    clock,
    stores,
    discord,
    history,
    moderator,
    events,
    lines,
    outcomes: () => events.map(({ outcome }) => outcome.kind),
    boot: (overrides) =>
      createPipeline({
        moderator,
        executors: discord.executors,
        undoer: discord.undoer,
        alerts: discord.alerts,
        history,
        textFiles: { read: () => Promise.resolve({ kind: 'none' }) },
        transcriber: { transcribe: () => Promise.resolve({ kind: 'transcribed', sentences: [] }) },
        policies: stores.policies,
        cases: stores.cases,
        words: noWords,
        incidents: stores.incidents,
        incidentPosts: discord.incidentPosts,
        allowedTexts: stores.allowedTexts,
        checkpoints: stores.checkpoints,
        notices: stores.notices,
        alertDelayMs: 0,
        noticeDelayMs: 0,
        incidentEditMs: 5000,
        postLimiter: unlimitedPosts,
        countCase: stores.cases.update,
        reviews,
        reviewPosts: { find: async () => null, post: async () => null, edit: async () => 'gone' },
        appealAnswers: { send: async () => ({ status: 'done', at: clock.now() }) },
        countReview: async (review, change) => void (await reviews.update(review, change)),
        passOnReview: () => false,
        keywordHits: { ofMessage: async () => null, claim: async () => {} },
        maxEditAgeMs: DAY_MS,
        clock,
        random: () => 0.5,
        logger,
        observe: (event) => events.push(event),
        ...overrides,
      }),
  };
}
