import { z } from 'zod';
import { SNOWFLAKE_PATTERN } from '../../shared/snowflake.ts';
import { messageSchema } from '../locales/message.ts';

/** Discord's longest timeout: 28 days (Modify Guild Member, communication_disabled_until). */
export const MAX_TIMEOUT_SECONDS = 28 * 24 * 60 * 60;
/** Discord removes at most the messages of 7 days with a ban (Create Guild Ban). */
export const MAX_BAN_DELETE_SECONDS = 7 * 24 * 60 * 60;

const snowflakeSchema = z.string().regex(SNOWFLAKE_PATTERN, 'must be a Discord id');

/** One thing done to a message or to its author. */
const actionSchemas = [
  z.object({ kind: z.literal('delete') }),
  /** Replaces the title of a thread or a member's name by a neutral one. */
  z.object({ kind: z.literal('resetName') }),
  /** A direct message that tells the author what happened and whom to ask. */
  z.object({ kind: z.literal('notice') }),
  z.object({ kind: z.literal('addRole'), roleId: snowflakeSchema }),
  z.object({ kind: z.literal('removeRole'), roleId: snowflakeSchema }),
  z.object({
    kind: z.literal('timeout'),
    /** Absent: `policy.timeoutSeconds`. */
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

/** Undoes an action. A deletion, a kick and a direct message cannot be undone. */
export const reversalSchema = z.discriminatedUnion('kind', [
  /** `until`: when the timeout ends (milliseconds since the Unix epoch), which distinguishes it from other timeouts. */
  z.object({ kind: z.literal('liftTimeout'), until: z.number() }),
  z.object({ kind: z.literal('unban') }),
  /** Removes a role that was added, or adds one that was removed. */
  z.object({ kind: z.literal('takeRole'), roleId: snowflakeSchema }),
  z.object({ kind: z.literal('giveRole'), roleId: snowflakeSchema }),
]);
export type Reversal = z.infer<typeof reversalSchema>;

const refusalSchema = z.object({
  /** What was refused, and why. */
  reason: messageSchema,
  /** How a moderator makes it work next time. */
  fix: messageSchema,
});
export type Refusal = z.infer<typeof refusalSchema>;

/** How an effect ended. All are final: when Discord is unavailable, the effect is retried instead. */
export const outcomeSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('done'),
    /** Milliseconds since the Unix epoch. */
    at: z.number(),
    /** Set when nothing had to be done, such as when the message was already deleted. */
    detail: messageSchema.optional(),
    /** When the timeout ends. */
    until: z.number().optional(),
  }),
  refusalSchema.extend({
    status: z.literal('refused'),
    at: z.number(),
    /** Discord's JSON error code; null when a check found the refusal before any request. */
    code: z.number().nullable(),
  }),
  /**
   * A notice that waits, or a notice or an alert that another post made unnecessary: the detail says which. That of a waiting
   * notice is replaced when it is sent.
   */
  z.object({ status: z.literal('deferred'), at: z.number(), detail: messageSchema }),
  /** Not done because the bot only watches; Discord would have allowed it. */
  z.object({
    status: z.literal(['watched', 'shadowed']).transform(() => 'watched' as const),
    at: z.number(),
  }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
