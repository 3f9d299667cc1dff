import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, statusOf } from '../../shared/http-error.ts';
import type { Logger } from '../../shared/logger.ts';
import { logFault } from '../server/refuse.ts';
import { GoogleError, googleErrorBody } from './google-error.ts';
import { jsonFromTyped } from './typed-json.ts';

export const PAYLOAD_TOO_LARGE = 'Request payload size exceeds the limit.';

/** Answers every error of a set of routes in Google's format. */
export function sendGoogleError(logger: Logger, { contentType = 'application/json' } = {}) {
  const messages: ReadonlyMap<number, string> = new Map([
    [400, 'Invalid JSON payload received.'],
    [413, PAYLOAD_TOO_LARGE],
    [415, `The content type of a request must be ${contentType}.`],
  ]);
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof GoogleError) {
      const { statusCode, message, details, retryAfterSeconds } = error;
      if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
      return reply.code(statusCode).send(googleErrorBody(statusCode, message, details));
    }
    const status = statusOf(error);
    if (status === 500) logFault(logger, error, request.routeOptions.url);
    const message =
      error instanceof HttpError
        ? error.message
        : (messages.get(status) ?? 'Internal error encountered.');
    return reply.code(status).send(googleErrorBody(status, message));
  };
}

/** Longer than anything typed by hand; a second parse of more must not hold up other requests. */
const MAX_TYPED_LENGTH = 64 * 1_024;

/** Reads bodies as Google's services do, whatever their content type: Google's own Python example sets none. */
function readLikeGoogle(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, {});
      return;
    }
    void parse(request, body, (error, value) => {
      if (error === null || body.length > MAX_TYPED_LENGTH) done(error, value);
      else void parse(request, jsonFromTyped(body), done);
    });
  });
}

/** Answers errors, all bodies and unknown paths below the prefix of the app as Google's services do. */
export function answerLikeGoogle(app: FastifyInstance, logger: Logger): void {
  readLikeGoogle(app);
  app.setErrorHandler(sendGoogleError(logger));
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(googleErrorBody(404, 'Method not found.')),
  );
}
