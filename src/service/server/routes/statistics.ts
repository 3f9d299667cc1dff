import type { FastifyInstance } from 'fastify';
import {
  EMPTY_RECORDS_SENTENCE,
  STATISTICS_PATH,
  STATISTICS_SEARCH_PATH,
  statisticsSearchRequestSchema,
  type LifetimeCountersEnvelope,
  type StatisticsSearchEnvelope,
} from '../../../service-api/schemas/statistics.ts';
import { parseUtcSecond } from '../../../service-api/schemas/time.ts';
import { TEXT_API } from '../../../service-api/schemas/envelope.ts';
import { refusalBody, type RefusalBody } from '../refusal.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { parseBody } from '../parse-body.ts';
import type { Statistics } from '../../statistics/statistics.ts';

const SENTENCES = {
  timefrom: 'The field timefrom must be a UTC time as YYYY-MM-DD HH:MM:SS.',
  timeto: 'The field timeto must be a UTC time as YYYY-MM-DD HH:MM:SS.',
};

/** Lifetime counters, and the search for records. */
export function addStatisticsRoutes(app: FastifyInstance, statistics: Statistics): void {
  app.get(STATISTICS_PATH, async ({ account }): Promise<LifetimeCountersEnvelope> => {
    return { api: TEXT_API, success: true, response: await statistics.lifetime(account) };
  });

  app.post(
    STATISTICS_SEARCH_PATH,
    async ({ account, body }, reply): Promise<StatisticsSearchEnvelope | RefusalBody> => {
      const request = parseBody(statisticsSearchRequestSchema, body, SENTENCES);
      const fromMs = parseUtcSecond(request.timefrom) ?? 0;
      const toMs = parseUtcSecond(request.timeto) ?? 0;
      if (fromMs > toMs) throw new HttpError(400, 'The time timefrom is after timeto.');
      const outcome = await statistics.search(account, { fromMs, toMs });
      if (outcome.kind === 'too_early') {
        const seconds = Math.ceil(outcome.retryAfterMs / 1_000);
        reply.header('retry-after', String(seconds));
        throw new HttpError(429, tooEarly(seconds));
      }
      // An empty result is a success, so the status is 200 (interface.md, "Errors", 1).
      if (outcome.records.length === 0) return refusalBody(EMPTY_RECORDS_SENTENCE);
      return { api: TEXT_API, success: true, response: outcome.records };
    },
  );
}

function tooEarly(seconds: number): string {
  return `The statistics were searched a short time ago. Search again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}
