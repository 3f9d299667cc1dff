import type { Selectable } from 'kysely';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import { lockUntilCommit } from '../../shared/database/transaction-lock.ts';
import {
  JOB_RETENTION_MS,
  SAMPLE_RETENTION_MS,
  type JobStatus,
  type Metric,
} from '../../service-api/schemas/insights.ts';
import type { Claims } from './instances.ts';
import type { ServiceDatabase, ServiceTables } from './tables.ts';

/** An insights query. Both ends of the span are inclusive. */
export interface JobQuery {
  account: string;
  metric: Metric;
  fromMs: number;
  toMs: number;
  maxResults: number;
}

export interface Job extends JobQuery {
  id: string;
  status: JobStatus;
}

export interface JobResult {
  sample: string;
  score: number;
  timeMs: number;
  version: string;
}

const SCORE_COLUMNS = {
  sentiment: 'sentiment',
  language_political: 'political',
  language_vulgarity: 'vulgarity',
} as const satisfies Record<Metric, keyof ServiceTables['samples']>;

/** Insights jobs and the results of Finished ones. */
export interface JobStore {
  /** Stores a job as Provisioning, unless `limit` jobs are unfinished; resolves to whether it was stored. */
  add(id: string, query: JobQuery, limit: number): Promise<boolean>;
  /** Also null for an expired job that isn't purged yet. */
  find(account: string, id: string, nowMs: number): Promise<Job | null>;
  /**
   * Claims the oldest unfinished job that no other running instance has claimed, and marks it as In Progress. Null: there is
   * none.
   */
  claimNext(): Promise<Job | null>;
  /** Runs the query and marks the job as Finished, in one transaction. Does nothing if another instance has taken the job. */
  finish(job: Job, nowMs: number): Promise<void>;
  /** Marks the job as Failed. Does nothing if another instance has taken it. */
  fail(id: string, nowMs: number): Promise<void>;
  /** Newest sample first, without expired ones. */
  results(id: string, nowMs: number): Promise<JobResult[]>;
  /** Removes jobs that ended before a time, and results whose samples are older than another. */
  purge(limits: { endedBeforeMs: number; sampledBeforeMs: number }): Promise<void>;
}

export function createJobStore(database: ServiceDatabase, claims: Claims): JobStore {
  const canSkipLocked = isPostgres(database);

  return {
    add: (id, { account, metric, fromMs, toMs, maxResults }, limit) =>
      database.transaction().execute(async (transaction) => {
        // Two instances that count at the same time must not both find room for another job.
        await lockUntilCommit(transaction, `insights jobs of ${account}`);
        const { count } = await transaction
          .selectFrom('insights_jobs')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account', '=', account)
          .where('ended_ms', 'is', null)
          .executeTakeFirstOrThrow();
        if (count >= limit) return false;
        await transaction
          .insertInto('insights_jobs')
          .values({
            id,
            account,
            metric,
            from_ms: fromMs,
            to_ms: toMs,
            max_results: maxResults,
            status: 'Provisioning',
          })
          .execute();
        return true;
      }),
    async find(account, id, nowMs) {
      const row = await database
        .selectFrom('insights_jobs')
        .selectAll()
        .where('account', '=', account)
        .where('id', '=', id)
        .where(({ or, eb }) =>
          or([eb('ended_ms', 'is', null), eb('ended_ms', '>=', nowMs - JOB_RETENTION_MS)]),
        )
        .executeTakeFirst();
      return row === undefined ? null : jobOf(row);
    },
    async claimNext() {
      const row = await database
        .updateTable('insights_jobs')
        .set({ status: 'In Progress', claimed_by: claims.instanceId })
        .where('number', '=', ({ selectFrom }) =>
          selectFrom('insights_jobs')
            .select('number')
            .where('ended_ms', 'is', null)
            .where(claims.isFree('claimed_by'))
            .orderBy('number')
            .limit(1)
            .$if(canSkipLocked, (query) => query.forUpdate().skipLocked()),
        )
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : jobOf(row);
    },
    finish: ({ id, account, metric, fromMs, toMs, maxResults }, nowMs) =>
      database.transaction().execute(async (transaction) => {
        if (!(await end(transaction, { id, claims, status: 'Finished', nowMs }))) return;
        await transaction
          .insertInto('insights_results')
          .columns(['job', 'position', 'sample', 'score', 'time_ms', 'version'])
          .expression(({ selectFrom }) =>
            selectFrom('samples')
              .select(({ val, fn }) => [
                val(id).as('job'),
                fn
                  .agg<number>('row_number')
                  .over((over) => over.orderBy('time_ms', 'desc').orderBy('id', 'desc'))
                  .as('position'),
                'sample',
                `${SCORE_COLUMNS[metric]} as score`,
                'time_ms',
                'version',
              ])
              .where('account', '=', account)
              .where('time_ms', '>=', fromMs)
              .where('time_ms', '<=', toMs)
              .orderBy('time_ms', 'desc')
              .orderBy('id', 'desc')
              .limit(maxResults),
          )
          .execute();
      }),
    async fail(id, nowMs) {
      await end(database, { id, claims, status: 'Failed', nowMs });
    },
    results: (id, nowMs) =>
      database
        .selectFrom('insights_results')
        .select(['sample', 'score', 'time_ms as timeMs', 'version'])
        .where('job', '=', id)
        .where('time_ms', '>=', nowMs - SAMPLE_RETENTION_MS)
        .orderBy('position')
        .execute(),
    purge: ({ endedBeforeMs, sampledBeforeMs }) =>
      database.transaction().execute(async (transaction) => {
        const expired = transaction
          .selectFrom('insights_jobs')
          .select('id')
          .where('ended_ms', '<', endedBeforeMs);
        await transaction.deleteFrom('insights_results').where('job', 'in', expired).execute();
        await transaction
          .deleteFrom('insights_jobs')
          .where('ended_ms', '<', endedBeforeMs)
          .execute();
        await transaction
          .deleteFrom('insights_results')
          .where('time_ms', '<', sampledBeforeMs)
          .execute();
      }),
  };
}

/** Resolves to whether this instance still had the job. */
async function end(
  queries: ServiceDatabase,
  job: { id: string; claims: Claims; status: JobStatus; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('insights_jobs')
    .set({ status: job.status, ended_ms: job.nowMs })
    .where('id', '=', job.id)
    .where('claimed_by', '=', job.claims.instanceId)
    .where('ended_ms', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

function jobOf(row: Selectable<ServiceTables['insights_jobs']>): Job {
  return {
    id: row.id,
    account: row.account,
    metric: row.metric,
    fromMs: row.from_ms,
    toMs: row.to_ms,
    maxResults: row.max_results,
    status: row.status,
  };
}
