import { createComplain } from '../lib/complain.ts';
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
  PipelineStatus,
  Policies,
} from '../moderation/ports.ts';
import type { Pardons, Reverser, Rulings } from '../moderation/ruling-ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import { createAlertQueue } from './alert-queue.ts';
import { createBackground } from './background.ts';
import { createCarryOut } from './carry-out.ts';
import { createCaseLog } from './case-log.ts';
import { createCaseViews } from './case-views.ts';
import { createCatchUp, type WatchedChannel } from './catch-up.ts';
import { PipelineStopped } from './errors.ts';
import { createInsist } from './insist.ts';
import { createIntake, type Limits } from './intake.ts';
import { createLateNotices } from './late-notices.ts';
import type { MessageEvent, ObserveEffect } from './outcome.ts';
import { createProcess } from './process.ts';
import { createRetry, type Waiting } from './retry.ts';
import { createRulings } from './rulings.ts';
import { createServiceGate } from './service-gate.ts';
import { createSteps } from './steps.ts';
import { createTakeUp } from './take-up.ts';
import { createWatermarks } from './watermarks.ts';

export interface Pipeline {
  /** Resumes the cases an earlier process left unfinished. */
  start(): void;
  /** Takes on a new or changed message. Never throws, never waits. */
  submit(snapshot: Snapshot): void;
  /**
   * Catches up with these channels. Call it before any of their messages is submitted: when a guild becomes
   * available and after every new session. `joinedAt` (milliseconds since the Unix epoch): when the bot joined.
   */
  watch(guildId: string, channels: readonly WatchedChannel[], joinedAt?: number | null): void;
  /** Catches up with threads that came into view: opened again, or the bot was added to them. */
  watchThreads(guildId: string, threads: readonly WatchedChannel[]): void;
  /** The bot left the guild. */
  forget(guildId: string): void;
  /**
   * Takes nothing on any more, lets what is in flight end for as long as `deadlineMs`, and stores the
   * checkpoints. Everything else is taken up at the next start.
   */
  stop(options: { deadlineMs: number }): Promise<void>;
  status(): PipelineStatus;
  /** What moderators do about cases. */
  readonly rulings: Rulings;
}

export interface PipelineDeps {
  moderator: Moderator;
  /** By the mode of the case. */
  executors: { enforce: Executor; shadow: Executor };
  reverser: Reverser;
  alerts: Alerts;
  history: History;
  policies: Policies;
  cases: Cases;
  pardons: Pardons;
  checkpoints: Checkpoints;
  clock: Clock;
  /** Between 0 and 1, as `Math.random`. */
  random: () => number;
  logger: Logger;
  /** Called for every message when its last effect is done, the alert included. Must be cheap. */
  observe?: (event: MessageEvent) => void;
  /** Called for every effect whose outcome is saved, those of resumed cases too. Must be cheap. */
  observeEffect?: ObserveEffect;
}

