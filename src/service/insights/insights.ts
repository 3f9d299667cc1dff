import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { SAMPLE_RETENTION_MS } from '../../protocol/insights.ts';
import { MAX_UNFINISHED_JOBS } from '../limits.ts';
import type { Job, JobQuery, JobResult, JobStore } from '../store/jobs.ts';

/** When the store itself fails. */
const STORE_RETRY_MS = 60_000;

export interface InsightsDeps {
  store: JobStore;
  /** Resolves when what was moderated so far is stored. */
  flush: () => Promise<void>;
  clock: Clock;
  newUuid: () => string;
  logger: Logger;
}

/** Queries over the samples, run one after another in the order they were asked. */
export interface Insights {
  /** The new job's id, or null when too many wait already. */
  ask(query: JobQuery): Promise<string | null>;
  find(account: string, id: string): Promise<Job | null>;
  /** Of a Finished job, newest sample first. */
  results(id: string): Promise<JobResult[]>;
  /** Goes on with what an earlier run left. */
  start(): void;
  /** Resolves when the job under way has ended; the rest is for the next run. */
  stop(): Promise<void>;
}

export function createInsights({ store, flush, clock, newUuid, logger }: InsightsDeps): Insights {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;
  let isAskedAgain = false;

  async function run(job: Job): Promise<void> {
    await store.begin(job.id);
    await flush();
    const oldestMs = clock.now() - SAMPLE_RETENTION_MS;
    try {
      await store.finish({ ...job, fromMs: Math.max(job.fromMs, oldestMs) }, clock.now());
    } catch (error) {
      logger.error({ job: job.id, problem: messageOf(error) }, 'an insights job failed');
      await store.fail(job.id, clock.now());
    }
  }

  async function runAll(): Promise<void> {
    while (!signal.aborted) {
      try {
        isAskedAgain = false;
        const job = await store.nextUnfinished();
        if (job !== null) await run(job);
        else if (!isAskedAgain) {
          // In the same step as the question, so that no wake falls in between.
          running = null;
          return;
        }
      } catch (error) {
        logger.error({ err: error }, 'insights jobs could not be read or written');
        await sleep(clock, STORE_RETRY_MS, signal);
      }
    }
  }

  function wake(): void {
    isAskedAgain = true;
    running ??= runAll();
  }

  return {
    async ask(query) {
      const id = newUuid();
      if (!(await store.add(id, query, MAX_UNFINISHED_JOBS))) return null;
      wake();
      return id;
    },
    find: (account, id) => store.find(account, id),
    results: (id) => store.results(id),
    start: wake,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
