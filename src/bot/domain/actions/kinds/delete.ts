import { z } from 'zod';
import type { ActionFacts } from '../definition.ts';

const schema = z.object({ kind: z.literal('delete') });

export const deletion = {
  schema,
  order: 0,
  severity: 4,
  colour: 0xf39c12,
  result: 'deleted',
  removesMember: false,
  trace: () => ({ kind: 'irreversible', what: 'delete' as const }),
  word: 'delete',
  argument: 'none',
} as const satisfies ActionFacts<z.infer<typeof schema>>;
