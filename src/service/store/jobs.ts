import { z } from 'zod';
import { jobStatusSchema, metricSchema, type Metric } from '../../protocol/insights.ts';
import type { Sqlite } from './sqlite.ts';

export const JOBS_SCHEMA = `
CREATE TABLE insights_jobs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL,
  metric TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  max_results INTEGER NOT NULL,
  status TEXT NOT NULL,
  ended_ms INTEGER
) STRICT;
CREATE TABLE insights_results (
  job TEXT NOT NULL,
  position INTEGER NOT NULL,
  sample TEXT NOT NULL,
  score REAL NOT NULL,
  time_ms INTEGER NOT NULL,
  version TEXT NOT NULL,
  PRIMARY KEY (job, position)
) STRICT, WITHOUT ROWID
`;

/** What a query asks for. Both ends of the span belong to it. */
export interface JobQuery {
  account: string;
  metric: Metric;
  fromMs: number;
  toMs: number;
  maxResults: number;
}

const jobSchema = z
  .object({
    id: z.string(),
    account: z.string(),
    metric: metricSchema,
    from_ms: z.number(),
    to_ms: z.number(),
    max_results: z.number(),
    status: jobStatusSchema,
  })
  .transform((row) => ({
    id: row.id,
    account: row.account,
    metric: row.metric,
    fromMs: row.from_ms,
    toMs: row.to_ms,
    maxResults: row.max_results,
    status: row.status,
  }));
export type Job = z.infer<typeof jobSchema>;

const resultSchema = z
  .object({ sample: z.string(), score: z.number(), time_ms: z.number(), version: z.string() })
  .transform(({ time_ms: timeMs, ...rest }) => ({ ...rest, timeMs }));
export type JobResult = z.infer<typeof resultSchema>;

const SCORE_COLUMNS: Readonly<Record<Metric, string>> = {
  sentiment: 'sentiment',
  language_political: 'political',
  language_vulgarity: 'vulgarity',
};

const countSchema = z.object({ count: z.number() });

/** Insights jobs and, once they are Finished, what they found. */
export interface JobStore {
  /** Stores a job as Provisioning, unless `limit` are unfinished already; resolves to whether it did. */
  add(id: string, query: JobQuery, limit: number): Promise<boolean>;
  find(account: string, id: string): Promise<Job | null>;
  /** The oldest that has not ended, or null. */
  nextUnfinished(): Promise<Job | null>;
  begin(id: string): Promise<void>;
  /** Runs the query and ends the job as Finished, in one step. */
  finish(job: Job, nowMs: number): Promise<void>;
  fail(id: string, nowMs: number): Promise<void>;
  /** Newest sample first. */
  results(id: string): Promise<JobResult[]>;
  /** Removes jobs that ended before a time, and what others found that is from before another. */
  purge(limits: { endedBeforeMs: number; sampledBeforeMs: number }): Promise<void>;
}

export function createJobStore(database: Sqlite): JobStore {
  return {
    add: (id, { account, metric, fromMs, toMs, maxResults }, limit) =>
      database.transaction(async (queries) => {
        const unfinished = await queries.get(
          countSchema,
          'SELECT count(*) AS count FROM insights_jobs WHERE account = ? AND ended_ms IS NULL',
          [account],
        );
        if (unfinished === null || unfinished.count >= limit) return false;
        await queries.run(
          `INSERT INTO insights_jobs (id, account, metric, from_ms, to_ms, max_results, status)
           VALUES (?, ?, ?, ?, ?, ?, 'Provisioning')`,
          [id, account, metric, fromMs, toMs, maxResults],
        );
        return true;
      }),
    find: (account, id) =>
      database.get(jobSchema, 'SELECT * FROM insights_jobs WHERE account = ? AND id = ?', [
        account,
        id,
      ]),
    nextUnfinished: () =>
      database.get(
        jobSchema,
        'SELECT * FROM insights_jobs WHERE ended_ms IS NULL ORDER BY number LIMIT 1',
      ),
    async begin(id) {
      await database.run("UPDATE insights_jobs SET status = 'In Progress' WHERE id = ?", [id]);
    },
    finish: ({ id, account, metric, fromMs, toMs, maxResults }, nowMs) =>
      database.transaction(async (queries) => {
        await queries.run(
          `INSERT INTO insights_results (job, position, sample, score, time_ms, version)
           SELECT ?, row_number() OVER (ORDER BY time_ms DESC, id DESC), sample,
                  ${SCORE_COLUMNS[metric]}, time_ms, version
           FROM samples WHERE account = ? AND time_ms BETWEEN ? AND ?
           ORDER BY time_ms DESC, id DESC LIMIT ?`,
          [id, account, fromMs, toMs, maxResults],
        );
        await queries.run(
          "UPDATE insights_jobs SET status = 'Finished', ended_ms = ? WHERE id = ?",
          [nowMs, id],
        );
      }),
    async fail(id, nowMs) {
      await database.run("UPDATE insights_jobs SET status = 'Failed', ended_ms = ? WHERE id = ?", [
        nowMs,
        id,
      ]);
    },
    results: (id) =>
      database.all(
        resultSchema,
        'SELECT sample, score, time_ms, version FROM insights_results WHERE job = ? ORDER BY position',
        [id],
      ),
    purge: ({ endedBeforeMs, sampledBeforeMs }) =>
      database.transaction(async (queries) => {
        await queries.run(
          'DELETE FROM insights_results WHERE job IN (SELECT id FROM insights_jobs WHERE ended_ms < ?)',
          [endedBeforeMs],
        );
        await queries.run('DELETE FROM insights_jobs WHERE ended_ms < ?', [endedBeforeMs]);
        await queries.run('DELETE FROM insights_results WHERE time_ms < ?', [sampledBeforeMs]);
      }),
  };
}
