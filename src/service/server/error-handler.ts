import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../shared/logger.ts';
import { HttpError, statusOf } from '../../shared/http-error.ts';
import { refusalBody, unroutedRefusalBody } from './refusal.ts';
import { MAX_BODY_BYTES } from './http-limits.ts';

const INTERNAL_FAULT = 'The service failed because of an internal error. Try again later.';

/** Messages for errors raised by Fastify itself. */
const SENTENCES: ReadonlyMap<number, string> = new Map([
  [400, 'The body is not valid JSON.'],
  [413, `The body is larger than ${MAX_BODY_BYTES} bytes.`],
  [415, 'The content type of a body must be application/json.'],
]);

/** Location of an error, without its message, which may quote the sample. */
function traceOf(error: unknown): { fault: string; frames: string[] } {
  if (!(error instanceof Error)) return { fault: typeof error, frames: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { fault: error.name, frames: frames.map((line) => line.trim()) };
}

/** Logs an internal error with its route. */
export function logFault(
  logger: Logger,
  error: unknown,
  { routeOptions }: Pick<FastifyRequest, 'routeOptions'>,
): void {
  logger.error({ ...traceOf(error), route: routeOptions.url }, 'request failed');
}

/** Answers every error with the envelope that `bodyOf` builds from a sentence. */
export function installErrorHandler(
  app: FastifyInstance,
  logger: Logger,
  bodyOf: (sentence: string) => unknown = refusalBody,
): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status === 500) logFault(logger, error, request);
    const sentence =
      error instanceof HttpError ? error.message : (SENTENCES.get(status) ?? INTERNAL_FAULT);
    return reply.code(status).send(bodyOf(sentence));
  });
}

/** Answers paths the router can't decode ("/%zz"), which no route or hook sees. */
export function sendMalformedUrl(
  _error: Error,
  { url }: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.code(400).send(unroutedRefusalBody(url, 'The path of the request is malformed.'));
}

/** Turns a route pattern (`/a/:b`, where `::` stands for a colon) into a regular expression for paths. */
function pathPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = escaped.replaceAll(/(?<!:):\w+/g, '[^/]+').replaceAll('::', ':');
  return new RegExp(`^${pattern}$`);
}

/**
 * Answers unknown routes: 405 with the allowed methods if the path exists, otherwise 404. Call before adding routes.
 */
export function installNotFoundHandler(app: FastifyInstance): void {
  const routes: { method: string; path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, path: pathPattern(url) });
  });
  app.setNotFoundHandler(({ method, url }, reply) => {
    const [path = ''] = url.split('?', 1);
    // Two routes may match one path: `/stream/tag` and `/stream/:convoId`.
    const allowed = new Set(
      routes.filter((route) => route.path.test(path)).map((route) => route.method),
    );
    if (allowed.size === 0) {
      return reply.code(404).send(unroutedRefusalBody(url, 'The route does not exist.'));
    }
    const sentence = `The method ${method} is not allowed on this route.`;
    reply.code(405).header('allow', [...allowed].join(', '));
    return reply.send(unroutedRefusalBody(url, sentence));
  });
}
