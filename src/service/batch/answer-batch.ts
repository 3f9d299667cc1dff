import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { sleep, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { createSemaphore } from '../../shared/tasks/semaphore.ts';
import { GoogleError, googleErrorBody } from '../perspective/google-error.ts';
import { PAYLOAD_TOO_LARGE } from '../perspective/send-error.ts';
import type { ServiceMetrics } from '../server/metrics.ts';
import type { RateLimit } from '../server/rate-limit.ts';
import { completeLines, type Lines } from './complete-lines.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Jobs per worker that one request may have in progress or unsent: one that runs and one that waits. */
const JOBS_PER_WORKER = 2;
const TOO_LONG = Buffer.from(`${JSON.stringify(googleErrorBody(413, PAYLOAD_TOO_LARGE))}\n`);

export interface Batch {
  readonly body: Readable;
  readonly account: string;
  readonly socket: Socket;
  /** Throws if the key is no longer valid. */
  assertAdmitted(): void;
}

export interface BatchAnswererDeps {
  readonly pool: WorkerPool;
  readonly limit: RateLimit;
  readonly metrics: ServiceMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Resolves once the stream accepts more data or is closed. */
function drained(out: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    out.on('drain', done).on('close', done);
  });
}

/** Answers each batch with a stream, which is destroyed if lines stay unanswered. */
export function createBatchAnswerer({ pool, limit, metrics, clock, logger }: BatchAnswererDeps) {
  /** A connection that waits for permits must not count as idle. */
  const waitForPermits = async (batch: Batch, count: number, closed: AbortSignal) => {
    const { account, socket } = batch;
    const idleTimeoutMs = socket.timeout ?? 0;
    for (let waitMs = limit.take(account, count); waitMs > 0;) {
      socket.setTimeout(0);
      await sleep(clock, waitMs, closed);
      socket.setTimeout(idleTimeoutMs);
      if (closed.aborted) return;
      batch.assertAdmitted();
      waitMs = limit.take(account, count);
    }
  };

  /** Writes the answers in the order of the lines. Reads more lines only as fast as their answers are sent. */
  const answerAll = async (batch: Batch, out: PassThrough, closed: AbortSignal): Promise<void> => {
    const places = createSemaphore(pool.size * JOBS_PER_WORKER);
    let written: Promise<void> = Promise.resolve();
    const answer = async ({ bytes, count }: Lines, before: Promise<void>): Promise<void> => {
      const answers = bytes === null ? TOO_LONG : await pool.answer(bytes);
      metrics.commentsScored('batch', count);
      await before;
      if (!out.destroyed && !out.write(answers)) await drained(out);
    };
    for await (const lines of completeLines(batch.body, limit.perSecond)) {
      batch.assertAdmitted();
      await waitForPermits(batch, lines.count, closed);
      if (out.destroyed) break;
      // A place becomes free once the answers are sent.
      await new Promise<void>((started) => {
        void places.run(async () => {
          started();
          written = answer(lines, written);
          // Report a failure at once: the next lines may be long in coming.
          await written.catch((error: unknown) => fail(error, batch, out));
        });
      });
    }
    await written;
  };

  /** Sends the error if no answer has been sent yet, otherwise cuts the stream off. */
  const fail = (error: unknown, { body }: Batch, out: PassThrough): void => {
    if (out.destroyed) return;
    if (error instanceof GoogleError) {
      out.destroy(error);
      return;
    }
    const hasCallerLeft = error === body.errored;
    if (!hasCallerLeft) logger.error({ err: error }, 'a batch failed');
    out.destroy(new GoogleError(500, 'Internal error encountered.'));
  };

  return (batch: Batch): PassThrough => {
    const out = new PassThrough();
    const closed = new AbortController();
    out.once('close', () => closed.abort());
    answerAll(batch, out, closed.signal).then(
      () => out.end(),
      (error: unknown) => fail(error, batch, out),
    );
    return out;
  };
}
