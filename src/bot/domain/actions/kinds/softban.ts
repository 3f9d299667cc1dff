import { z } from 'zod';
import { irreversible, type ActionFacts } from '../definition.ts';

const schema = z.object({ kind: z.literal('softban') });

/** Removes the member and their latest messages by a ban that is lifted at once, so that they can join again. */
export const softban = {
  schema,
  order: 5,
  severity: 7,
  colour: 0xe74c3c,
  result: 'softbanned',
  // As long as a kick.
  exclusionSeconds: () => Number.MAX_SAFE_INTEGER,
  removesMember: true,
  trace: irreversible('softban'),
  word: 'softban',
  argument: 'none',
} as const satisfies ActionFacts<z.infer<typeof schema>>;
