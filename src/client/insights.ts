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
} from '../protocol/insights.ts';
import { parseIsoTime } from '../protocol/time.ts';
import type { Call, CallOptions, Operation } from './caller.ts';
import { JobFailedError } from './errors.ts';
import { checkRequest } from './issues.ts';
import type { Pause } from './pause.ts';
import { utcSecond } from './span.ts';

/** Community insights: the samples of the last seven days, asked asynchronously (interface.md, "Community insights"). */
export interface InsightsGroup {
  /** Starts a job. Sent again only when it surely did not arrive, since each is a job of its own. */
  query(query: InsightsQuery, options?: CallOptions): Promise<InsightsJob>;
  status(jobId: string, options?: CallOptions): Promise<InsightsJob>;
  /** To be used once the job is Finished. Newest first. */
  results(
    job: Pick<InsightsJob, 'jobid' | 'metric'>,
    options?: CallOptions,
  ): Promise<InsightsResult[]>;
  /**
   * Starts a job, asks for its status until it ended, and reads its results. A job that ends as Failed rejects with a
   * `JobFailedError`. The first progress tells the job's id, with which it can be followed after a failed poll.
   */
  run(query: InsightsQuery, options?: RunOptions): Promise<InsightsResult[]>;
}

export interface InsightsQuery {
  metric: Metric;
  /** Milliseconds since the Unix epoch, sent in whole seconds: searched from here. */
  fromMs: number;
  /** Likewise: searched until here. */
  toMs: number;
  /** From 1 to 5000. */
  maxResults: number;
}

export interface InsightsResult {
  /** Cleaned of personal data by the service. */
  sample: string;
  /** Of the metric asked for. Null where the record has no number under an upper-case name. */
  score: number | null;
  /** Milliseconds since the Unix epoch. */
  requestTimeMs: number;
  version: string;
}

export interface InsightsProgress {
  jobId: string;
  status: JobStatus;
  /** How often the status was asked so far. */
  polls: number;
}

export interface RunOptions extends CallOptions {
  /** Told of the start and of every answer on the status. */
  onProgress?: ((progress: InsightsProgress) => void) | undefined;
}

const FIRST_POLL_MS = 500;
/** Pauses double up to this. */
const LONGEST_POLL_MS = 15_000;

const QUERY: Operation<InsightsJobEnvelope> = {
  method: 'POST',
  path: INSIGHTS_QUERY_PATH,
  schema: insightsJobEnvelopeSchema,
  repeatable: false,
};

function viewOf(jobId: string, view: InsightsView) {
  const path = `${INSIGHTS_QUERY_PATH}/${encodeURIComponent(jobId)}?view=${view}`;
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
      const view = { ...viewOf(jobId, 'status'), schema: insightsJobEnvelopeSchema };
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
        const delayMs = Math.min(FIRST_POLL_MS * 2 ** (polls - 1), LONGEST_POLL_MS);
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
 * "The field is named after the metric, sentiment seen": its name in upper case. The names for other metrics are not shown, so
 * that failing, the record's only number under an upper-case name is taken.
 */
function scoreOf(record: InsightsRecord, metric: Metric): number | null {
  const named = record[scoreField(metric)];
  if (typeof named === 'number') return named;
  const numbers = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'number' && /^[A-Z][A-Z_]*$/.test(name) ? [value] : [],
  );
  return numbers.length === 1 ? (numbers[0] ?? null) : null;
}
