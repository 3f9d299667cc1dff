import { setMaxListeners } from 'node:events';
import { sleep, type Clock } from '../../shared/clock.ts';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type { Logger } from '../../shared/logger.ts';
import { createKeyedSemaphore } from '../../shared/tasks/semaphore.ts';
import { createThrottledErrorLog } from '../../shared/throttled-error-log.ts';
import type {
  AllowedTexts,
  ModeratorActions,
  Undoer,
} from '../domain/actions/moderator-action-ports.ts';
import type {
  Alerts,
  Cases,
  Checkpoints,
  Executor,
  History,
  JoinKeywordHit,
  KeywordHits,
  Moderator,
  PipelineStatus,
  Policies,
  TextFiles,
  Transcriber,
} from '../domain/ports.ts';
import { openModeratorAction } from '../domain/actions/moderator-actions.ts';
import { manualActionOf, type Case } from '../domain/case.ts';
import type {
  IncidentControl,
  IncidentPosts,
  Incidents,
} from '../domain/incidents/incident-ports.ts';
import type { ManualActions } from '../domain/manual/manual-ports.ts';
import type { Notices } from '../domain/notices.ts';
import type { ReviewControl } from '../domain/reviews/review-ports.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import type { MissedMessage, Snapshot } from '../domain/snapshot.ts';
import type { ServerWords } from '../domain/words/server-words.ts';
import { createBackground } from '../../shared/tasks/background.ts';
import { createCatchUp, type WatchedChannel } from '../backfill/catch-up.ts';
import { createFetchQueue } from '../backfill/fetch-queue.ts';
import { createWatermarks } from '../backfill/watermarks.ts';
import { createAlertQueue } from '../posts/delivery/alert-queue.ts';
import { createAlertSync } from '../posts/delivery/alert-sync.ts';
import { createCaseLog } from '../acting/cases/case-log.ts';
import { createActOnMessage, outcomeOf } from '../acting/cases/act-on-message.ts';
import { createCaseRunner } from '../acting/cases/case-runner.ts';
import { createDeliverAlerts } from '../posts/delivery/deliver-alerts.ts';
import { createDispatcher } from '../acting/cases/dispatcher.ts';
import { createJoinKeywordHit } from '../posts/delivery/join-keyword-hit.ts';
import { createManualActions } from '../acting/cases/manual-actions.ts';
import { createModeratorActionRunner } from '../acting/cases/moderator-actions.ts';
import { createNoticeQueue } from '../acting/notices/notice-queue.ts';
import { createOpenCase } from '../acting/cases/open-case.ts';
import { createOpenCaseByModerator } from '../acting/cases/open-case-by-moderator.ts';
import { createOpenCaseForKeywordHit } from '../acting/cases/open-case-for-keyword-hit.ts';
import { createSaveOutcome } from '../acting/cases/save-outcome.ts';
import { StoppedError } from '../../shared/tasks/stopped-error.ts';
import { createIncidentSide } from '../incidents/incidents.ts';
import { createIntake, type IntakeLimits } from '../judging/intake.ts';
import { createJudge } from '../judging/judge.ts';
import { createRecordingChecks } from '../judging/recordings.ts';
import { createSplitMessages } from '../judging/split-messages.ts';
import type { MessageEvent, MessageOutcome, ObserveEffect } from '../judging/outcome.ts';
import { createOutageNotices } from '../judging/outage/outage-notices.ts';
import { createServiceGate } from '../judging/outage/service-gate.ts';
import { createReviewSide, type ReviewSideDeps } from '../reviews/reviews.ts';
import { createRetry } from '../../shared/tasks/retry.ts';

