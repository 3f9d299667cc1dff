import {
  INSIGHTS_QUERY_PATH,
  insightsJobEnvelopeSchema,
  insightsQueryRequestSchema,
  insightsResultsEnvelopeSchema,
  scoreField,
  type InsightsJob,
  type InsightsJobEnvelope,
  type InsightsQueryRequest,
  type InsightsRecord,
  type InsightsResultsEnvelope,
  type InsightsView,
  type JobStatus,
  type Metric,
} from '../../schemas/insights.ts';
import { parseIsoTime } from '../../schemas/time.ts';
import type { Call, CallOptions, Operation } from '../calls/caller.ts';
import { JobFailedError } from '../errors.ts';
import { checkRequest } from '../calls/zod-issues.ts';
import { isPathSegment, pathSegment } from '../calls/path-segment.ts';
import type { Pause } from '../calls/pause.ts';
import { utcSecond } from './span.ts';

/** Community insights: asynchronous queries over the samples of the last seven days (interface.md, "Community insights"). */
export interface InsightsGroup {
  /** Starts a job. Not retried once sent, because a retry starts another job. */
  query(query: InsightsQuery, options?: CallOptions): Promise<InsightsJob>;
  status(jobId: string, options?: CallOptions): Promise<InsightsJob>;
  /** Newest first. Call it when the job is Finished. */
  results(
    job: Pick<InsightsJob, 'jobid' | 'metric'>,
    options?: CallOptions,
  ): Promise<InsightsResult[]>;
  /**
   * Starts a job, polls its status until it ends, and reads its results. Rejects with a `JobFailedError` if the job ends as
   * Failed. The first progress contains the job's id, so that callers can poll on after an error.
   */
  run(query: InsightsQuery, options?: RunOptions): Promise<InsightsResult[]>;
}

export interface InsightsQuery {
  metric: Metric;
  /** Start, in milliseconds since the Unix epoch. Sent as whole seconds. */
  fromMs: number;
  /** End, in milliseconds since the Unix epoch. Sent as whole seconds. */
  toMs: number;
  /** From 1 to 5000. */
  maxResults: number;
}

export interface InsightsResult {
  /** The service has removed personal data. */
  sample: string;
  /** The query's metric. Null: not found in the record. */
  score: number | null;
  /** Time of the request, in milliseconds since the Unix epoch. */
  requestTimeMs: number;
  version: string;
}

export interface InsightsProgress {
  jobId: string;
  status: JobStatus;
  /** Number of status requests sent. */
  polls: number;
}

export interface RunOptions extends CallOptions {
  /** Called at the start and after every poll. */
  onProgress?: ((progress: InsightsProgress) => void) | undefined;
}

const FIRST_POLL_MS = 500;
/** The poll interval doubles up to this value. */
const MAX_POLL_MS = 15_000;

const jobEnvelopeSchema = insightsJobEnvelopeSchema.refine(
  ({ response }) => isPathSegment(response.jobid),
  { path: ['response', 'jobid'], error: 'not usable in a path' },
);

const QUERY: Operation<InsightsJobEnvelope> = {
  method: 'POST',
  path: INSIGHTS_QUERY_PATH,
  schema: jobEnvelopeSchema,
  repeatable: false,
};

function viewOf(jobId: string, view: InsightsView) {
  const segment = pathSegment({ method: 'GET', path: INSIGHTS_QUERY_PATH }, jobId);
  const path = `${INSIGHTS_QUERY_PATH}/${segment}?view=${view}`;
  return { method: 'GET', path, repeatable: true } as const;
}

export function createInsightsGroup(call: Call, pause: Pause): InsightsGroup {
  const group: InsightsGroup = {
    async query({ metric, fromMs, toMs, maxResults }, options) {
      const request: InsightsQueryRequest = {
        timefrom: utcSecond(QUERY, 'fromMs', fromMs),
        timeto: utcSecond(QUERY, 'toMs', toMs),
        maxresults: maxResults,
        metric,
      };
      checkRequest(QUERY, insightsQueryRequestSchema, request);
      return (await call(QUERY, request, options?.signal)).response;
    },
    async status(jobId, options) {
      const view = { ...viewOf(jobId, 'status'), schema: jobEnvelopeSchema };
      return (await call(view, null, options?.signal)).response;
    },
    async results({ jobid, metric }, options) {
      const view = { ...viewOf(jobid, 'results'), schema: insightsResultsEnvelopeSchema };
      const { response }: InsightsResultsEnvelope = await call(view, null, options?.signal);
      return response.map((record) => ({
        sample: record.SAMPLE,
        score: scoreOf(record, metric),
        requestTimeMs: parseIsoTime(record.requestTime),
        version: record.VERSION,
      }));
    },
    async run(query, { onProgress, signal } = {}) {
      let job = await group.query(query, { signal });
      onProgress?.({ jobId: job.jobid, status: job.status, polls: 0 });
      for (let polls = 1; job.status !== 'Finished' && job.status !== 'Failed'; polls += 1) {
        const delayMs = Math.min(FIRST_POLL_MS * 2 ** (polls - 1), MAX_POLL_MS);
        await pause(`insights job ${job.jobid}`, delayMs, signal);
        job = await group.status(job.jobid, { signal });
        onProgress?.({ jobId: job.jobid, status: job.status, polls });
      }
      if (job.status === 'Failed') throw new JobFailedError(job.jobid);
      return group.results({ jobid: job.jobid, metric: query.metric }, { signal });
    },
  };
  return group;
}

/**
 * "The field is named after the metric, sentiment seen": the metric in upper case. The interface shows no other names, so the
 * fallback is the record's only number with an upper-case name.
 */
function scoreOf(record: InsightsRecord, metric: Metric): number | null {
  const named = record[scoreField(metric)];
  if (typeof named === 'number') return named;
  const numbers = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'number' && /^[A-Z][A-Z_]*$/.test(name) ? [value] : [],
  );
  return numbers.length === 1 ? (numbers[0] ?? null) : null;
}
