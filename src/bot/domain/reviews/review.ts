import { z } from 'zod';
import { SNOWFLAKE_PATTERN } from '../../../shared/snowflake.ts';
import { caseSchema, judgementSchema, messageRefSchema } from '../case.ts';
import { outcomeSchema, reversalSchema } from '../effects.ts';
import { moderatorSchema } from '../moderator.ts';

/*
 * A review is what a member asks the moderators to look at: an appeal against a case, or a report of a message. There is one
 * appeal for each case and one review for each reported message.
 */

const decisionSchema = z.object({
  by: moderatorSchema,
  /** Milliseconds since the Unix epoch. */
  at: z.number(),
});

const reviewBase = {
  guildId: z.string(),
  /** Milliseconds since the Unix epoch. */
  openedAt: z.number(),
  /** The post in the moderator channel. */
  post: messageRefSchema.nullable(),
  /** There was no place for a post of its own, so a digest counts it. */
  isCounted: z.boolean(),
};

export const appealSchema = z.object({
  kind: z.literal('appeal'),
  ...reviewBase,
  caseNumber: z.int().min(1),
  member: z.object({ id: z.string(), name: z.string() }),
  decision: z
    .discriminatedUnion('kind', [
      decisionSchema.extend({
        kind: z.literal('accepted'),
        /** The reversals that the moderator may run. */
        permittedReversals: z.array(reversalSchema),
        /** The server allows the text from now on. */
        allowsText: z.boolean(),
        /** The case has the action that takes it back, or needs none. */
        isApplied: z.boolean(),
      }),
      decisionSchema.extend({ kind: z.literal('rejected'), reason: z.string() }),
    ])
    .nullable(),
  /** How the answer reached the member; null: not sent yet. */
  answer: outcomeSchema.nullable(),
  /** Attempts to send it. Discord's response may have been lost. */
  answerTries: z.int(),
});
export type Appeal = z.infer<typeof appealSchema>;
export type AppealDecision = NonNullable<Appeal['decision']>;

export const reportSchema = z.object({
  kind: z.literal('report'),
  ...reviewBase,
  channelId: z.string(),
  messageId: z.string(),
  forumId: z.string().nullable(),
  author: caseSchema.shape.author,
  fingerprint: z.string(),
  /** The service's judgement of the message; null: there is no text, or the service did not answer. */
  judgement: judgementSchema.nullable(),
  /** How many members reported it. */
  reporters: z.int().min(1),
  decision: z
    .discriminatedUnion('kind', [
      decisionSchema.extend({ kind: z.literal('dismissed') }),
      /** A moderator acted; the case says how, and the post has become one of its alerts. */
      decisionSchema.extend({ kind: z.literal('acted'), caseNumber: z.int().min(1) }),
    ])
    .nullable(),
});
export type Report = z.infer<typeof reportSchema>;

export const reviewSchema = z.discriminatedUnion('kind', [appealSchema, reportSchema]);
export type Review = z.infer<typeof reviewSchema>;

/** Identifies a review in its server: by its case, or by its message. */
export type ReviewSubject =
  | { readonly kind: 'appeal'; readonly caseNumber: number }
  | { readonly kind: 'report'; readonly messageId: string };
export type ReviewRef = { readonly guildId: string } & ReviewSubject;

/** A subject as text, for keys and custom ids: `appeal:12`, `report:<message id>`. */
export function subjectText(subject: ReviewSubject): string {
  return subject.kind === 'appeal' ? `appeal:${subject.caseNumber}` : `report:${subject.messageId}`;
}

export function reviewKey(ref: ReviewRef): string {
  return `${ref.guildId}/${subjectText(ref)}`;
}

/** Parses what `subjectText` wrote. The words may be forged. */
export function parseSubject([kind, id = '']: readonly string[]): ReviewSubject | null {
  if (kind === 'appeal' && /^[1-9]\d{0,8}$/.test(id)) {
    return { kind, caseNumber: Number(id) };
  }
  return kind === 'report' && SNOWFLAKE_PATTERN.test(id) ? { kind, messageId: id } : null;
}

/** Whether the member has to be told about the decision. */
export function isUnsettled(review: Review): boolean {
  return review.kind === 'appeal' && review.decision !== null && review.answer === null;
}

/** Whether moderators have decided about the same text. */
export function isDecidedBefore(existing: Report, draft: Report): boolean {
  return existing.decision !== null && existing.fingerprint === draft.fingerprint;
}

/** The report after a member has reported the message again, or for the first time; after an edit of the message it begins anew. */
export function afterReport(existing: Report, draft: Report, isFirst: boolean): Report {
  const reporters = existing.reporters + (isFirst ? 1 : 0);
  return existing.decision === null ? { ...existing, reporters } : { ...draft, reporters };
}

/** Whether the post of a review looks different after a change. */
export function isReviewShownAnew(before: Review, after: Review): boolean {
  const shownOf = (review: Review): string =>
    JSON.stringify({ ...review, post: null, isCounted: false, answerTries: 0 });
  return shownOf(before) !== shownOf(after);
}
