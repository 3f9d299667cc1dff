import type { Clock } from '../lib/clock.ts';
import {
  STATISTICS_PATH,
  STATISTICS_SEARCH_PATH,
  lifetimeCountersEnvelopeSchema,
  roundToHourMs,
  saysRecordsAreEmpty,
  statisticsSearchEnvelopeSchema,
  type LifetimeCountersEnvelope,
  type StatisticsRecord,
  type StatisticsSearchEnvelope,
  type StatisticsSearchRequest,
} from '../protocol/statistics.ts';
import { parseIsoTime } from '../protocol/time.ts';
import type { Call, CallOptions, Operation } from './caller.ts';
import { InvalidRequestError, RefusedError } from './errors.ts';
import type { Pause } from './pause.ts';
import { createSearchLimit } from './search-limit.ts';
import { utcSecond } from './span.ts';
import { splitIntoWindows, type Span } from './windows.ts';

/** Moderation statistics (interface.md, "Moderation statistics"). */
export interface StatisticsGroup {
  /** What was moderated since the account began. */
  lifetime(options?: CallOptions): Promise<LifetimeCounts>;
  /**
   * The records of a span, one a minute, oldest first. The service rounds both ends to the nearest hour, so they are
   * rounded before; it takes one search in two minutes and answers with a day at most, so that a longer span is
   * searched in several windows, two minutes apart. A span without records has an empty result.
   */
  search(span: Span, options?: SearchOptions): Promise<StatisticsResult>;
}

/** Numbers of samples. */
export interface LifetimeCounts {
  passed: bigint;
  flagged: bigint;
  deleted: bigint;
  total: bigint;
}

/** Numbers of samples in about 60 seconds. */
export interface MinuteCounts {
  /** When the record was stamped, in milliseconds since the Unix epoch. */
  atMs: number;
  passed: number;
  flagged: number;
  deleted: number;
  total: number;
}

export interface StatisticsResult {
  /** What was searched: the span asked for, rounded (20:27 to 20:00, 21:30 to 22:00). Empty if both ends met. */
  searched: Span;
  records: MinuteCounts[];
  /** When the oldest of the answers it is made of was given: earlier than the search if the cache gave it. Null: none was needed. */
  answeredAtMs: number | null;
}

export interface SearchProgress {
  windowsDone: number;
  windows: number;
  /** How long the next window waits for its turn, in milliseconds. */
  waitMs: number;
}

export interface SearchOptions extends CallOptions {
  /**
   * What to do within two minutes of another search: `wait` for the turn (the default), or take from the `cache` what
   * this client was answered before for the same window; what is not there waits all the same.
   */
  whenLimited?: 'wait' | 'cache' | undefined;
  /** Told before every window and at the end. */
  onProgress?: ((progress: SearchProgress) => void) | undefined;
}

interface Answered {
  records: readonly MinuteCounts[];
  atMs: number;
}

/** Of up to 1440 records each. */
const MAX_CACHED_WINDOWS = 8;

const LIFETIME: Operation<LifetimeCountersEnvelope> = {
  method: 'GET',
  path: STATISTICS_PATH,
  schema: lifetimeCountersEnvelopeSchema,
  repeatable: true,
};
const SEARCH: Operation<StatisticsSearchEnvelope> = {
  method: 'POST',
  path: STATISTICS_SEARCH_PATH,
  schema: statisticsSearchEnvelopeSchema,
  // A second one counts against the limit, so it must keep its distance.
  repeatable: false,
};

export function createStatisticsGroup(call: Call, clock: Clock, pause: Pause): StatisticsGroup {
  const limit = createSearchLimit(clock, pause);
  /** By the request's text, the one answered longest ago first. */
  const cache = new Map<string, Answered>();

  async function ask(request: StatisticsSearchRequest, signal?: AbortSignal): Promise<Answered> {
    const records = await call(SEARCH, request, signal).then(
      ({ response }) => response.map(toCounts),
      (error: unknown) => {
        if (error instanceof RefusedError && saysRecordsAreEmpty(error.serviceMessage)) return [];
        throw error;
      },
    );
    return { records, atMs: clock.now() };
  }

  function keep(key: string, answered: Answered): void {
    cache.delete(key);
    cache.set(key, answered);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED_WINDOWS && oldest !== undefined) cache.delete(oldest);
  }

  async function searchWindow(window: Span, options: SearchOptions): Promise<Answered> {
    const request = {
      timefrom: utcSecond(SEARCH, 'fromMs', window.fromMs),
      timeto: utcSecond(SEARCH, 'toMs', window.toMs),
    };
    const key = `${request.timefrom}/${request.timeto}`;
    const cached = options.whenLimited === 'cache' ? cache.get(key) : undefined;
    if (cached !== undefined && limit.waitMs() > 0) return cached;
    const answered = await limit.run(() => ask(request, options.signal), options.signal);
    keep(key, answered);
    return answered;
  }

  return {
    async lifetime(options) {
      const { response } = await call(LIFETIME, null, options?.signal);
      return {
        passed: BigInt(response.commentsPassed),
        flagged: BigInt(response.commentsFlagged),
        deleted: BigInt(response.commentsDeleted),
        total: BigInt(response.commentsTotal),
      };
    },
    async search({ fromMs, toMs }, options = {}) {
      if (!(fromMs <= toMs)) {
        const target = `${SEARCH.method} ${SEARCH.path}`;
        throw new InvalidRequestError(target, 'the span does not end after it begins');
      }
      utcSecond(SEARCH, 'fromMs', fromMs);
      utcSecond(SEARCH, 'toMs', toMs);
      const searched = { fromMs: roundToHourMs(fromMs), toMs: roundToHourMs(toMs) };
      const windows = splitIntoWindows(searched);
      // Two windows share the moment between them, and a record of it must not count twice.
      const records = new Map<number, MinuteCounts>();
      let answeredAtMs: number | null = null;
      for (const [windowsDone, window] of windows.entries()) {
        options.onProgress?.({ windowsDone, windows: windows.length, waitMs: limit.waitMs() });
        const answered = await searchWindow(window, options);
        for (const record of answered.records) records.set(record.atMs, record);
        answeredAtMs = Math.min(answeredAtMs ?? Infinity, answered.atMs);
      }
      options.onProgress?.({ windowsDone: windows.length, windows: windows.length, waitMs: 0 });
      const oldestFirst = [...records.values()].sort((a, b) => a.atMs - b.atMs);
      return { searched, records: oldestFirst, answeredAtMs };
    },
  };
}

function toCounts(record: StatisticsRecord): MinuteCounts {
  return {
    atMs: parseIsoTime(record.requestTime.value),
    passed: record.commentsPassed,
    flagged: record.commentsFlagged,
    deleted: record.commentsDeleted,
    total: record.commentsTotal,
  };
}