export interface Pipeline {
  /** Resumes the cases that an earlier process left unfinished. */
  start(): void;
  /** Takes a new or changed message. Never throws, never waits. */
  submit(snapshot: Snapshot): void;
  /**
   * Catches up with these channels. Call it when a server becomes available and after every new session, before any
   * message of that session is submitted. `joinedAt` (milliseconds since the Unix epoch): when the bot joined.
   */
  watch(guildId: string, channels: readonly WatchedChannel[], joinedAt?: number | null): void;
  /** A message arrived but could not be read: it is fetched again. */
  missed(message: MissedMessage): void;
  /** Catches up with threads that were opened again or that the bot was added to. */
  watchThreads(guildId: string, threads: readonly WatchedChannel[]): void;
  /** The bot left the server. */
  forget(guildId: string): void;
  /**
   * Takes no more messages, waits at most `deadlineMs` for what is in flight, and stores the checkpoints. Everything
   * else resumes at the next start.
   */
  stop(options: { deadlineMs: number }): Promise<void>;
  status(): PipelineStatus;
  readonly moderatorActions: ModeratorActions;
  readonly manualActions: ManualActions;
  readonly incidentControl: IncidentControl;
  readonly reviewControl: ReviewControl;
  /** Finds reviews that were opened where their server's shard is not. */
  lookForReviews(): void;
  readonly joinKeywordHit: JoinKeywordHit;
}

export interface PipelineDeps extends ReviewSideDeps {
  moderator: Moderator;
  /** By the mode of the case. */
  executors: { enforce: Executor; watch: Executor };
  undoer: Undoer;
  alerts: Alerts;
  history: History;
  textFiles: TextFiles;
  transcriber: Transcriber;
  policies: Policies;
  words: Pick<ServerWords, 'matcher'>;
  cases: Cases;
  incidents: Incidents;
  incidentPosts: IncidentPosts;
  allowedTexts: AllowedTexts;
  checkpoints: Checkpoints;
  notices: Notices;
  /** An author gets at most one notice in this time; default: an hour. */
  noticeIntervalMs?: number;
  /** How long a notice waits, in case an incident begins. */
  noticeDelayMs: number;
  /** How long an alert waits for more cases of its author. */
  alertDelayMs: number;
  /** The shortest time between two edits of an incident's post. */
  incidentEditMs: number;
  postLimiter: PostLimiter;
  /** Changes a case and counts it in its server's digest, both or neither. */
  countCase: Cases['update'];
  keywordHits: Pick<KeywordHits, 'ofMessage' | 'claim'>;
  /** The age of the oldest messages that `history` searches for edits. */
  maxEditAgeMs: number;
  clock: Clock;
  /** From 0 to below 1, as `Math.random`. */
  random: () => number;
  logger: Logger;
  /** Called for every message when its last effect is done, the alert included. Must be cheap. */
  observe?: (event: MessageEvent) => void;
  /** Called for every effect whose outcome is saved, in resumed cases too. Must be cheap. */
  observeEffect?: ObserveEffect;
}

