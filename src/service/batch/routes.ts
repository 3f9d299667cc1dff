import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sleep, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Accounts } from '../server/accounts.ts';
import type { ServiceMetrics } from '../server/metrics.ts';
import type { RateLimit } from '../server/rate-limit.ts';
import { requireGoogleKey } from '../perspective/authentication.ts';
import { GoogleError, googleErrorBody } from '../perspective/google-error.ts';
import { sendGoogleError } from '../perspective/routes.ts';
import { createSemaphore } from '../../shared/tasks/semaphore.ts';
import { completeLines, type Lines } from './complete-lines.ts';
import type { WorkerPool } from './worker-pool.ts';

const CONTENT_TYPE = 'application/x-ndjson';
/** Jobs of one request that are at work or not yet sent, for each worker: one at work, one that waits for it. */
const JOBS_PER_WORKER = 2;

export interface BatchDeps {
  readonly accounts: Accounts;
  readonly pool: WorkerPool;
  readonly limit: RateLimit;
  readonly metrics: ServiceMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Resolves once the stream takes more, or is closed. */
function drained(out: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    out.on('drain', done).on('close', done);
  });
}

function createBatch({ pool, limit, metrics, clock, logger }: BatchDeps) {
  const waitForPermits = async (account: string, count: number): Promise<void> => {
    for (let waitMs = limit.take(account, count); waitMs > 0;) {
      await sleep(clock, waitMs);
      waitMs = limit.take(account, count);
    }
  };

  /** Writes the answers in the order of the lines, and reads no more lines than it gets rid of answers. */
  const answerAll = async (body: Readable, account: string, out: PassThrough): Promise<void> => {
    const places = createSemaphore(pool.size * JOBS_PER_WORKER);
    let written: Promise<void> = Promise.resolve();
    let failed: unknown = null;
    const answer = async ({ bytes, count }: Lines, before: Promise<void>): Promise<void> => {
      const answers = await pool.answer(bytes);
      metrics.commentsScored('batch', count);
      await before;
      if (!out.destroyed && !out.write(answers)) await drained(out);
    };
    for await (const lines of completeLines(body)) {
      await waitForPermits(account, lines.count);
      if (failed !== null || out.destroyed) break;
      // A place is free again once the answers were sent.
      await new Promise<void>((started) => {
        void places.run(async () => {
          started();
          const before = written;
          written = answer(lines, before);
          written.catch((error: unknown) => (failed ??= error));
          await written.catch(() => undefined);
        });
      });
    }
    await written;
  };

  return (body: Readable, account: string): PassThrough => {
    const out = new PassThrough();
    answerAll(body, account, out).then(
      () => out.end(),
      (error: unknown) => {
        if (error instanceof GoogleError) {
          const { statusCode, message, details } = error;
          out.end(`${JSON.stringify(googleErrorBody(statusCode, message, details))}\n`);
          return;
        }
        // The caller went away, or the answers end short of the lines; then it goes on from there.
        if (!body.destroyed) logger.error({ err: error }, 'a batch failed');
        out.destroy();
      },
    );
    return out;
  };
}

/**
 * `POST /v1alpha1/comments:analyzeBatch`: a request of `comments:analyze` in each line, answered with a line each, in order,
 * while the lines arrive. A caller that was cut off goes on after as many lines as it has answers.
 */
export function addBatchRoutes(app: FastifyInstance, deps: BatchDeps): void {
  const { accounts, logger } = deps;
  const answerBatch = createBatch(deps);
  app.setErrorHandler(sendGoogleError(logger));
  app.addHook('onRequest', requireGoogleKey(accounts));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(CONTENT_TYPE, (_request, payload, done) => done(null, payload));
  app.post(
    '/v1alpha1/comments::analyzeBatch',
    { config: { isStreamed: true } },
    ({ account, body }, reply) => {
      // Fastify hands over no stream where the request has no body.
      if (!(body instanceof Readable)) throw new GoogleError(400, 'The request has no body.');
      return reply.type(CONTENT_TYPE).send(answerBatch(body, account));
    },
  );
}
