import { z } from 'zod';

/** Discord's longest timeout: 28 days (Modify Guild Member, communication_disabled_until). */
export const MAX_TIMEOUT_SECONDS = 28 * 24 * 60 * 60;
/** Discord's longest look back when a ban removes messages: 7 days (Create Guild Ban). */
export const MAX_BAN_DELETE_SECONDS = 7 * 24 * 60 * 60;

const snowflakeSchema = z.string().regex(/^\d{15,20}$/, 'must be a Discord id');

/** One thing done to a message or to its author. */
const actionSchemas = [
  z.object({ kind: z.literal('delete') }),
  /** A direct message to the author that says what happened and what to do about it. */
  z.object({ kind: z.literal('notice') }),
  z.object({ kind: z.literal('addRole'), roleId: snowflakeSchema }),
  z.object({ kind: z.literal('removeRole'), roleId: snowflakeSchema }),
  z.object({
    kind: z.literal('timeout'),
    /** Absent: the guild's own length (`policy.timeoutSeconds`). */
    seconds: z.int().min(1).max(MAX_TIMEOUT_SECONDS).optional(),
  }),
  z.object({ kind: z.literal('kick') }),
  z.object({
    kind: z.literal('ban'),
    deleteMessageSeconds: z.int().min(0).max(MAX_BAN_DELETE_SECONDS).optional(),
  }),
] as const;

export const actionSchema = z.discriminatedUnion('kind', actionSchemas);
/** What an `Executor` does. */
export type Action = z.infer<typeof actionSchema>;

export const effectSchema = z.discriminatedUnion('kind', [
  ...actionSchemas,
  /** A post in the moderator channel. */
  z.object({ kind: z.literal('alert') }),
]);
/** One thing to do on Discord. */
export type Effect = z.infer<typeof effectSchema>;
export type EffectKind = Effect['kind'];

/** The taking back of an action. What a message's deletion, a kick or a direct message did stays done. */
export const reversalSchema = z.discriminatedUnion('kind', [
  /** `until`: when the timeout would end (milliseconds since the Unix epoch), which tells it from any other. */
  z.object({ kind: z.literal('liftTimeout'), until: z.number() }),
  z.object({ kind: z.literal('unban') }),
  /** Takes away a role that was given, or gives back one that was taken. */
  z.object({ kind: z.literal('takeRole'), roleId: snowflakeSchema }),
  z.object({ kind: z.literal('giveRole'), roleId: snowflakeSchema }),
]);
export type Reversal = z.infer<typeof reversalSchema>;

/**
 * The order effects are carried out in: the message goes first; the notice follows what it reports on, but goes
 * before a kick or ban, since a bot can't write to someone it shares no guild with; the alert goes last, since
 * it reports on all others.
 */
const ORDER: Record<EffectKind, number> = {
  delete: 0,
  addRole: 1,
  removeRole: 2,
  timeout: 3,
  notice: 4,
  kick: 5,
  ban: 6,
  alert: 7,
};

export function inOrder(effects: readonly Effect[]): Effect[] {
  return [...effects].sort((a, b) => ORDER[a.kind] - ORDER[b.kind]);
}

/** How an effect ended. All are final: a Discord that is merely away is waited for, not recorded. */
export const outcomeSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('done'),
    /** Milliseconds since the Unix epoch, as every `at`. */
    at: z.number(),
    /** Set where "done" needs a word more, such as that the message was gone already. */
    detail: z.string().optional(),
    /** When the timeout that was given ends. */
    until: z.number().optional(),
  }),
  z.object({
    status: z.literal('refused'),
    at: z.number(),
    /** Discord's JSON error code; null when we saw beforehand that it would refuse and did not ask. */
    code: z.number().nullable(),
    /** A sentence: what was refused and why. */
    reason: z.string(),
    /** A sentence: what a moderator can do so that it works next time. */
    mend: z.string(),
  }),
  /** Not done because the guild only watches; it would have been allowed. */
  z.object({ status: z.literal('shadowed'), at: z.number() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
