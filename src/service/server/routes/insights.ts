import {
  INSIGHTS_QUERY_PATH,
  insightsQueryRequestSchema,
  INSIGHTS_VIEWS,
  MAX_INSIGHTS_RESULTS,
  METRICS,
  scoreField,
  type InsightsJobEnvelope,
  type InsightsRecord,
  type InsightsResultsEnvelope,
  type Metric,
} from '../../../service-api/schemas/insights.ts';
import { parseUtcSecond } from '../../../service-api/schemas/time.ts';
import { TEXT_API } from '../../../service-api/schemas/envelope.ts';
import type { ServiceAnswer } from '../../../service-api/exchange.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { MAX_UNFINISHED_JOBS, type Insights } from '../../insights/insights.ts';
import { parseBody } from '../parse-body.ts';
import { refusalBody } from '../refusal.ts';
import { success, tryLater, type Route } from '../route.ts';
import type { JobResult } from '../../store/jobs.ts';

const SENTENCES = {
  timefrom: 'The field timefrom must be a UTC time as YYYY-MM-DD HH:MM:SS.',
  timeto: 'The field timeto must be a UTC time as YYYY-MM-DD HH:MM:SS.',
  maxresults: `The field maxresults must be a whole number from 1 to ${MAX_INSIGHTS_RESULTS}.`,
  metric: `The field metric must be one of ${METRICS.join(', ')}.`,
};
/** Times have second precision; include the whole last second. */
const REST_OF_SECOND_MS = 999;

function toRecord(result: JobResult, metric: Metric): InsightsRecord {
  return {
    SAMPLE: result.sample,
    [scoreField(metric)]: result.score,
    requestTime: new Date(result.timeMs).toISOString(),
    VERSION: result.version,
  };
}

/** Starts insights jobs, and answers with their status and results. */
export function insightsRoutes(insights: Insights): Route[] {
  return [
    {
      area: 'base',
      method: 'POST',
      path: INSIGHTS_QUERY_PATH,
      async answer({ account, body }) {
        const request = parseBody(insightsQueryRequestSchema, body, SENTENCES);
        const { metric, maxresults: maxResults } = request;
        const fromMs = parseUtcSecond(request.timefrom) ?? 0;
        const toMs = (parseUtcSecond(request.timeto) ?? 0) + REST_OF_SECOND_MS;
        if (fromMs > toMs) throw new HttpError(400, 'The time timefrom is after timeto.');
        const jobid = await insights.enqueue({ account, metric, fromMs, toMs, maxResults });
        if (jobid === null) {
          return tryLater(
            1,
            refusalBody(`The limit of ${MAX_UNFINISHED_JOBS} unfinished jobs is reached.`),
          );
        }
        return jobAnswer({ jobid, metric, status: 'Provisioning' });
      },
    },
    {
      area: 'base',
      method: 'GET',
      path: `${INSIGHTS_QUERY_PATH}/:jobid`,
      async answer({ account, params, query }) {
        const view = INSIGHTS_VIEWS.find((candidate) => candidate === query.view);
        if (view === undefined) {
          throw new HttpError(400, `The parameter view must be ${INSIGHTS_VIEWS.join(' or ')}.`);
        }
        const job = await insights.find(account, params.jobid ?? '');
        if (job === null) throw new HttpError(404, 'The job does not exist.');
        const { id: jobid, metric, status } = job;
        if (view === 'status') return jobAnswer({ jobid, metric, status });
        if (status !== 'Finished') {
          throw new HttpError(409, `The job has no results: its status is ${status}.`);
        }
        const results = await insights.results(jobid);
        const response = results.map((result) => toRecord(result, metric));
        return success({
          api: TEXT_API,
          success: true,
          response,
        } satisfies InsightsResultsEnvelope);
      },
    },
  ];
}

function jobAnswer(response: InsightsJobEnvelope['response']): ServiceAnswer {
  return success({ api: TEXT_API, success: true, response } satisfies InsightsJobEnvelope);
}
