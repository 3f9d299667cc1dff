import { z } from 'zod';
import { irreversible, type ActionFacts } from '../definition.ts';

const schema = z.object({ kind: z.literal('kick') });

export const kick = {
  schema,
  order: 5,
  severity: 7,
  colour: 0xe74c3c,
  result: 'kicked',
  // Longer than any timeout.
  exclusionSeconds: () => Number.MAX_SAFE_INTEGER,
  removesMember: true,
  trace: irreversible('kick'),
  word: 'kick',
  argument: 'none',
} as const satisfies ActionFacts<z.infer<typeof schema>>;
