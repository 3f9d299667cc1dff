import { formatUtcSecond } from '../protocol/time.ts';
import { InvalidRequestError } from './errors.ts';

const YEAR_10000_MS = Date.UTC(10_000, 0, 1);

/** A time as the interface writes it, or an error that names the argument. Years have four digits there. */
export function utcSecond(
  operation: { method: string; path: string },
  name: string,
  atMs: number,
): string {
  if (atMs >= 0 && atMs < YEAR_10000_MS) return formatUtcSecond(atMs);
  throw new InvalidRequestError(
    `${operation.method} ${operation.path}`,
    `${name} is no time in milliseconds since the Unix epoch`,
  );
}
