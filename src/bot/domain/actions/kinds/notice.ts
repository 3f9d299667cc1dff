import { z } from 'zod';
import { irreversible, type ActionFacts } from '../definition.ts';

const schema = z.object({ kind: z.literal('notice') });

/** A direct message that tells the author what happened and whom to ask. */
export const notice = {
  schema,
  // Before a kick or ban, because a bot cannot write to someone it shares no server with.
  order: 4,
  severity: 2,
  colour: 0xf1c40f,
  result: 'warned',
  removesMember: false,
  trace: irreversible('notice'),
  word: 'notice',
  argument: 'none',
} as const satisfies ActionFacts<z.infer<typeof schema>>;
