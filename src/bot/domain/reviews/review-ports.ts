import type { ModeratorActionResult } from '../actions/moderator-action-ports.ts';
import type { Case } from '../case.ts';
import type { Outcome, Reversal } from '../effects.ts';
import type { ModeratorRef } from '../moderator.ts';
import type { Policy } from '../policy/policy.ts';
import type { MessagePreview } from '../preview.ts';
import type { Unavailable } from '../../../shared/tasks/retry.ts';
import type { AppealState } from './appeals.ts';
import type { Appeal, Report, Review, ReviewRef } from './review.ts';

/* The ports of appeals and reports. */

/**
 * Stores reviews. Texts are kept apart, because they expire earlier. A new review, and every change that its post shows, asks
 * for the post in the same write.
 */
export interface Reviews {
  /** Stores a review with what the member wrote, unless there is one about the same. Resolves to the stored one. */
  open(
    review: Review,
    text: string,
    evidenceDays: number,
  ): Promise<{ readonly review: Review; readonly isNew: boolean }>;
  get(ref: ReviewRef): Promise<Review | null>;
  /** Changes the latest stored state; null: there is no such review. */
  update(ref: ReviewRef, change: (latest: Review) => Review): Promise<Review | null>;
  /** The member's text; null after its retention period. */
  text(ref: ReviewRef): Promise<string | null>;
  /** Those without a decision, oldest first. */
  listOpen(guildId: string, options: { readonly limit: number }): Promise<Review[]>;
  countOpen(guildId: string): Promise<number>;
  /** Those of all servers for which an earlier process may have left something to do. */
  unsettled(): Promise<ReviewRef[]>;
  /** Stores, in one transaction, that a member reported a message, with its current text. */
  report(
    draft: Report,
    by: {
      readonly reporterId: string;
      readonly text: string;
      readonly evidenceDays: number;
    },
  ): Promise<Extract<ReportResult, 'reported' | 'reported before' | 'decided before'>>;
  /** The ids of the members who reported a message, in order. */
  reporters(report: Pick<Report, 'guildId' | 'messageId'>): Promise<string[]>;
  /** How many messages a member has reported since a time. */
  reportsSince(guildId: string, reporterId: string, sinceMs: number): Promise<number>;
}

/** A review with what its post shows. */
export type ReviewView = (
  | { readonly review: Appeal; readonly record: Case | null; readonly evidence: string | null }
  | {
      readonly review: Report;
      readonly record: Case | null;
      readonly reporterIds: readonly string[];
    }
) & { readonly text: string | null; readonly policy: Policy };

/** Tells a member by direct message what became of their appeal. Never throws for anything Discord answers. */
export interface AppealAnswers {
  /** `resumed`: an earlier attempt may have sent it. */
  send(
    appeal: Appeal,
    context: { readonly policy: Policy; readonly record: Case | null; readonly resumed: boolean },
  ): Promise<Outcome | Unavailable>;
}

export interface AppealRequest {
  readonly guildId: string;
  readonly caseNumber: number;
  readonly by: ModeratorRef;
}

export type ReportResult =
  | 'reported'
  /** This member has reported it. */
  | 'reported before'
  /** Moderators have looked at this text. */
  | 'decided before'
  | 'too many'
  | 'own message'
  /** The bot or Discord wrote it. */
  | 'not a member';

export type AppealDecisionRequest = AppealRequest &
  (
    | {
        readonly kind: 'accept';
        readonly permittedReversals: readonly Reversal[];
        /** Whether the server allows the text from now on. */
        readonly allowsText: boolean;
      }
    | { readonly kind: 'reject'; readonly reason: string }
  );

export type AppealDecisionResult =
  /** `result`: of the moderator action about the case; null: it needed none. */
  | {
      readonly kind: 'decided';
      readonly appeal: Appeal;
      readonly result: ModeratorActionResult | null;
    }
  | { readonly kind: 'decided before'; readonly appeal: Appeal }
  /** Nothing was decided, because something else is happening to the case. */
  | {
      readonly kind: 'not now';
      readonly result: Extract<ModeratorActionResult, { kind: 'conflict' }>;
    }
  | { readonly kind: 'unknown appeal' };

export interface ReviewControl {
  appealState(request: AppealRequest): Promise<AppealState>;
  /** Opens the appeal if its state is `possible`. Resolves to the state from before. */
  appeal(request: AppealRequest, text: string): Promise<AppealState>;
  /** False: they have reported too much in a short time. */
  mayReport(guildId: string, by: ModeratorRef): Promise<boolean>;
  report(message: MessagePreview, by: ModeratorRef): Promise<ReportResult>;
  /** The caller must have checked the moderator's permissions. */
  decideAppeal(request: AppealDecisionRequest): Promise<AppealDecisionResult>;
  /** The case about a reported message, opened if there is none; null: there is no such report. */
  openCaseForReport(ref: ReviewRef & { readonly kind: 'report' }): Promise<Case | null>;
  /** False: somebody has decided it, or there is no such report. */
  decideReport(
    ref: ReviewRef & { readonly kind: 'report' },
    decision: { readonly by: ModeratorRef; readonly caseNumber: number | null },
  ): Promise<boolean>;
  /** Everything a moderator needs to see of a review. */
  view(ref: ReviewRef): Promise<ReviewView | null>;
}
