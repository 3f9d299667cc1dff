import type { z } from 'zod';
import { RefusedError } from '../lib/refused-error.ts';

/** Reads a request's body, or refuses it with the sentence of the first field that is wrong. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  sentences: Readonly<Record<string, string>>,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new RefusedError(400, sentences[field] ?? 'The body must be a JSON object.');
}
