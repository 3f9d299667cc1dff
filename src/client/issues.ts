import type { z } from 'zod';
import { InvalidRequestError } from './errors.ts';

const MAX_ISSUES = 3;

/** Zod's issues name the place and the type that was found there, never the value. */
export function describeIssues(error: z.ZodError): string {
  const named = error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => `${issue.path.join('.') || 'the body'}: ${issue.message}`);
  const more = error.issues.length - named.length;
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/** Sees that a request is one of the interface before it is sent. */
export function checkRequest<T>(
  operation: { method: string; path: string },
  schema: z.ZodType<T>,
  request: T,
): T {
  const parsed = schema.safeParse(request);
  if (parsed.success) return request;
  throw new InvalidRequestError(
    `${operation.method} ${operation.path}`,
    describeIssues(parsed.error),
    { cause: parsed.error },
  );
}
