import { z } from 'zod';
import { metricSchema } from '../../service-api/schemas/insights.ts';

export {
  JOB_RETENTION_MS,
  MAX_INSIGHTS_RESULTS,
  SAMPLE_RETENTION_MS,
} from '../../service-api/schemas/insights.ts';

/** A query over the samples, started in a server. */
export const startedQuerySchema = z.object({
  /** The service's id of the query. */
  jobId: z.string(),
  guildId: z.string(),
  userId: z.string(),
  metric: metricSchema,
  /** Milliseconds since the Unix epoch, like the other times. */
  fromMs: z.number(),
  toMs: z.number(),
  startedAtMs: z.number(),
});
export type StartedQuery = z.infer<typeof startedQuerySchema>;

/** The queries of the last 24 hours, which is about how long the service keeps their results. */
export interface InsightsJobs {
  add(query: StartedQuery): Promise<void>;
  /** Null if the server started no such query. */
  get(guildId: string, jobId: string): Promise<StartedQuery | null>;
  /** Newest first. */
  list(guildId: string): Promise<StartedQuery[]>;
}
