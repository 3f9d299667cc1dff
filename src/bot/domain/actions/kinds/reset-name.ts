import { z } from 'zod';
import { irreversible, type ActionFacts } from '../definition.ts';

const schema = z.object({ kind: z.literal('resetName') });

/** Replaces the title of a thread or a member's name by a neutral one. */
export const resetName = {
  schema,
  order: 0,
  severity: 3,
  colour: 0xf39c12,
  result: 'reset',
  removesMember: false,
  trace: irreversible('resetName'),
  word: 'resetName',
  argument: 'none',
} as const satisfies ActionFacts<z.infer<typeof schema>>;
