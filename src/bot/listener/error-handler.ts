import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerMalformedRequest } from '../../shared/malformed-request.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { HttpError, statusOf } from '../../shared/http-error.ts';
import { RETRY_AFTER_SECONDS, type ListenerLimits } from './listener-limits.ts';

/** The `api` of each response envelope. */
const API = 'portcullis';
const INTERNAL_ERROR = 'The request failed because of an internal error.';
const NOT_FOUND = 'This route does not exist.';

interface ErrorBody {
  api: string;
  success: false;
  response: string;
}

/** The service's own envelope (interface.md, "Response envelope"). */
function errorBody(message: string): ErrorBody {
  return { api: API, success: false, response: message };
}

/** The same response for an unknown path and a wrong token. */
export function routeNotFound(): HttpError {
  return new HttpError(404, NOT_FOUND);
}

/** Responds to errors and logs them. Logs only the route's pattern, because the URL contains the secret token. */
export function addErrorHandlers(
  app: FastifyInstance,
  { logger, limits }: { logger: Logger; limits: ListenerLimits },
): void {
  /** These replace the framework's own messages, which may quote the body. */
  const messages: ReadonlyMap<number, string> = new Map([
    [400, 'The body is not valid JSON.'],
    [413, `The body is larger than ${limits.maxBodyBytes} bytes.`],
    [415, 'The content type of a body must be application/json.'],
  ]);
  app.setNotFoundHandler(() => {
    throw routeNotFound();
  });
  app.setErrorHandler((error, request, reply) => {
    const isOurs = error instanceof HttpError;
    const status = isOurs ? error.statusCode : statusOf(error);
    const message = isOurs ? error.message : (messages.get(status) ?? INTERNAL_ERROR);
    const route = request.is404 ? null : request.routeOptions.url;
    const entry = { route, status, reason: message };
    if (status === 500) {
      logger.error({ ...entry, error: errorMessage(error) }, 'request failed');
    } else if (status === 404) {
      // Port scans cause many of these.
      logger.info(entry, 'request rejected');
    } else {
      logger.warn(entry, 'request rejected');
    }
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    return reply.code(status).send(errorBody(message));
  });
}

/** Responds to a path that the router cannot decode ("/%zz"). No route or hook runs. */
export function answerMalformedUrl(logger: Logger) {
  return (_error: Error, _request: FastifyRequest, reply: FastifyReply): void => {
    const message = 'The path of the request is malformed.';
    logger.info({ route: null, status: 400, reason: message }, 'request rejected');
    reply.code(400).send(errorBody(message));
  };
}

/** Responds to malformed requests and logs them. */
export function answerMalformedHttp(logger: Logger): ReturnType<typeof answerMalformedRequest> {
  return answerMalformedRequest((message, status) => {
    logger.info({ route: null, status, reason: message }, 'request rejected');
    return errorBody(message);
  });
}