const INTAKE_LIMITS: IntakeLimits = { capacity: 5000, concurrency: 64 };
const NOTICE_INTERVAL_MS = 60 * 60_000;
/** Discord allows five edits in five seconds per channel, and moderators need some of them. */
const EDIT_PAUSE_FACTOR = 2;
/** Moderator actions of an earlier process that are resumed at once. */
const RESUMED_PER_GUILD = 8;

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { moderator, executors, undoer, alerts, history, textFiles, transcriber, policies, cases } =
    deps;
  const {
    allowedTexts,
    checkpoints,
    keywordHits,
    alertDelayMs,
    clock,
    random,
    logger,
    observe,
    observeEffect,
  } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every wait adds a listener, so a large number of them is not a leak.
  setMaxListeners(0, signal);
  const logError = createThrottledErrorLog({ clock, logger });
  const retry = createRetry({ clock, random, signal, logError });
  const background = createBackground(logError);
  const resuming = createKeyedSemaphore(RESUMED_PER_GUILD);

  const watermarks = createWatermarks({ checkpoints, clock, logError });
  const outageNotices = createOutageNotices({ alerts, watermarks, clock, signal, logError });
  const serviceGate = createServiceGate({
    moderator,
    clock,
    random,
    logger,
    signal,
    onOutage: outageNotices.onOutage,
    onRecovery: outageNotices.onRecovery,
  });

  const caseLog = createCaseLog(logger);
  const saveOutcome = createSaveOutcome({
    cases,
    onClosed,
    observeEffect,
    clock,
    retry,
  });
  const alertSync = createAlertSync({
    alerts,
    cases,
    policies,
    background,
    retry,
    clock,
    pauseMs: EDIT_PAUSE_FACTOR * alertDelayMs,
    signal,
  });
  const authorMutex = createKeyedMutex();
  const deliverAlerts = createDeliverAlerts({
    alerts,
    alertSync,
    mutex: authorMutex,
    saveOutcome,
    saveCounted: createSaveOutcome({
      cases: { update: deps.countCase },
      onClosed,
      observeEffect,
      clock,
      retry,
    }),
    cases,
    policies,
    keywordHits,
    background,
    retry,
    clock,
  });
  const alertQueue = createAlertQueue({
    deliver: deliverAlerts,
    postLimiter: deps.postLimiter,
    background,
    retry,
    logError,
    clock,
    random,
    delayMs: alertDelayMs,
    signal,
  });
  const noticeQueue = createNoticeQueue({
    intervalMs: deps.noticeIntervalMs ?? NOTICE_INTERVAL_MS,
    delayMs: deps.noticeDelayMs,
    notices: deps.notices,
    executor: executors.enforce,
    cases,
    policies,
    alertSync,
    observeEffect,
    background,
    retry,
    clock,
    signal,
  });
  const dispatcher = createDispatcher({
    caseRunner: createCaseRunner({
      executors,
      undoer,
      saveOutcome,
      noticeQueue,
      cases,
      policies,
      clock,
      retry,
    }),
    alertQueue,
    cases,
    background,
    retry,
    signal,
  });
  const moderatorActions = createModeratorActionRunner({
    executor: executors.enforce,
    undoer,
    alertSync,
    cases,
    policies,
    allowedTexts,
    caseLog: {
      moderatorActionEnded(record) {
        caseLog.moderatorActionEnded(record);
        reviewSide.caseChanged(record);
      },
    },
    background,
    retry,
    clock,
    signal,
  });
  const openCaseByModerator = createOpenCaseByModerator({ cases, policies, clock });
  const reviewSide = createReviewSide({
    ...deps,
    moderatorActions,
    openCase: openCaseByModerator,
    background,
    retry,
  });
  const incidentSide = createIncidentSide({
    incidents: deps.incidents,
    posts: deps.incidentPosts,
    incidentEditMs: deps.incidentEditMs,
    postLimiter: deps.postLimiter,
    cases,
    policies,
    dispatcher,
    moderatorActions,
    onClosed,
    background,
    retry,
    clock,
    logError,
    signal,
  });
  const act = createActOnMessage({
    alerts,
    openCase: createOpenCase({ cases, clock }),
    joinIncident: incidentSide.join,
    dispatcher,
    cases,
    allowedTexts,
    retry,
  });

  const recordingChecks = createRecordingChecks({
    transcriber,
    act,
    whenActed: dispatcher.whenActed,
    cases,
    policies,
    words: deps.words,
    watermarks,
    background,
    retry,
    signal,
  });
  const intake = createIntake({
    judge: createJudge({
      serviceGate,
      policies,
      words: deps.words,
      textFiles,
      splitMessages: createSplitMessages(),
    }),
    act,
    watermarks,
    clock,
    limits: INTAKE_LIMITS,
    signal,
    retry,
    logError,
    onFinished(snapshot, outcome) {
      recordingChecks.add(snapshot);
      if (outcome.kind === 'skipped') caseLog.messageSkipped(snapshot, outcome.reason);
      else if (snapshot.subject === 'message') outageNotices.onJudged(snapshot);
      // Of a message with a case, observers hear when the case is closed.
      if (outcome.kind !== 'acted' && outcome.kind !== 'unchecked') report(snapshot, outcome);
    },
  });
  const fetchQueue = createFetchQueue({ history, intake, watermarks, background, retry, signal });
  const catchUp = createCatchUp({
    checkpoints,
    watermarks,
    fetchQueue,
    background,
    retry,
    maxEditAgeMs: deps.maxEditAgeMs,
    clock,
  });

  function report(
    { guildId, messageId }: Pick<Snapshot, 'guildId' | 'messageId'>,
    outcome: MessageOutcome,
  ): void {
    try {
      observe?.({ guildId, messageId, outcome });
    } catch (error) {
      logError({ operation: 'counting a message', ids: { guildId, messageId } }, error);
    }
  }

  function onClosed(record: Case): void {
    caseLog.caseClosed(record);
    if (record.incident !== null) incidentSide.refresh(record.guildId, record.incident);
    // A message with a recording is counted by its text, and a moderator's command is no message.
    const isMessage = record.isTranscript !== true && manualActionOf(record) === null;
    if (isMessage) report(record, outcomeOf(record));
  }

  async function resumeCases(): Promise<void> {
    for await (const record of cases.unfinished()) {
      signal.throwIfAborted();
      dispatcher.resume(record);
      if (openModeratorAction(record) !== null) resumeModeratorAction(record);
    }
  }

  function resumeModeratorAction({ guildId, number }: Case): void {
    const errorContext = { operation: 'resuming a case', ids: { guildId, case: number } };
    background.run(errorContext, () =>
      resuming(guildId, () => retry(errorContext, () => moderatorActions.resume(guildId, number))),
    );
  }

  return {
    moderatorActions: {
      run: moderatorActions.run,
      runAll: moderatorActions.runAll,
      openCaseForKeywordHit: createOpenCaseForKeywordHit({
        openCase: openCaseByModerator,
        keywordHits,
      }),
    },
    manualActions: createManualActions({ cases, policies, dispatcher, clock, signal }),
    incidentControl: incidentSide.control,
    reviewControl: reviewSide.control,
    lookForReviews() {
      if (!signal.aborted) reviewSide.look();
    },
    joinKeywordHit: createJoinKeywordHit({
      alerts,
      alertSync,
      mutex: authorMutex,
      cases,
      policies,
      clock,
    }),
    start() {
      const errorContext = { operation: 'finding unfinished cases', ids: {} };
      background.run(errorContext, () => retry(errorContext, resumeCases));
      incidentSide.start();
      reviewSide.look();
      noticeQueue.start();
    },
    submit(snapshot) {
      if (signal.aborted || intake.offer(snapshot)) return;
      if (snapshot.subject === 'message') {
        catchUp.missed(snapshot);
        return;
      }
      const { guildId, subject } = snapshot;
      logError(
        { operation: `checking a ${subject}`, ids: { guildId } },
        new Error('too much to check'),
      );
    },
    missed(message) {
      if (!signal.aborted) catchUp.missed(message);
    },
    watch(guildId, channels, joinedAt = null) {
      if (!signal.aborted) catchUp.watch(guildId, channels, joinedAt);
    },
    watchThreads(guildId, threads) {
      if (!signal.aborted) catchUp.watchThreads(guildId, threads);
    },
    forget(guildId) {
      watermarks.forget(guildId);
      catchUp.forget(guildId);
      const errorContext = { operation: 'forgetting a server', ids: { guildId } };
      background.run(errorContext, () => retry(errorContext, () => checkpoints.forget(guildId)));
    },
    async stop({ deadlineMs }) {
      stopping.abort(new StoppedError());
      const settled = new AbortController();
      // In this order: a message in flight leaves its alert to the background.
      const ended = intake.settled().then(() => background.settled());
      await Promise.race([ended, sleep(clock, deadlineMs, settled.signal)]);
      settled.abort();
      alertQueue.close();
      await watermarks.flush();
    },
    status: () => ({
      ...intake.status(),
      casesOpen: dispatcher.size(),
      alertsWaiting: alertQueue.size(),
      outage: serviceGate.outage(),
      channelsBehind: watermarks.channelsBehind(),
    }),
  };
}
