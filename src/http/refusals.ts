import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerBrokenHttp } from '../lib/broken-http.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { RefusedError, statusOf } from '../lib/refused-error.ts';
import { RETRY_AFTER_SECONDS, type ListenerLimits } from './limits.ts';

/** Who answers, in the `api` of each envelope. */
const API = 'portcullis';
const INTERNAL_FAULT = 'The request could not be answered because of an internal fault.';
const NO_ROUTE = 'There is no such route.';

interface Refusal {
  api: string;
  success: false;
  response: string;
}

/** The body of every refusal: the service's own envelope (interface.md, "Response envelope"). */
function refusal(sentence: string): Refusal {
  return { api: API, success: false, response: sentence };
}

/** What an unknown path and an unknown token are answered alike. */
export function noSuchRoute(): RefusedError {
  return new RefusedError(404, NO_ROUTE);
}

/** Answers what goes wrong in a route or before it, and logs it: the route's pattern, never the URL or the body. */
export function answerRefusals(
  app: FastifyInstance,
  { logger, limits }: { logger: Logger; limits: ListenerLimits },
): void {
  /** Our sentences for what the framework refuses; its own may quote the body. */
  const sentences: ReadonlyMap<number, string> = new Map([
    [400, 'The body is not valid JSON.'],
    [413, `The body is larger than ${limits.maxBodyBytes} bytes.`],
    [415, 'The content type of a body must be application/json.'],
  ]);
  app.setNotFoundHandler(() => {
    throw noSuchRoute();
  });
  app.setErrorHandler((error, request, reply) => {
    const isOurs = error instanceof RefusedError;
    const status = isOurs ? error.statusCode : statusOf(error);
    const sentence = isOurs ? error.message : (sentences.get(status) ?? INTERNAL_FAULT);
    const route = request.is404 ? null : request.routeOptions.url;
    const entry = { route, status, reason: sentence };
    if (status === 500) logger.error({ ...entry, problem: messageOf(error) }, 'a request failed');
    // Whoever scans the port fills no log with warnings; whoever knows the token and still is refused is worth one.
    else if (status === 404) logger.info(entry, 'a request was refused');
    else logger.warn(entry, 'a request was refused');
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    return reply.code(status).send(refusal(sentence));
  });
}

/** Answers a path the router cannot read ("/%zz"), before any route or hook is asked. */
export function answerBadUrl(logger: Logger) {
  return (_error: Error, _request: FastifyRequest, reply: FastifyReply): void => {
    const sentence = 'The path of the request is malformed.';
    logger.info({ route: null, status: 400, reason: sentence }, 'a request was refused');
    reply.code(400).send(refusal(sentence));
  };
}

/** Answers what never became a request, and logs it. */
export function answerNoHttp(logger: Logger): ReturnType<typeof answerBrokenHttp> {
  return answerBrokenHttp((sentence, status) => {
    logger.info({ route: null, status, reason: sentence }, 'a request was refused');
    return refusal(sentence);
  });
}
