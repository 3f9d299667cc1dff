import { z } from 'zod';
import { effectSchema, outcomeSchema, type Outcome } from './effects.ts';
import { modeSchema } from './policy.ts';
import { verdictSchema } from './verdict.ts';

/** What the decision rests on: a verdict, or the fact that none could be had for this text. */
export const judgementSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verdict'), verdict: verdictSchema }),
  z.object({ kind: z.literal('unchecked'), reason: z.string() }),
]);
export type Judgement = z.infer<typeof judgementSchema>;

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
  /** In the order they are carried out; an outcome is null until Discord has answered. */
  steps: z.array(z.object({ effect: effectSchema, outcome: outcomeSchema.nullable() })),
  /** Where the alert stands, once posted. */
  alert: z.object({ channelId: z.string(), messageId: z.string() }).nullable(),
  /** Milliseconds since the Unix epoch. */
  openedAt: z.number(),
  /** Null while a step has no outcome. */
  closedAt: z.number().nullable(),
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
