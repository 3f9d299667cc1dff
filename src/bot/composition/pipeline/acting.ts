import { createActOnMessage, type ActOnMessage } from '../../acting/cases/act-on-message.ts';
import type { CaseLog } from '../../acting/cases/case-log.ts';
import { createCaseRunner } from '../../acting/cases/case-runner.ts';
import { createDispatcher, type Dispatcher } from '../../acting/cases/dispatcher.ts';
import { createManualActions } from '../../acting/cases/manual-actions.ts';
import { createModeratorActionRunner } from '../../acting/cases/moderator-actions.ts';
import { createOpenCaseByModerator } from '../../acting/cases/open-case-by-moderator.ts';
import { createOpenCaseForKeywordHit } from '../../acting/cases/open-case-for-keyword-hit.ts';
import { createOpenCase } from '../../acting/cases/open-case.ts';
import { resumeCases } from '../../acting/cases/resume-cases.ts';
import { createTemporaryBans, type Self } from '../../acting/cases/temporary-bans.ts';
import { createUnstoredMessages } from '../../acting/cases/unstored-messages.ts';
import type {
  AllowedTexts,
  ModeratorActions,
  Undoer,
} from '../../domain/actions/moderator-action-ports.ts';
import type { Case } from '../../domain/case.ts';
import type { IncidentView } from '../../domain/incidents/incident-ports.ts';
import type { Reviews, ReviewView } from '../../domain/reviews/review-ports.ts';
import type { ManualActions } from '../../domain/manual/manual-ports.ts';
import type { Executor } from '../../domain/ports.ts';
import { createIncidentSide, type IncidentSide } from '../../incidents/incidents.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { PostFormat } from '../../outbox/post-kind.ts';
import { createIncidentPost } from '../../posts/incidents/incident-post.ts';
import { createReviewPost, type CountReview } from '../../posts/reviews/review-post.ts';
import { createReviewSide, type ReviewSide, type ReviewSideDeps } from '../../reviews/reviews.ts';
import type { StoredKeywordHits } from '../../storage/keywords/keyword-hits.ts';
import type { StoredReviews } from '../../storage/reviews/reviews.ts';
import type { StoredIncidents } from '../../storage/incidents.ts';
import type { WorkContext } from './context.ts';
import { createPosting, type Posting, type PostingDeps } from './posting.ts';

export interface ActingDeps extends PostingDeps, ReviewSideDeps {
  /** The case's mode decides which one acts. */
  executors: { enforce: Executor; watch: Executor };
  undoer: Undoer;
  incidents: Omit<StoredIncidents, 'removeBefore'>;
  incidentFormat: PostFormat<IncidentView>;
  reviews: Reviews & Pick<StoredReviews, 'updateIn'>;
  reviewFormat: PostFormat<ReviewView>;
  countReview: CountReview;
  outbox: Outbox;
  allowedTexts: AllowedTexts;
  keywordHits: Pick<StoredKeywordHits, 'ofMessage' | 'claim' | 'claimIn'>;
  self: Self;
  /** The server whose managers run the bot. Null: there is none, or another process has it. Default: null. */
  operatorGuildId?: string | null;
  /** The shortest time between two edits of an incident's post. */
  incidentEditMs: number;
}

export interface Acting extends Pick<Posting, 'alertsWaiting'> {
  readonly act: ActOnMessage;
  readonly dispatcher: Dispatcher;
  readonly moderatorActions: ModeratorActions;
  readonly manualActions: ManualActions;
  readonly incidents: IncidentSide;
  readonly reviews: ReviewSide;
  /** Resumes what an earlier process left unfinished. */
  start(): void;
}

/** The second stage: cases, what follows from them, and what moderators do about them. */
export function createActing(
  context: WorkContext,
  deps: ActingDeps & { caseLog: CaseLog; onClosed: (record: Case) => void },
): Acting {
  const { executors, undoer, outbox, cases, policies, allowedTexts, keywordHits, caseLog } = deps;
  const { moderatorChannels } = deps;
  const { operatorGuildId = null } = deps;
  const { retry, background } = context;
  const executor = executors.enforce;

  const posting = createPosting(context, {
    ...deps,
    executor,
    onClosed(record) {
      if (record.incident !== null) incidents.refresh(record.guildId, record.incident);
      deps.onClosed(record);
    },
  });
  const { noticeQueue, saveOutcome } = posting;
  const parts = { ...context, cases, policies };
  const caseRunner = createCaseRunner({ ...parts, executors, undoer, saveOutcome, noticeQueue });
  const dispatcher = createDispatcher({ ...parts, caseRunner, onActed: posting.alert });
  const moderatorActions = createModeratorActionRunner({
    ...parts,
    executor,
    undoer,
    outbox,
    allowedTexts,
    caseLog: {
      moderatorActionEnded(record) {
        caseLog.moderatorActionEnded(record);
        reviews.caseChanged(record);
      },
    },
  });
  const { runToEnd } = moderatorActions;
  const temporaryBans = createTemporaryBans({ ...deps, ...context, runToEnd });
  const openCaseByModerator = createOpenCaseByModerator(parts);
  const reviews = createReviewSide({
    ...context,
    ...deps,
    moderatorActions,
    openCase: openCaseByModerator,
  });
  const incidents = createIncidentSide({
    ...context,
    ...deps,
    dispatcher,
    moderatorActions,
    onClosed: posting.closed,
  });

  outbox.add(
    createReviewPost({
      ...deps,
      ...context,
      format: deps.reviewFormat,
      view: reviews.control.view,
    }),
    createIncidentPost({
      ...deps,
      ...context,
      format: deps.incidentFormat,
      progress: incidents.control.progress,
    }),
  );

  return {
    act: createActOnMessage({
      moderatorChannels,
      openCase: createOpenCase(parts),
      joinIncident: incidents.join,
      dispatcher,
      cases,
      allowedTexts,
      unstored: createUnstoredMessages({
        ...parts,
        moderatorChannels,
        executor,
        allowedTexts,
        operatorGuildId,
      }),
      retry,
    }),
    dispatcher,
    alertsWaiting: posting.alertsWaiting,
    moderatorActions: {
      run: moderatorActions.run,
      runAll: moderatorActions.runAll,
      openCaseForKeywordHit: createOpenCaseForKeywordHit({
        openCase: openCaseByModerator,
        keywordHits,
      }),
    },
    manualActions: createManualActions({ ...parts, dispatcher }),
    incidents,
    reviews,
    start() {
      const errorContext = { operation: 'finding unfinished cases', ids: {} };
      const resumed = { ...context, cases, dispatcher, moderatorActions };
      background.run(errorContext, () => retry(errorContext, () => resumeCases(resumed)));
      const posts = { operation: 'finding waiting posts', ids: {} };
      background.run(posts, () => retry(posts, outbox.start));
      temporaryBans.start();
      incidents.start();
      reviews.look();
      noticeQueue.start();
    },
  };
}
