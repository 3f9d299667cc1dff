import { z } from 'zod';
import {
  actionSchema,
  effectSchema,
  outcomeSchema,
  reversalSchema,
  type Outcome,
} from './effects.ts';
import { modeSchema } from './policy.ts';
import { verdictSchema } from './verdict.ts';

/** What the decision rests on: a verdict, or the fact that none could be had for this text. */
export const judgementSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verdict'), verdict: verdictSchema }),
  z.object({ kind: z.literal('unchecked'), reason: z.string() }),
  /** A moderator acted, on a message that no verdict had brought up: from a keyword alert, say. */
  z.object({ kind: z.literal('moderator'), occasion: z.string() }),
]);
export type Judgement = z.infer<typeof judgementSchema>;
/** What comes of asking the service. */
export type ServiceJudgement = Exclude<Judgement, { kind: 'moderator' }>;

/** Whoever decided by hand. */
export const moderatorSchema = z.object({ id: z.string(), name: z.string() });
export type ModeratorRef = z.infer<typeof moderatorSchema>;

/** What a moderator can do about a case, by its alert's buttons or by a command. */
export const rulingKindSchema = z.enum([
  'undo',
  /** A false positive: what can be is undone, and the same text is left standing from now on. */
  'pardon',
  'unpardon',
  'delete',
  'timeout',
  'ban',
  'done',
]);
export type RulingKind = z.infer<typeof rulingKindSchema>;

/** One thing that is done on Discord because a moderator said so. */
export const deedSchema = z.union([actionSchema, reversalSchema]);
export type Deed = z.infer<typeof deedSchema>;

/**
 * Something a moderator did about a case. It is stored before anything is done, so that two clicks act once and a
 * killed process knows where it was.
 */
export const rulingSchema = z.object({
  kind: rulingKindSchema,
  by: moderatorSchema,
  /** Milliseconds since the Unix epoch. */
  at: z.number(),
  reason: z.string().nullable(),
  /** In the order they are carried out; an outcome is null until Discord has answered. */
  steps: z.array(z.object({ deed: deedSchema, outcome: outcomeSchema.nullable() })),
  /** Null while something of it is still to be done, showing it on the alert included. */
  endedAt: z.number().nullable(),
});
export type Ruling = z.infer<typeof rulingSchema>;

export const noteSchema = z.object({ by: moderatorSchema, at: z.number(), text: z.string() });
export type Note = z.infer<typeof noteSchema>;

/** Why a case weighs more than its rule alone: a rung of the guild's ladder was reached. */
export const escalationSchema = z.object({
  /** The author's strikes within the window, this one included. */
  strikes: z.int().min(1),
  windowDays: z.int().min(1),
  /** What the rung adds. */
  effect: effectSchema,
});
export type Escalation = z.infer<typeof escalationSchema>;

/** Where a message stands. */
const placeSchema = z.object({ channelId: z.string(), messageId: z.string() });
export type Place = z.infer<typeof placeSchema>;

/**
 * The record of one decision and of what Discord answered, numbered per guild. It is stored before the first
 * effect and after each one, so that a killed process knows where it was.
 */
export const caseSchema = z.object({
  guildId: z.string(),
  /** Counts from 1 in each guild. */
  number: z.int().min(1),
  messageId: z.string(),
  channelId: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  /** True when the text came with an edit. */
  edited: z.boolean(),
  /** See `fingerprintOf`. */
  fingerprint: z.string(),
  mode: modeSchema.exclude(['off']),
  judgement: judgementSchema,
  rule: z.string(),
  withheld: z
    .object({ standing: z.enum(['moderator', 'owner']), effects: z.array(effectSchema) })
    .nullable(),
  escalation: escalationSchema.nullable().default(null),
  /** In the order they are carried out; an outcome is null until Discord has answered. */
  steps: z.array(z.object({ effect: effectSchema, outcome: outcomeSchema.nullable() })),
  /** Where the alert stands, once posted. */
  alert: placeSchema.nullable(),
  /** Where keyword alerts about the same message stand, once a moderator has used one's buttons. */
  keywordAlerts: z.array(placeSchema).default([]),
  /** Milliseconds since the Unix epoch. */
  openedAt: z.number(),
  /** Null while a step has no outcome. */
  closedAt: z.number().nullable(),
  /** What moderators did about it afterwards, oldest first. */
  rulings: z.array(rulingSchema).default([]),
  notes: z.array(noteSchema).default([]),
});
export type Case = z.infer<typeof caseSchema>;

/** A case before it has a number. */
export type CaseDraft = Omit<Case, 'number'>;

/** The case after the effect of one step; closed by the last one. */
export function withOutcome(
  record: Case,
  result: { index: number; outcome: Outcome; alert: Case['alert']; at: number },
): Case {
  const steps = record.steps.map((step, index) =>
    index === result.index ? { ...step, outcome: result.outcome } : step,
  );
  const closed = steps.every(({ outcome }) => outcome !== null);
  return { ...record, steps, alert: result.alert, closedAt: closed ? result.at : null };
}
