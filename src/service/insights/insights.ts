import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { SAMPLE_RETENTION_MS } from '../../service-api/schemas/insights.ts';
import type { Job, JobQuery, JobResult, JobStore } from '../store/jobs.ts';

/** Maximum number per account. */
export const MAX_UNFINISHED_JOBS = 100;
const STORE_RETRY_MS = 60_000;

export interface InsightsDeps {
  store: JobStore;
  /** Resolves once everything moderated so far is stored. */
  flush: () => Promise<void>;
  clock: Clock;
  newUuid: () => string;
  logger: Logger;
}

/** Insights jobs over the stored samples. An instance runs one job at a time: the oldest that no other instance is running. */
export interface Insights {
  /** The new job's id, or null if the account already has `MAX_UNFINISHED_JOBS`. */
  enqueue(query: JobQuery): Promise<string | null>;
  find(account: string, id: string): Promise<Job | null>;
  /** The results of a Finished job, newest sample first. */
  results(id: string): Promise<JobResult[]>;
  /** Continues with jobs that a previous run or another instance left. */
  resume(): void;
  /** Resolves once the current job has ended; the next run continues with the others. */
  stop(): Promise<void>;
}

export function createInsights({ store, flush, clock, newUuid, logger }: InsightsDeps): Insights {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;
  let hasNewJobs = false;

  async function run(job: Job): Promise<void> {
    await flush();
    const oldestMs = clock.now() - SAMPLE_RETENTION_MS;
    try {
      await store.finish({ ...job, fromMs: Math.max(job.fromMs, oldestMs) }, clock.now());
    } catch (error) {
      logger.error({ job: job.id, problem: errorMessage(error) }, 'insights job failed');
      await store.fail(job.id, clock.now());
    }
  }

  async function runAll(): Promise<void> {
    while (!signal.aborted) {
      try {
        hasNewJobs = false;
        const job = await store.claimNext();
        if (job !== null) await run(job);
        else if (!hasNewJobs) {
          // Reset synchronously after the check, so that no wake-up is lost in between.
          running = null;
          return;
        }
      } catch (error) {
        logger.error({ err: error }, 'insights store failed, retrying');
        await sleep(clock, STORE_RETRY_MS, signal);
      }
    }
  }

  function wake(): void {
    hasNewJobs = true;
    running ??= runAll();
  }

  return {
    async enqueue(query) {
      const id = newUuid();
      if (!(await store.add(id, query, MAX_UNFINISHED_JOBS))) return null;
      wake();
      return id;
    },
    find: (account, id) => store.find(account, id, clock.now()),
    results: (id) => store.results(id, clock.now()),
    resume: wake,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
