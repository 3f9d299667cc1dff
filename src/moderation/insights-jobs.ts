import { z } from 'zod';
import { metricSchema } from '../protocol/insights.ts';

export {
  JOB_RETENTION_MS,
  MAX_INSIGHTS_RESULTS,
  SAMPLE_RETENTION_MS,
} from '../protocol/insights.ts';

/** A query over the samples that someone in a server started. */
export const startedQuerySchema = z.object({
  /** The service's name for it. */
  jobId: z.string(),
  guildId: z.string(),
  userId: z.string(),
  metric: metricSchema,
  /** Milliseconds since the Unix epoch, as are the others. */
  fromMs: z.number(),
  toMs: z.number(),
  startedAtMs: z.number(),
});
export type StartedQuery = z.infer<typeof startedQuerySchema>;

/** The queries of the last 24 hours, which is about as long as the service keeps their results. */
export interface InsightsJobs {
  add(query: StartedQuery): Promise<void>;
  /** Null where no such query was started in that server. */
  get(guildId: string, jobId: string): Promise<StartedQuery | null>;
  /** The newest first. */
  list(guildId: string): Promise<StartedQuery[]>;
}
