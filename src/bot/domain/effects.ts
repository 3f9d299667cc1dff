import { z } from 'zod';
import { messageSchema } from '../locales/message.ts';
import { actionSchemas, reversalSchemas } from './actions/action-facts.ts';

export const actionSchema = z.discriminatedUnion('kind', actionSchemas);
/** One thing done to a message or to its author: an `Executor` does it. */
export type Action = z.infer<typeof actionSchema>;

/** A post in the moderator channel. */
const alertSchema = z.object({ kind: z.literal('alert') });

export const effectSchema = z.discriminatedUnion('kind', [alertSchema, ...actionSchemas]);
/** One thing to do on Discord. */
export type Effect = z.infer<typeof effectSchema>;
export type EffectKind = Effect['kind'];

export const reversalSchema = z.discriminatedUnion('kind', reversalSchemas);
/** Undoes an action. */
export type Reversal = z.infer<typeof reversalSchema>;

const refusalSchema = z.object({
  /** The reason for the refusal. */
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
    /** When the timeout or the temporary ban ends. */
    until: z.number().optional(),
  }),
  refusalSchema.extend({
    status: z.literal('refused'),
    at: z.number(),
    /** Discord's JSON error code; null when a check found the refusal before any request. */
    code: z.number().nullable(),
  }),
  /**
   * A notice that waits, or a notice or an alert that another post made unnecessary: the detail says which. The outcome of a
   * waiting notice is replaced when it is sent.
   */
  z.object({ status: z.literal('deferred'), at: z.number(), detail: messageSchema }),
  /** Not done because the bot only watches; Discord would have allowed it. */
  z.object({ status: z.literal('watched'), at: z.number() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
