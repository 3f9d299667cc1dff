import type { z } from 'zod';
import { InvalidRequestError } from '../errors.ts';

const MAX_ISSUES = 3;

/** Zod's issues contain paths and types, but never values. */
export function describeIssues(error: z.ZodError): string {
  const named = error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => `${issue.path.join('.') || 'the body'}: ${issue.message}`);
  const more = error.issues.length - named.length;
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/** Throws an `InvalidRequestError` if the request does not match the interface. */
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
