import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { googleAccountOf, requireGoogleKey } from '../perspective/authentication.ts';
import { GoogleError } from '../perspective/google-error.ts';
import { sendGoogleError } from '../perspective/send-error.ts';
import type { Accounts } from '../server/accounts.ts';
import { allowLongBody } from '../server/body-timeout.ts';
import { createBatchAnswerer, type BatchAnswererDeps } from './answer-batch.ts';

const CONTENT_TYPE = 'application/x-ndjson';

export interface BatchDeps extends BatchAnswererDeps {
  readonly accounts: Accounts;
}

/**
 * `POST comments:analyzeBatch`: each line is a request of `comments:analyze` and is answered with a line, in order, while further
 * lines arrive. A caller that was cut off resumes after as many lines as it has answers.
 */
export function addBatchRoutes(app: FastifyInstance, deps: BatchDeps): void {
  const { accounts, logger } = deps;
  const answerBatch = createBatchAnswerer(deps);
  app.setErrorHandler(sendGoogleError(logger, { contentType: CONTENT_TYPE }));
  app.addHook('onRequest', requireGoogleKey(accounts));
  app.addHook('onRequest', allowLongBody);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(CONTENT_TYPE, (_request, payload, done) => done(null, payload));
  app.post('/comments::analyzeBatch', (request, reply) => {
    const { account, body, raw } = request;
    // Fastify passes no stream if the request has no body.
    if (!(body instanceof Readable)) throw new GoogleError(400, 'The request has no body.');
    const assertAdmitted = (): void => void googleAccountOf(request, accounts);
    const answers = answerBatch({ body, account, socket: raw.socket, assertAdmitted });
    return reply.type(CONTENT_TYPE).send(answers);
  });
}
