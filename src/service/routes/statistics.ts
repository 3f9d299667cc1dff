import type { FastifyInstance } from 'fastify';
import {
  EMPTY_RECORDS_SENTENCE,
  STATISTICS_PATH,
  STATISTICS_SEARCH_PATH,
  statisticsSearchRequestSchema,
  type LifetimeCountersEnvelope,
  type StatisticsSearchEnvelope,
} from '../../protocol/statistics.ts';
import { parseUtcSecond } from '../../protocol/time.ts';
import { refusal, TEXT_API, type RefusalBody } from '../envelope.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import { parseBody } from '../parse.ts';
import type { Statistics } from '../statistics/statistics.ts';

const SENTENCES = {
  timefrom: 'The field timefrom must be a UTC time as YYYY-MM-DD HH:MM:SS.',
  timeto: 'The field timeto must be a UTC time as YYYY-MM-DD HH:MM:SS.',
};
const TOO_EARLY = 'Records can be searched once every two minutes. Please try again later.';

/** The lifetime counters, and the records of a span. */
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
      if (fromMs > toMs) throw new RefusedError(400, 'The time timefrom is after timeto.');
      const outcome = await statistics.search(account, { fromMs, toMs });
      if (outcome.kind === 'too_early') {
        reply.header('retry-after', String(Math.ceil(outcome.retryAfterMs / 1_000)));
        throw new RefusedError(429, TOO_EARLY);
      }
      // No records is an answer like another, so the status is 200 (interface.md, "Errors", 1).
      if (outcome.records.length === 0) return refusal(EMPTY_RECORDS_SENTENCE);
      return { api: TEXT_API, success: true, response: outcome.records };
    },
  );
}
