import { sleep } from '../../../shared/clock.ts';
import { StoppedError } from '../../../shared/tasks/stopped-error.ts';
import { outcomeOf } from '../../acting/cases/act-on-message.ts';
import { createCaseLog } from '../../acting/cases/case-log.ts';
import type { WatchedChannel } from '../../backfill/gaps.ts';
import type { ModeratorActions } from '../../domain/actions/moderator-action-ports.ts';
import { manualActionOf, type Case } from '../../domain/case.ts';
import type { IncidentControl } from '../../domain/incidents/incident-ports.ts';
import type { ManualActions } from '../../domain/manual/manual-ports.ts';
import type { PipelineStatus } from '../../domain/pipeline-status.ts';
import type { ReviewControl } from '../../domain/reviews/review-ports.ts';
import type { MissedMessage, Snapshot } from '../../domain/snapshot.ts';
import type { MessageEvent, MessageOutcome } from '../../judging/outcome.ts';
import type { PictureChecks } from '../../judging/picture-checks.ts';
import type { RecordingChecks } from '../../judging/recordings.ts';
import type { ProcessContext } from '../process-context.ts';
import { createActing, type ActingDeps } from './acting.ts';
import { createWorkContext } from './context.ts';
import { createJudging, type JudgingDeps } from './judging.ts';

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
  recordingsWaiting: RecordingChecks['waiting'];
  pictureCounts: PictureChecks['counts'];
  /** Compares the pictures of a message again, because a list has changed. */
  recheckPictures: PictureChecks['add'];
  readonly moderatorActions: ModeratorActions;
  readonly manualActions: ManualActions;
  readonly incidentControl: IncidentControl;
  readonly reviewControl: ReviewControl;
  /** Finds reviews that were opened by another process or group than the one with their server. */
  lookForReviews(): void;
}

export interface PipelineDeps
  extends JudgingDeps, Omit<ActingDeps, 'observeEffect'>, ProcessContext {
  moderatorChannels: ActingDeps['moderatorChannels'];
  cases: ActingDeps['cases'];
  policies: ActingDeps['policies'];
  /** Called for a message that gets a case, before it is stored. Must be cheap. */
  onFlagged?: (snapshot: Snapshot) => void;
  /** Called for every message when its last effect is done, the alert included. Must be cheap. */
  observe?: (event: MessageEvent) => void;
  /** Called for every effect whose outcome is saved, in resumed cases too. Must be cheap. */
  observeEffect?: NonNullable<ActingDeps['observeEffect']>;
}

/** Judging and acting, for the servers of a group of shards. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const stopping = new AbortController();
  const { signal } = stopping;
  const context = createWorkContext({ ...deps, signal });
  const { background, clock, logError, retry } = context;
  const caseLog = createCaseLog(deps.logger);
  const acting = createActing(context, {
    ...deps,
    observeEffect: deps.observeEffect,
    caseLog,
    onClosed,
  });
  const { dispatcher } = acting;
  const judging = createJudging(context, {
    ...deps,
    act(flagged) {
      deps.onFlagged?.(flagged.snapshot);
      return acting.act(flagged);
    },
    whenActed: dispatcher.whenActed,
    onFinished(snapshot, outcome) {
      if (outcome.kind === 'skipped') caseLog.messageSkipped(snapshot, outcome.reason);
      // Observers are told about a message with a case when the case is closed.
      if (outcome.kind !== 'acted' && outcome.kind !== 'unchecked') report(snapshot, outcome);
    },
  });

  const { intake, lateTexts, catchUp, watermarks, serviceGate } = judging;

  function report(
    { guildId, messageId }: Pick<Snapshot, 'guildId' | 'messageId'>,
    outcome: MessageOutcome,
  ): void {
    try {
      deps.observe?.({ guildId, messageId, outcome });
    } catch (error) {
      logError({ operation: 'counting a message', ids: { guildId, messageId } }, error);
    }
  }

  function onClosed(record: Case): void {
    caseLog.caseClosed(record);
    // A message with a recording or a picture is counted by its text, and a moderator's command is no message.
    const isMessage =
      record.isTranscript !== true &&
      record.judgement.kind !== 'picture' &&
      manualActionOf(record) === null;
    if (isMessage) report(record, outcomeOf(record));
  }

  return {
    moderatorActions: acting.moderatorActions,
    manualActions: acting.manualActions,
    incidentControl: acting.incidents.control,
    reviewControl: acting.reviews.control,
    start: acting.start,
    lookForReviews() {
      if (!signal.aborted) acting.reviews.look();
    },
    submit(snapshot) {
      if (signal.aborted || intake.offer(snapshot)) return;
      if (snapshot.subject === 'message') {
        catchUp.missed(snapshot);
        return;
      }
      if (lateTexts.add(snapshot)) return;
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
      lateTexts.forget(guildId);
      const errorContext = { operation: 'forgetting a server', ids: { guildId } };
      background.run(errorContext, () =>
        retry(errorContext, () => deps.checkpoints.forget(guildId)),
      );
    },
    async stop({ deadlineMs }) {
      stopping.abort(new StoppedError());
      const settled = new AbortController();
      // In this order: a message in flight leaves its alert to the background.
      const ended = intake.settled().then(() => background.settled());
      await Promise.race([ended, sleep(clock, deadlineMs, settled.signal)]);
      settled.abort();
      await watermarks.flush();
    },
    recordingsWaiting: judging.recordingChecks.waiting,
    pictureCounts: judging.pictureChecks.counts,
    recheckPictures: judging.pictureChecks.add,
    status: () => ({
      ...intake.status(),
      casesOpen: dispatcher.size(),
      alertsWaiting: acting.alertsWaiting(),
      outage: serviceGate.outage(),
      channelsBehind: watermarks.channelsBehind(),
    }),
  };
}
