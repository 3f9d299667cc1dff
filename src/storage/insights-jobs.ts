import type { Logger } from '../lib/logger.ts';
import {
  JOB_RETENTION_MS,
  startedQuerySchema,
  type InsightsJobs,
} from '../moderation/insights-jobs.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';

export function createInsightsJobs(database: Database, logger: Logger): InsightsJobs {
  const schema = startedQuerySchema;
  const jobs = createCollection({ database, prefix: 'insights', schema, logger });
  const keyOf = (guildId: string, jobId: string): string => `${guildId}:${jobId}`;
  return {
    add: (query) =>
      database.setMany([jobs.row(keyOf(query.guildId, query.jobId), query, JOB_RETENTION_MS)]),
    get: (guildId, jobId) => jobs.get(keyOf(guildId, jobId)),
    async list(guildId) {
      const found = await jobs.getMany(await jobs.keys(`${guildId}:`));
      return [...found.values()].sort((a, b) => b.startedAtMs - a.startedAtMs);
    },
  };
}
