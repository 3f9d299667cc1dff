import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';
import { isoTimeSchema, utcSecondSchema } from './time.ts';

/** `POST` starts a query; `GET /<jobid>?view=status|results` under this path reads it (interface.md, "Community insights"). */
export const INSIGHTS_QUERY_PATH = '/insights/community/query';

export const INSIGHTS_VIEWS = ['status', 'results'] as const;
export type InsightsView = (typeof INSIGHTS_VIEWS)[number];

export const METRICS = ['sentiment', 'language_political', 'language_vulgarity'] as const;
export const metricSchema = z.enum(METRICS);
export type Metric = z.infer<typeof metricSchema>;

/** Hard maximum (interface.md, "Limits"). */
export const MAX_INSIGHTS_RESULTS = 5_000;
/** How long a sample can be queried after it is committed. */
export const SAMPLE_RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;
/** How long a job is kept after it ends. */
export const JOB_RETENTION_MS = 24 * 60 * 60 * 1_000;

export const insightsQueryRequestSchema = z.looseObject({
  timefrom: utcSecondSchema,
  timeto: utcSecondSchema,
  maxresults: z.int().min(1).max(MAX_INSIGHTS_RESULTS),
  metric: metricSchema,
});
export type InsightsQueryRequest = z.infer<typeof insightsQueryRequestSchema>;

/** Finished and Failed are end states (interface.md, "Query job status"). */
export const jobStatusSchema = z.enum(['Provisioning', 'In Progress', 'Finished', 'Failed']);
export type JobStatus = z.infer<typeof jobStatusSchema>;

/** The status view, and the response that starts a query, whose `status` is Provisioning. */
export const insightsJobSchema = z.looseObject({
  jobid: z.string().min(1),
  metric: metricSchema,
  status: jobStatusSchema,
});
export type InsightsJob = z.infer<typeof insightsJobSchema>;

export const insightsJobEnvelopeSchema = envelopeSchema(insightsJobSchema);
export type InsightsJobEnvelope = z.infer<typeof insightsJobEnvelopeSchema>;

/** A result record without its score, whose field is named by `scoreField`. */
export const insightsRecordSchema = z.looseObject({
  SAMPLE: z.string(),
  requestTime: isoTimeSchema,
  VERSION: z.string(),
});
export type InsightsRecord = z.infer<typeof insightsRecordSchema>;

/** The field of a record's score: the metric in upper case. The interface shows it for sentiment only. */
export function scoreField(metric: Metric): string {
  return metric.toUpperCase();
}

/** The results view, newest first. */
export const insightsResultsEnvelopeSchema = envelopeSchema(z.array(insightsRecordSchema));
export type InsightsResultsEnvelope = z.infer<typeof insightsResultsEnvelopeSchema>;
