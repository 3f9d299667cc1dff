import type { ServiceAnswer } from '../../service-api/exchange.ts';
import { HttpError, statusOf } from '../../shared/http-error.ts';
import type { Logger } from '../../shared/logger.ts';
import { AREAS } from './areas.ts';
import { MAX_BODY_BYTES } from './http-limits.ts';
import { unroutedRefusalBody } from './refusal.ts';
import type { Route } from './route.ts';

const INTERNAL_FAULT = 'The service failed because of an internal error. Try again later.';

/** Messages for errors raised by Fastify itself. */
const SENTENCES: ReadonlyMap<number, string> = new Map([
  [400, 'The body is not valid JSON.'],
  [413, `The body is larger than ${MAX_BODY_BYTES} bytes.`],
  [415, 'The content type of a body must be application/json.'],
]);

/** The location of an error, without its message, which may quote the sample. */
function traceOf(error: unknown): { fault: string; frames: string[] } {
  if (!(error instanceof Error)) return { fault: typeof error, frames: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { fault: error.name, frames: frames.map((line) => line.trim()) };
}

/** Logs an internal error with its route. */
export function logFault(logger: Logger, error: unknown, route: string | undefined): void {
  logger.error({ ...traceOf(error), route }, 'request failed');
}

/** The answer to a request that failed; failures of our own are logged. */
export function refusalOf(error: unknown, { area, path }: Route, logger: Logger): ServiceAnswer {
  const status = statusOf(error);
  if (status === 500) logFault(logger, error, path);
  const sentence =
    error instanceof HttpError ? error.message : (SENTENCES.get(status) ?? INTERNAL_FAULT);
  return { status, headers: {}, body: AREAS[area].refusal(sentence) };
}

/** The refusal of a body over `MAX_BODY_BYTES`. */
export function tooLarge(route: Route): ServiceAnswer {
  const body = AREAS[route.area].refusal(SENTENCES.get(413) ?? '');
  return { status: 413, headers: {}, body };
}

/** The response if no route matches: 405 with the allowed methods if the path has other ones, otherwise 404. */
export function unroutedAnswer(
  allowedMethods: readonly string[],
  { method, path }: { method: string; path: string },
): ServiceAnswer {
  if (allowedMethods.length === 0) {
    const body = unroutedRefusalBody(path, 'The route does not exist.');
    return { status: 404, headers: {}, body };
  }
  const sentence = `The method ${method} is not allowed on this route.`;
  const headers = { allow: allowedMethods.join(', ') };
  return { status: 405, headers, body: unroutedRefusalBody(path, sentence) };
}
