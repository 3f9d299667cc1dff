import { InvalidRequestError } from './errors.ts';

/** These mean another path, also when they are encoded. */
export function isPathSegment(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..';
}

/** An id as a part of `path`. Half a surrogate pair, which cannot be encoded, becomes U+FFFD, as in all of UTF-8. */
export function pathSegment(operation: { method: string; path: string }, id: string): string {
  if (isPathSegment(id)) return encodeURIComponent(id.toWellFormed());
  const target = `${operation.method} ${operation.path}`;
  throw new InvalidRequestError(target, `${JSON.stringify(id)} cannot be a part of a path`);
}
