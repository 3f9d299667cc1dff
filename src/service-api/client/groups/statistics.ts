import type { Clock } from '../../../shared/clock.ts';
import {
  STATISTICS_PATH,
  STATISTICS_SEARCH_PATH,
  lifetimeCountersEnvelopeSchema,
  saysRecordsAreEmpty,
  statisticsSearchEnvelopeSchema,
  type LifetimeCountersEnvelope,
  type StatisticsRecord,
  type StatisticsSearchEnvelope,
  type StatisticsSearchRequest,
} from '../../schemas/statistics.ts';
import { parseIsoTime } from '../../schemas/time.ts';
import type { Call, CallOptions, Operation } from '../calls/caller.ts';
import { InvalidRequestError, ServiceRefusedError } from '../errors.ts';
import type { Pause } from '../calls/pause.ts';
import { createSearchLimit } from './search-limit.ts';
import { ceilToHourMs, floorToHourMs, splitIntoWindows, utcSecond, type Span } from './span.ts';

/** Moderation statistics (interface.md, "Moderation statistics"). */
export interface StatisticsGroup {
  /** The service accepts one search per this interval. 0: no limit. */
  readonly searchIntervalMs: number;
  /** Counts since the account was created. */
  lifetime(options?: CallOptions): Promise<LifetimeCounts>;
  /**
   * The records of a span, both ends included, one per minute, oldest first. The service rounds both ends of a search to the
   * nearest hour, so the search covers the whole hours around the span. The service allows one search per `searchIntervalMs`
   * with at most a day of records, so a span of more hours takes several searches. A span without records has an empty result.
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

/** Numbers of samples moderated in about 60 seconds. */
export interface MinuteCounts {
  /** When the record was stamped, in milliseconds since the Unix epoch. */
  atMs: number;
  passed: number;
  flagged: number;
  deleted: number;
  total: number;
}

export interface StatisticsResult {
  records: MinuteCounts[];
  /** The time of the oldest response in the result, which may come from the cache. Null: no request was necessary. */
  respondedAtMs: number | null;
}

export interface SearchProgress {
  windowsDone: number;
  windows: number;
  /** Time until the next search is allowed, in milliseconds. */
  waitMs: number;
}

export interface SearchOptions extends CallOptions {
  /**
   * Behaviour within `searchIntervalMs` of another search: `wait` (the default), or use this client's `cache` of earlier
   * responses if it has the window.
   */
  whenLimited?: 'wait' | 'cache' | undefined;
  /** Called before every search and at the end. */
  onProgress?: ((progress: SearchProgress) => void) | undefined;
}

interface WindowResult {
  records: readonly MinuteCounts[];
  atMs: number;
}

/** Each window has up to 1,440 records. */
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
  // A retry would count against the limit on searches.
  repeatable: false,
};

export function createStatisticsGroup(
  call: Call,
  { clock, pause, searchIntervalMs }: { clock: Clock; pause: Pause; searchIntervalMs: number },
): StatisticsGroup {
  const limit = createSearchLimit(clock, pause, searchIntervalMs);
  /** By request, least recently used first. */
  const cache = new Map<string, WindowResult>();

  async function fetchWindow(
    request: StatisticsSearchRequest,
    signal?: AbortSignal,
  ): Promise<WindowResult> {
    const records = await call(SEARCH, request, signal).then(
      ({ response }) => response.map(toCounts),
      (error: unknown) => {
        if (error instanceof ServiceRefusedError && saysRecordsAreEmpty(error.serviceMessage)) {
          return [];
        }
        throw error;
      },
    );
    return { records, atMs: clock.now() };
  }

  function keep(key: string, result: WindowResult): void {
    cache.delete(key);
    cache.set(key, result);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED_WINDOWS && oldest !== undefined) cache.delete(oldest);
  }

  async function searchWindow(window: Span, options: SearchOptions): Promise<WindowResult> {
    const request = {
      timefrom: utcSecond(SEARCH, 'fromMs', window.fromMs),
      timeto: utcSecond(SEARCH, 'toMs', window.toMs),
    };
    const key = `${request.timefrom}/${request.timeto}`;
    const cached = options.whenLimited === 'cache' ? cache.get(key) : undefined;
    if (cached !== undefined && limit.waitMs() > 0) return cached;
    const result = await limit.run(() => fetchWindow(request, options.signal), options.signal);
    keep(key, result);
    return result;
  }

  return {
    searchIntervalMs,
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
        throw new InvalidRequestError(target, 'the span ends before it starts');
      }
      utcSecond(SEARCH, 'fromMs', fromMs);
      utcSecond(SEARCH, 'toMs', toMs);
      const windows =
        fromMs === toMs
          ? []
          : splitIntoWindows({ fromMs: floorToHourMs(fromMs), toMs: ceilToHourMs(toMs) });
      // Adjacent windows share one moment, whose record must count only once.
      const records = new Map<number, MinuteCounts>();
      let respondedAtMs: number | null = null;
      for (const [windowsDone, window] of windows.entries()) {
        options.onProgress?.({ windowsDone, windows: windows.length, waitMs: limit.waitMs() });
        const result = await searchWindow(window, options);
        for (const record of result.records) {
          if (record.atMs >= fromMs && record.atMs <= toMs) records.set(record.atMs, record);
        }
        respondedAtMs = Math.min(respondedAtMs ?? Infinity, result.atMs);
      }
      options.onProgress?.({ windowsDone: windows.length, windows: windows.length, waitMs: 0 });
      const oldestFirst = [...records.values()].sort((a, b) => a.atMs - b.atMs);
      return { records: oldestFirst, respondedAtMs };
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
