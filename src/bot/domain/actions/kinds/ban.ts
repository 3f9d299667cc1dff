import { z } from 'zod';
import type { ActionFacts, ReversalFacts } from '../definition.ts';

/** Discord removes at most the messages of 7 days with a ban (Create Guild Ban). */
const MAX_BAN_DELETE_SECONDS = 7 * 24 * 60 * 60;

/** The longest temporary ban: a year. */
export const MAX_BAN_SECONDS = 365 * 24 * 60 * 60;

const banSchema = z.object({
  kind: z.literal('ban'),
  deleteMessageSeconds: z.int().min(0).max(MAX_BAN_DELETE_SECONDS).optional(),
  /** Absent: until somebody lifts it. */
  seconds: z.int().min(1).max(MAX_BAN_SECONDS).optional(),
});
const unbanSchema = z.object({
  kind: z.literal('unban'),
  /** When a temporary ban ends (milliseconds since the Unix epoch). */
  until: z.number().optional(),
});

export const ban = {
  schema: banSchema,
  order: 6,
  severity: 8,
  colour: 0xc0392b,
  result: 'banned',
  exclusionSeconds: () => Infinity,
  removesMember: true,
  trace: (_action, { detail, until }) => ({
    kind: detail === undefined ? 'undoable' : 'not ours',
    reversal: { kind: 'unban', ...(until === undefined ? {} : { until }) },
  }),
  word: 'ban',
  argument: 'deleteMessageSeconds',
} as const satisfies ActionFacts<z.infer<typeof banSchema>, z.infer<typeof unbanSchema>>;

export const unban = { schema: unbanSchema, order: 0 } as const satisfies ReversalFacts;
