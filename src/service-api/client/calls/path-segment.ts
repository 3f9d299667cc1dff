import { InvalidRequestError } from '../errors.ts';

/** An empty segment and dots change the path, even when encoded. */
export function isPathSegment(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..';
}

/** Encodes an id for the path. Replaces lone surrogates with U+FFFD, because they cannot be encoded. */
export function pathSegment(operation: { method: string; path: string }, id: string): string {
  if (isPathSegment(id)) return encodeURIComponent(id.toWellFormed());
  const target = `${operation.method} ${operation.path}`;
  throw new InvalidRequestError(target, `${JSON.stringify(id)} cannot be used in a path`);
}
