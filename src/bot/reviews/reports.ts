import type { Clock } from '../../shared/clock.ts';
import type { KeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import { message } from '../locales/message.ts';
import { isHandled } from '../domain/actions/moderator-actions.ts';
import { caseAuthorOf, type Case } from '../domain/case.ts';
import type { ModeratorRef } from '../domain/moderator.ts';
import type { Policies } from '../domain/ports.ts';
import type { MessagePreview } from '../domain/preview.ts';
import {
  isDecidedBefore,
  reviewKey,
  type Report,
  type ReviewRef,
} from '../domain/reviews/review.ts';
import type { ReportResult, ReviewControl, Reviews } from '../domain/reviews/review-ports.ts';
import { fingerprintOf } from '../domain/sample.ts';
import { isForumPostStarter } from '../domain/snapshot.ts';
import type { OpenCaseByModerator } from '../acting/cases/open-case-by-moderator.ts';

/** How many messages a member can report within the window. */
export const REPORTS_PER_WINDOW = 5;
const REPORT_WINDOW_MS = 10 * 60_000;

type ReportRef = ReviewRef & { readonly kind: 'report' };

/** What members report: one review for each message, however many report it. */
export interface Reports {
  readonly mayReport: ReviewControl['mayReport'];
  readonly report: ReviewControl['report'];
  readonly openCase: ReviewControl['openCaseForReport'];
  readonly decide: ReviewControl['decideReport'];
  /** Closes the report of the case's message if a moderator has done something about the case. */
  caseActed(record: Case): Promise<void>;
}

export function createReports(deps: {
  reviews: Reviews;
  policies: Pick<Policies, 'get'>;
  openCase: OpenCaseByModerator;
  mutex: KeyedMutex;
  onChange: (ref: ReviewRef) => void;
  clock: Clock;
}): Reports {
  const { reviews, policies, openCase, mutex, onChange, clock } = deps;

  async function get(ref: ReportRef): Promise<Report | null> {
    const review = await reviews.get(ref);
    return review?.kind === 'report' ? review : null;
  }

  async function change(ref: ReportRef, next: (latest: Report) => Report): Promise<void> {
    await reviews.update(ref, (latest) => (latest.kind === 'report' ? next(latest) : latest));
  }

  const mayReport: Reports['mayReport'] = async (guildId, { id }) => {
    const since = clock.now() - REPORT_WINDOW_MS;
    return (await reviews.reportsSince(guildId, id, since)) < REPORTS_PER_WINDOW;
  };

  const decide: Reports['decide'] = (ref, { by, caseNumber }) =>
    mutex(reviewKey(ref), async () => {
      let isDecidedNow = false;
      await change(ref, (latest) => {
        if (latest.decision !== null) return latest;
        isDecidedNow = true;
        const at = clock.now();
        return {
          ...latest,
          decision:
            caseNumber === null
              ? { kind: 'dismissed', by, at }
              : { kind: 'acted', by, at, caseNumber },
        };
      });
      onChange(ref);
      return isDecidedNow;
    });

  async function reportOnce(
    draft: Report,
    { snapshot, text }: MessagePreview,
    by: ModeratorRef,
  ): Promise<ReportResult> {
    const { guildId } = draft;
    const { kind, id } = snapshot.author;
    if (kind === 'self' || kind === 'system') return 'not a member';
    if (id === by.id) return 'own message';
    const existing = await get(draft);
    if (existing !== null && isDecidedBefore(existing, draft)) return 'decided before';
    if (!(await mayReport(guildId, by))) return 'too many';
    const { evidenceDays } = await policies.get(guildId);
    const result = await reviews.report(draft, { reporterId: by.id, text, evidenceDays });
    if (result === 'reported') onChange(draft);
    return result;
  }

  return {
    mayReport,
    report: (preview, by) => {
      const draft = draftOf(preview, clock.now());
      const ofMember = `${draft.guildId}/${by.id}`;
      // Runs one after the other for each member as well, so that nobody gets around the limit.
      return mutex(ofMember, () => mutex(reviewKey(draft), () => reportOnce(draft, preview, by)));
    },

    openCase: async (ref) => {
      const report = await get(ref);
      if (report === null) return null;
      const { guildId, channelId, messageId, forumId, author, post, reporters } = report;
      return openCase({
        guildId,
        channelId,
        messageId,
        forumId,
        author,
        text: (await reviews.text(report)) ?? '',
        keywords: [],
        occasion: message('report:occasion', { count: reporters }),
        rule: { of: 'report' },
        alert: post,
      });
    },

    decide,

    async caseActed(record) {
      const { guildId, number, messageId, subject, moderatorActions } = record;
      const by = moderatorActions.at(-1)?.by;
      if (subject !== 'message' || by === undefined || !isHandled([record])) return;
      const ref = { guildId, kind: 'report', messageId } as const;
      const report = await get(ref);
      if (report?.decision === null) await decide(ref, { by, caseNumber: number });
    },
  };
}

/** A new report, as long as nobody has reported the message. */
function draftOf(preview: MessagePreview, now: number): Report {
  const { snapshot, text, result } = preview;
  const { guildId, channelId, messageId, parentIds } = snapshot;
  return {
    kind: 'report',
    guildId,
    channelId,
    messageId,
    forumId: isForumPostStarter(snapshot) ? (parentIds[0] ?? null) : null,
    author: caseAuthorOf(snapshot.author),
    fingerprint: fingerprintOf(text),
    judgement: result.kind === 'judged' ? result.judgement : null,
    reporters: 1,
    openedAt: now,
    post: null,
    isCounted: false,
    decision: null,
  };
}
