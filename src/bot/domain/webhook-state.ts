import { z } from 'zod';
import { messageSchema, type Message } from '../locales/message.ts';

/** Whether the service's webhooks, and with them keyword alerts, can reach the bot. */
export interface WebhookState {
  readonly kind: /** The add-on is enabled with the bot's address. */
    | 'ready'
    /** The address is not registered with the service yet. */
    | 'waiting'
    /** No public address is configured for a remote service. */
    | 'not set'
    /** The address is registered, but a probe of it did not reach the bot. */
    | 'unreachable';
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  /** The problem and its fix, or that everything works. */
  readonly detail: Message;
}

/** The form in which processes tell each other. */
export const webhookStateSchema: z.ZodType<WebhookState> = z.object({
  kind: z.enum(['ready', 'waiting', 'not set', 'unreachable']),
  since: z.number(),
  detail: messageSchema,
});
