import { z } from 'zod';
import type { ActionFacts, ReversalFacts } from '../definition.ts';

/** Discord's longest timeout: 28 days (Modify Guild Member, communication_disabled_until). */
export const MAX_TIMEOUT_SECONDS = 28 * 24 * 60 * 60;

const timeoutSchema = z.object({
  kind: z.literal('timeout'),
  /** Absent: `policy.timeoutSeconds`. */
  seconds: z.int().min(1).max(MAX_TIMEOUT_SECONDS).optional(),
});

const liftTimeoutSchema = z.object({
  kind: z.literal('liftTimeout'),
  /** When the timeout ends (milliseconds since the Unix epoch), which distinguishes it from other timeouts. */
  until: z.number(),
});

export const timeout = {
  schema: timeoutSchema,
  order: 3,
  severity: 6,
  colour: 0xe67e22,
  result: 'timedOut',
  exclusionSeconds: ({ seconds }, timeoutSeconds) => seconds ?? timeoutSeconds,
  removesMember: false,
  trace: (_action, { until }) =>
    until === undefined ? null : { kind: 'undoable', reversal: { kind: 'liftTimeout', until } },
  word: 'timeout',
  argument: 'seconds',
} as const satisfies ActionFacts<z.infer<typeof timeoutSchema>, z.infer<typeof liftTimeoutSchema>>;

export const liftTimeout = { schema: liftTimeoutSchema, order: 1 } as const satisfies ReversalFacts;
