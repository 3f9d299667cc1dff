import type { Clock } from '../../shared/clock.ts';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import { appealStateOf, type AppealState } from '../domain/reviews/appeals.ts';
import type { Appeal, ReviewRef } from '../domain/reviews/review.ts';
import type {
  AppealAnswers,
  AppealRequest,
  ReviewControl,
  Reviews,
} from '../domain/reviews/review-ports.ts';
import type { Case } from '../domain/case.ts';
import { REVERTING } from '../domain/actions/moderator-action-kinds.ts';
import type { ModeratorActions } from '../domain/actions/moderator-action-ports.ts';
import type { Cases, Policies } from '../domain/ports.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { OpenCaseByModerator } from '../acting/cases/open-case-by-moderator.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import { createAppealDecisions } from './apply-appeal.ts';
import { createReports } from './reports.ts';
import { createReviewLoop } from './review-loop.ts';
import { createReviewView } from './review-view.ts';

/** Appeals and reports of members, until moderators have decided and the member knows. */
export interface ReviewSide {
  readonly control: ReviewControl;
  /** A moderator action about the case has ended: it may settle an appeal against it, or a report of its message. */
  caseChanged(record: Case): void;
  /** Continues what an earlier process left unfinished, or what another one stored. */
  look(): void;
}

export interface ReviewSideDeps {
  readonly reviews: Reviews;
  readonly appealAnswers: AppealAnswers;
  /**
   * Passes on a review of a server on other shards: those from direct messages can be of any server. False: the server is
   * one of ours.
   */
  readonly passOnReview: (ref: ReviewRef) => boolean;
}

export function createReviewSide(
  deps: ReviewSideDeps & {
    outbox: Pick<Outbox, 'look' | 'lookForDue'>;
    cases: Cases;
    policies: Pick<Policies, 'get'>;
    moderatorActions: Pick<ModeratorActions, 'run'>;
    openCase: OpenCaseByModerator;
    background: Background;
    retry: Retry;
    clock: Clock;
  },
): ReviewSide {
  const { reviews, cases, policies, outbox, background, retry, clock } = deps;
  const mutex = createKeyedMutex();

  const decisions = createAppealDecisions({
    reviews,
    cases,
    moderatorActions: deps.moderatorActions,
    mutex,
    now: clock.now,
  });
  const loop = createReviewLoop({
    reviews,
    answers: deps.appealAnswers,
    applyAppeal: decisions.apply,
    cases,
    policies,
    look: outbox.look,
    background,
    retry,
  });
  const reports = createReports({
    reviews,
    policies,
    openCase: deps.openCase,
    mutex,
    onChange: loop.changed,
    clock,
  });

  async function appealState({ guildId, caseNumber, by }: AppealRequest): Promise<AppealState> {
    const [record, review] = await Promise.all([
      cases.get(guildId, caseNumber),
      reviews.get({ guildId, kind: 'appeal', caseNumber }),
    ]);
    return appealStateOf(record, review?.kind === 'appeal' ? review : null, by.id);
  }

  return {
    control: {
      appealState,
      async appeal(request, text) {
        const state = await appealState(request);
        if (state.kind !== 'possible') return state;
        const { guildId, caseNumber, by } = request;
        const { evidenceDays } = await policies.get(guildId);
        const draft: Appeal = {
          kind: 'appeal',
          guildId,
          caseNumber,
          member: by,
          openedAt: clock.now(),
          post: null,
          isCounted: false,
          decision: null,
          answer: null,
          answerTries: 0,
        };
        const { review, isNew } = await reviews.open(draft, text, evidenceDays);
        if (!isNew && review.kind === 'appeal') return { kind: 'appealed', appeal: review };
        if (!deps.passOnReview(draft)) loop.changed(draft);
        return state;
      },
      async decideAppeal(request) {
        const result = await decisions.decide(request);
        const { guildId, caseNumber } = request;
        loop.changed({ guildId, kind: 'appeal', caseNumber });
        return result;
      },
      mayReport: reports.mayReport,
      report: reports.report,
      openCaseForReport: reports.openCase,
      decideReport: reports.decide,
      view: createReviewView({ reviews, cases, policies }),
    },
    caseChanged(record) {
      const { guildId, number, messageId } = record;
      const kind = record.moderatorActions.at(-1)?.kind;
      if (kind !== undefined && REVERTING.has(kind)) {
        loop.changed({ guildId, kind: 'appeal', caseNumber: number });
      }
      const errorContext = { operation: 'closing a report', ids: { guildId, messageId } };
      background.run(errorContext, () => retry(errorContext, () => reports.caseActed(record)));
    },
    look() {
      const errorContext = { operation: 'finding appeals and reports', ids: {} };
      background.run(errorContext, async () => {
        for (const ref of await retry(errorContext, () => reviews.unsettled())) loop.changed(ref);
        await retry(errorContext, outbox.lookForDue);
      });
    },
  };
}
