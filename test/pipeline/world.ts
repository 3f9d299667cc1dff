import { createPipeline, type Pipeline, type PipelineDeps } from '../../src/pipeline/pipeline.ts';
import type { MessageEvent } from '../../src/pipeline/outcome.ts';
import { createFakeClock, type FakeClock } from '../helpers/fake-clock.ts';
import { createFakeHistory, type FakeHistory } from '../helpers/fake-history.ts';
import { createLogSink } from '../helpers/log-sink.ts';
import { createMemoryStores, type MemoryStores } from '../helpers/memory-stores.ts';
import { createRecordingDiscord, type RecordingDiscord } from '../helpers/recording-discord.ts';
import { createScriptedModerator, type ScriptedModerator } from '../helpers/scripted-moderator.ts';

/** All that outlives a pipeline. */
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
        reverser: discord.reverser,
        alerts: discord.alerts,
        history,
        policies: stores.policies,
        cases: stores.cases,
        pardons: stores.pardons,
        checkpoints: stores.checkpoints,
        clock,
        random: () => 0.5,
        logger,
        observe: (event) => events.push(event),
        ...overrides,
      }),
  };
}
