import { randomUUID } from 'node:crypto';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Logger } from '../../shared/logger.ts';
import { statusOf } from '../../shared/http-error.ts';
import type { Accounts } from '../server/accounts.ts';
import { logFault } from '../server/refuse.ts';
import type { ServiceMetrics } from '../server/metrics.ts';
import type { RateLimit } from '../server/rate-limit.ts';
import { parseModerationRequest, type ModerationResponse, type Moderator } from './moderate.ts';
import { OpenAiError, openAiErrorBody } from './openai-error.ts';

const PATH = '/moderations';
const MAX_BODY_BYTES = 1_024 * 1_024;

export interface OpenAiDeps {
  readonly accounts: Accounts;
  readonly moderate: Moderator;
  readonly limit: RateLimit;
  readonly metrics: ServiceMetrics;
  readonly logger: Logger;
}

const MESSAGES: ReadonlyMap<number, string> = new Map([
  [400, 'We could not parse the JSON body of your request.'],
  [413, 'The request is too large.'],
  [415, 'Unsupported content type: the body must be application/json.'],
]);

function requireBearerKey(accounts: Accounts): onRequestHookHandler {
  return (request, _reply, done) => {
    // As everywhere in HTTP, the case of the scheme does not matter.
    const [, key = ''] = /^bearer +(\S*)/i.exec(request.headers.authorization ?? '') ?? [];
    if (key === '') {
      const message =
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).";
      done(new OpenAiError(401, message));
      return;
    }
    const account = accounts.findByKey(key);
    if (account === null) {
      done(new OpenAiError(401, 'Incorrect API key provided.', { reason: 'invalid_api_key' }));
      return;
    }
    request.account = account;
    done();
  };
}

/** Answers errors and unknown paths below the prefix of the app as OpenAI does. */
function answerLikeOpenAi(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OpenAiError) {
      const { statusCode, message, fields } = error;
      const { retryAfterSeconds } = fields;
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
      return reply.code(statusCode).send(openAiErrorBody(statusCode, message, fields));
    }
    const status = statusOf(error);
    if (status === 500) logFault(logger, error, request.routeOptions.url);
    const message =
      MESSAGES.get(status) ?? 'The server had an error while processing your request.';
    return reply.code(status).send(openAiErrorBody(status, message));
  });
  app.setNotFoundHandler(({ method, url }, reply) => {
    const [path = ''] = url.split('?', 1);
    if (path !== app.prefix + PATH) {
      return reply.code(404).send(openAiErrorBody(404, `Invalid URL (${method} ${path})`));
    }
    const message = `Not allowed to ${method} on ${path}. (HINT: Perhaps you meant to use a different HTTP method?)`;
    const body = openAiErrorBody(405, message, { reason: 'method_not_supported' });
    return reply.code(405).header('allow', 'POST').send(body);
  });
}

function takePermits(limit: RateLimit, account: string, texts: number): void {
  const waitMs = limit.take(account, texts);
  if (waitMs === 0) return;
  throw new OpenAiError(429, 'Rate limit reached for requests. Please try again later.', {
    reason: 'rate_limit_exceeded',
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}

/** `POST moderations`. Stores nothing. */
export function addOpenAiRoutes(app: FastifyInstance, deps: OpenAiDeps): void {
  const { accounts, moderate, limit, metrics, logger } = deps;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-request-id', `req_${randomUUID().replaceAll('-', '')}`);
    done();
  });
  answerLikeOpenAi(app, logger);
  app.post(
    PATH,
    { bodyLimit: MAX_BODY_BYTES, onRequest: requireBearerKey(accounts) },
    async ({ account, body }, reply): Promise<ModerationResponse> => {
      const { model, texts } = parseModerationRequest(body);
      takePermits(limit, account, texts.length);
      const results = await moderate(texts);
      metrics.commentsScored('openai', texts.length);
      reply.header('openai-processing-ms', Math.round(reply.elapsedTime));
      return { id: `modr-${randomUUID().replaceAll('-', '')}`, model, results };
    },
  );
}
