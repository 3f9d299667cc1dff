import type { z } from 'zod';
import { HttpError } from '../../shared/http-error.ts';

/** Parses a request body, or rejects it with a sentence about the first invalid field. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  sentences: Readonly<Record<string, string>>,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new HttpError(400, sentences[field] ?? 'The body must be a JSON object.');
}
