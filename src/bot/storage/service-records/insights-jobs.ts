import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import {
  JOB_RETENTION_MS,
  startedQuerySchema,
  type InsightsJobs,
} from '../../domain/insights-jobs.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase } from '../tables.ts';

export function createInsightsJobs(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
): InsightsJobs {
  const selectQueries = (guildId: string) =>
    database
      .selectFrom('insights_jobs')
      .select(['job_id', 'query'])
      .where('guild_id', '=', guildId)
      .where('expires_at', '>', clock.now());
  const queryOf = (row: { job_id: string; query: string }) =>
    parseRecord(startedQuerySchema, row.query, { logger, name: `insights job ${row.job_id}` });

  return {
    async add(query) {
      await database
        .insertInto('insights_jobs')
        .values({
          guild_id: query.guildId,
          job_id: query.jobId,
          started_at: query.startedAtMs,
          expires_at: clock.now() + JOB_RETENTION_MS,
          query: JSON.stringify(query),
        })
        .execute();
    },
    async get(guildId, jobId) {
      const row = await selectQueries(guildId).where('job_id', '=', jobId).executeTakeFirst();
      return row === undefined ? null : queryOf(row);
    },
    async list(guildId) {
      const rows = await selectQueries(guildId).orderBy('started_at', 'desc').execute();
      return rows.map(queryOf).filter((query) => query !== null);
    },
  };
}