const LIMITS: Limits = { capacity: 5000, concurrency: 64 };
/** Cases of an earlier process that are carried out at once: what people do now goes first. */
const RESUMED_AT_ONCE = 8;

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { alerts, history, policies, cases, pardons, checkpoints, clock, observe } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Everything that waits listens, so many listeners are no leak.
  setMaxListeners(0, signal);
  const waiting: Waiting = { clock, random: deps.random, logger: deps.logger, signal };
  const complain = createComplain(waiting);
  const retry = createRetry(waiting, complain);
  const insist = createInsist(waiting, complain);
  const background = createBackground(complain);

  const marks = createWatermarks({ checkpoints, clock, complain });
  const lateNotices = createLateNotices({ alerts, clock, complain, marks, signal });
  const gate = createServiceGate({
    moderator: deps.moderator,
    waiting,
    onOutage: lateNotices.outage,
    onRecovery: lateNotices.recovery,
  });
  const { executors, observeEffect } = deps;
  const caseLog = createCaseLog(deps.logger);
  const steps = createSteps({
    executors,
    alerts,
    cases,
    caseLog,
    observeEffect,
    waiting,
    retry,
    complain,
  });
  const views = createCaseViews({ alerts, cases, background, insist });
  const alertQueue = createAlertQueue({
    steps,
    views,
    cases,
    policies,
    background,
    waiting,
    complain,
  });
  const carryOut = createCarryOut({ steps, alertQueue, cases, policies });
  const rulings = createRulings({
    executor: executors.enforce,
    reverser: deps.reverser,
    alerts,
    cases,
    policies,
    pardons,
    caseLog,
    views,
    background,
    waiting,
    insist,
    retry,
  });
  const intake = createIntake({
    handle: createProcess({ gate, policies, cases, pardons, carryOut, clock, retry }),
    marks,
    clock,
    limits: LIMITS,
    signal,
    complain,
    finished(snapshot, outcome, latencyMs) {
      if (outcome.kind === 'skipped') caseLog.skipped(snapshot, outcome.reason);
      else lateNotices.judged(snapshot);
      if (observe !== undefined) report(observe, snapshot, { outcome, latencyMs });
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

  /** An observer hears of a case when its alert is posted, though the message is finished before. */
  function report(
    observe: (event: MessageEvent) => void,
    { guildId, messageId }: Snapshot,
    { outcome, latencyMs }: Pick<MessageEvent, 'outcome' | 'latencyMs'>,
  ): void {
    if (outcome.kind !== 'acted' && outcome.kind !== 'unchecked') {
      observe({ guildId, messageId, outcome, latencyMs });
      return;
    }
    const receivedAt = clock.now() - latencyMs;
    alertQueue.whenPosted(guildId, outcome.caseNumber, () => {
      observe({ guildId, messageId, outcome, latencyMs: clock.now() - receivedAt });
    });
  }

  async function resumeAll(): Promise<void> {
    // Read as there is a place for them, however many there are.
    const found = cases.unfinished()[Symbol.asyncIterator]();
    async function resumeSome(): Promise<void> {
      for (let next = await found.next(); next.done !== true; next = await found.next()) {
        signal.throwIfAborted();
        const { guildId, number } = next.value;
        const trouble = { what: 'resuming a case', ids: { guildId, case: number } };
        await retry(trouble, () => carryOut.resume(guildId, number));
        await retry(trouble, () => rulings.resume(guildId, number));
      }
    }
    await Promise.all(Array.from({ length: RESUMED_AT_ONCE }, resumeSome));
  }

  return {
    rulings: { rule: rulings.rule, takeUp: createTakeUp({ cases, policies, clock }) },
    start() {
      const trouble = { what: 'looking for unfinished cases', ids: {} };
      background.run(trouble, () => retry(trouble, resumeAll));
    },
    submit(snapshot) {
      if (!signal.aborted && !intake.offer(snapshot)) catchUp.missed(snapshot);
    },
    watch(guildId, channels, joinedAt = null) {
      if (!signal.aborted) catchUp.watch(guildId, channels, joinedAt);
    },
    watchThreads(guildId, threads) {
      if (!signal.aborted) catchUp.watchThreads(guildId, threads);
    },
    forget(guildId) {
      marks.forget(guildId);
      catchUp.forget(guildId);
      const trouble = { what: 'forgetting a guild', ids: { guildId } };
      background.run(trouble, () => retry(trouble, () => checkpoints.forget(guildId)));
    },
    async stop({ deadlineMs }) {
      stopping.abort(new PipelineStopped());
      const settled = new AbortController();
      // In this order: a message in flight leaves its alert to the background.
      const ended = intake.settled().then(() => background.settled());
      await Promise.race([ended, sleep(clock, deadlineMs, settled.signal)]);
      settled.abort();
      alertQueue.close();
      await marks.flush();
    },
    status: () => ({
      ...intake.status(),
      alertsWaiting: alertQueue.size(),
      outage: gate.outage(),
      channelsBehind: marks.channelsBehind(),
    }),
  };
}
