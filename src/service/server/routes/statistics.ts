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
import { refusalBody } from '../refusal.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { parseBody } from '../parse-body.ts';
import { success, tryLater, type Route } from '../route.ts';
import type { Statistics } from '../../statistics/statistics.ts';

const SENTENCES = {
  timefrom: 'The field timefrom must be a UTC time as YYYY-MM-DD HH:MM:SS.',
  timeto: 'The field timeto must be a UTC time as YYYY-MM-DD HH:MM:SS.',
};

/** Lifetime counters, and the search for records. */
export function statisticsRoutes(statistics: Statistics): Route[] {
  return [
    {
      area: 'base',
      method: 'GET',
      path: STATISTICS_PATH,
      async answer({ account }) {
        const response = await statistics.lifetime(account);
        return success({
          api: TEXT_API,
          success: true,
          response,
        } satisfies LifetimeCountersEnvelope);
      },
    },
    {
      area: 'base',
      method: 'POST',
      path: STATISTICS_SEARCH_PATH,
      async answer({ account, body }) {
        const request = parseBody(statisticsSearchRequestSchema, body, SENTENCES);
        const fromMs = parseUtcSecond(request.timefrom) ?? 0;
        const toMs = parseUtcSecond(request.timeto) ?? 0;
        if (fromMs > toMs) throw new HttpError(400, 'The time timefrom is after timeto.');
        const outcome = await statistics.search(account, { fromMs, toMs });
        if (outcome.kind === 'too_early') {
          const seconds = Math.ceil(outcome.retryAfterMs / 1_000);
          return tryLater(seconds, refusalBody(tooEarly(seconds)));
        }
        const { records: response } = outcome;
        // An empty result is a success, so the status is 200 (interface.md, "Errors", 1).
        if (response.length === 0) return success(refusalBody(EMPTY_RECORDS_SENTENCE));
        return success({
          api: TEXT_API,
          success: true,
          response,
        } satisfies StatisticsSearchEnvelope);
      },
    },
  ];
}

function tooEarly(seconds: number): string {
  return `The statistics were searched a short time ago. Search again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}
