import type { ActOnMessage } from '../../acting/cases/act-on-message.ts';
import type { Dispatcher } from '../../acting/cases/dispatcher.ts';
import { createCatchUp, type CatchUp } from '../../backfill/catch-up.ts';
import { createFetchQueue } from '../../backfill/fetch-queue.ts';
import { createMissedTexts } from '../../backfill/missed-texts.ts';
import { createWatermarks, type Watermarks } from '../../backfill/watermarks.ts';
import type {
  ModeratorChannels,
  Cases,
  Checkpoints,
  CurrentTexts,
  History,
  Moderator,
  Policies,
  RecentMessages,
  SeenTexts,
  TextFiles,
  Transcriber,
} from '../../domain/ports.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import type { KnownPictures } from '../../domain/pictures/known-pictures.ts';
import type { PictureReader } from '../../domain/pictures/picture-ports.ts';
import type { ServerWords } from '../../domain/words/server-words.ts';
import { createIntake, type Intake, type IntakeLimits } from '../../judging/intake.ts';
import { createJudge } from '../../judging/judge.ts';
import { createLateTexts, type LateTexts } from '../../judging/late-texts.ts';
import type { MessageOutcome } from '../../judging/outcome.ts';
import { createOutageNotices } from '../../judging/outage/outage-notices.ts';
import { createServiceGate, type ServiceGate } from '../../judging/outage/service-gate.ts';
import { createCopiesBeforeStart } from '../../judging/copies-before-start.ts';
import {
  createPictureChecks,
  type PictureChecks,
  type PictureOutcome,
} from '../../judging/picture-checks.ts';
import { createRecentCopies } from '../../judging/recent-copies.ts';
import { createRecordingChecks, type RecordingChecks } from '../../judging/recordings.ts';
import { createSplitMessages } from '../../judging/split-messages.ts';
import type { WorkContext } from './context.ts';

const INTAKE_LIMITS: IntakeLimits = { capacity: 5000, concurrency: 64 };

export interface JudgingDeps {
  moderator: Moderator;
  moderatorChannels: Pick<ModeratorChannels, 'announce'>;
  history: History;
  recentMessages: RecentMessages;
  textFiles: TextFiles;
  transcriber: Transcriber;
  pictureReader: PictureReader;
  knownPictures: Pick<KnownPictures, 'isEmpty' | 'find' | 'preview' | 'seal'>;
  cases: Cases;
  policies: Policies;
  words: Pick<ServerWords, 'matcher'>;
  checkpoints: Checkpoints;
  currentTexts: CurrentTexts;
  seenTexts: SeenTexts;
  /** `history` does not search older messages for edits. */
  maxEditAgeMs: number;
  /** Called for every picture that was looked at. Must be cheap. */
  observePicture?: (outcome: PictureOutcome) => void;
  /** Called with each message that was missed and is fetched. Must be cheap. */
  onFetched?: (snapshot: Snapshot) => void;
}

export interface Judging {
  readonly intake: Intake;
  readonly lateTexts: LateTexts;
  readonly catchUp: CatchUp;
  readonly watermarks: Watermarks;
  readonly serviceGate: ServiceGate;
  readonly recordingChecks: RecordingChecks;
  readonly pictureChecks: PictureChecks;
}

/** The first stage: takes messages, live or fetched, until they pass or are handed to the second stage. */
export function createJudging(
  context: WorkContext,
  deps: JudgingDeps & {
    act: ActOnMessage;
    whenActed: Dispatcher['whenActed'];
    onFinished: (snapshot: Snapshot, outcome: MessageOutcome) => void;
  },
): Judging {
  const { moderator, policies, words, textFiles, history, checkpoints } = deps;
  const watermarks = createWatermarks({ ...context, checkpoints });
  const outageNotices = createOutageNotices({
    ...context,
    moderatorChannels: deps.moderatorChannels,
    watermarks,
  });
  const serviceGate = createServiceGate({
    ...context,
    moderator,
    onOutage: outageNotices.onOutage,
    onRecovery: outageNotices.onRecovery,
  });
  const recordingChecks = createRecordingChecks({ ...context, ...deps, watermarks });
  const recentCopies = createRecentCopies(context.clock);
  const pictureChecks = createPictureChecks({ ...context, ...deps, watermarks });
  const intake = createIntake({
    ...context,
    judge: createJudge({
      serviceGate,
      policies,
      words,
      textFiles,
      splitMessages: createSplitMessages(),
      recentCopies,
      copiesBeforeStart: createCopiesBeforeStart({ ...context, ...deps, recentCopies }),
    }),
    act: deps.act,
    watermarks,
    limits: INTAKE_LIMITS,
    onFinished(snapshot, outcome) {
      recordingChecks.add(snapshot);
      pictureChecks.add(snapshot);
      const isJudged = snapshot.subject === 'message' && outcome.kind !== 'skipped';
      if (isJudged) outageNotices.onJudged(snapshot);
      deps.onFinished(snapshot, outcome);
    },
  });
  const lateTexts = createLateTexts({ ...context, intake });
  const fetchQueue = createFetchQueue({
    ...context,
    history,
    watermarks,
    intake: {
      ...intake,
      offer(snapshot) {
        deps.onFetched?.(snapshot);
        return intake.offer(snapshot);
      },
    },
  });
  const { maxEditAgeMs } = deps;
  const missedTexts = createMissedTexts({ ...context, ...deps, intake });
  const catchUp = createCatchUp({
    ...context,
    checkpoints,
    watermarks,
    fetchQueue,
    missedTexts,
    maxEditAgeMs,
  });
  return { intake, lateTexts, catchUp, watermarks, serviceGate, recordingChecks, pictureChecks };
}
