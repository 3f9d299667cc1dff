import { setMaxListeners } from 'node:events';
import { sleep, type Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type {
  Alerts,
  Cases,
  Checkpoints,
  Executor,
  History,
  Moderator,
  Policies,
} from '../moderation/ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import { createBackground } from './background.ts';
import { createCarryOut } from './carry-out.ts';
import { createCatchUp, type WatchedChannel } from './catch-up.ts';
import { PipelineStopped } from './errors.ts';
import { createIntake, type Limits } from './intake.ts';
import { createLateNotices } from './late-notices.ts';
import type { MessageEvent } from './outcome.ts';
import { createProcess } from './process.ts';
import { createComplain, createRetry, type Waiting } from './retry.ts';
import { createServiceGate, type Outage } from './service-gate.ts';
import { createWatermarks } from './watermarks.ts';

export interface Pipeline {
  /** Resumes the cases an earlier process left unfinished. */
  start(): void;
  /** Takes on a new or changed message. Never throws, never waits. */
  submit(snapshot: Snapshot): void;
  /**
   * Catches up with these channels. Call it before any of their messages is submitted: when a guild becomes
   * available, after every new session, and for a thread that is opened again.
   */
  watch(guildId: string, channels: readonly WatchedChannel[]): void;
  /** The bot left the guild. */
  forget(guildId: string): void;
  /**
   * Takes nothing on any more, lets what is in flight end for as long as `deadlineMs`, and stores the
   * checkpoints. Everything else is taken up at the next start.
   */
  stop(options: { deadlineMs: number }): Promise<void>;
  status(): PipelineStatus;
}

export interface PipelineStatus {
  /** Messages that nobody has begun to judge. */
  readonly waiting: number;
  readonly oldestWaitingMs: number;
  /** Messages being judged or waiting for the service or for Discord. */
  readonly inFlight: number;
  /** Set while the moderation service is away. */
  readonly outage: Outage | null;
  /** Channels with messages that are still to be fetched. */
  readonly channelsBehind: number;
}

export interface PipelineDeps {
  moderator: Moderator;
  /** By the mode of the case. */
  executors: { enforce: Executor; shadow: Executor };
  alerts: Alerts;
  history: History;
  policies: Policies;
  cases: Cases;
  checkpoints: Checkpoints;
  clock: Clock;
  /** Between 0 and 1, as `Math.random`. */
  random: () => number;
  logger: Logger;
  /** Called for every message that is finished. Must be cheap. */
  observe?: (event: MessageEvent) => void;
}

const LIMITS: Limits = { capacity: 5000, concurrency: 64 };

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { alerts, history, policies, cases, checkpoints, clock, observe } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Everything that waits listens, so many listeners are no leak.
  setMaxListeners(0, signal);
  const waiting: Waiting = { clock, random: deps.random, logger: deps.logger, signal };
  const complain = createComplain(waiting);
  const retry = createRetry(waiting, complain);
  const background = createBackground(complain);

  const marks = createWatermarks({ checkpoints, clock, complain });
  const lateNotices = createLateNotices({ alerts, clock, complain, marks, signal });
  const gate = createServiceGate({
    moderator: deps.moderator,
    waiting,
    onOutage: lateNotices.outage,
    onRecovery: lateNotices.recovery,
  });
  const { executors } = deps;
  const carryOut = createCarryOut({ executors, alerts, cases, policies, waiting, retry, complain });
  const intake = createIntake({
    handle: createProcess({ gate, policies, cases, carryOut, clock, retry }),
    marks,
    clock,
    limits: LIMITS,
    signal,
    complain,
    finished(snapshot, outcome, latencyMs) {
      if (outcome.kind !== 'skipped') lateNotices.judged(snapshot);
      const { guildId, messageId } = snapshot;
      observe?.({ guildId, messageId, outcome, latencyMs });
    },
  });
  const catchUp = createCatchUp({
    history,
    checkpoints,
    marks,
    intake,
    background,
    waiting,
    retry,
    complain,
  });

  async function resumeAll(): Promise<void> {
    for await (const { guildId, number } of cases.unfinished()) {
      const trouble = { what: 'resuming a case', ids: { guildId, case: number } };
      background.run(trouble, () => retry(trouble, () => carryOut.resume(guildId, number)));
    }
  }

  return {
    start() {
      const trouble = { what: 'looking for unfinished cases', ids: {} };
      background.run(trouble, () => retry(trouble, resumeAll));
    },
    submit(snapshot) {
      if (!signal.aborted && !intake.offer(snapshot)) catchUp.missed(snapshot);
    },
    watch(guildId, channels) {
      if (!signal.aborted) catchUp.watch(guildId, channels);
    },
    forget(guildId) {
      marks.forget(guildId);
      const trouble = { what: 'forgetting a guild', ids: { guildId } };
      background.run(trouble, () => retry(trouble, () => checkpoints.forget(guildId)));
    },
    async stop({ deadlineMs }) {
      stopping.abort(new PipelineStopped());
      const settled = new AbortController();
      const ended = Promise.all([intake.settled(), background.settled()]);
      await Promise.race([ended, sleep(clock, deadlineMs, settled.signal)]);
      settled.abort();
      await marks.flush();
    },
    status: () => ({
      ...intake.status(),
      outage: gate.outage(),
      channelsBehind: marks.channelsBehind(),
    }),
  };
}
