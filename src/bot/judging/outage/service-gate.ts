import { backoffMs } from '../../../shared/tasks/backoff.ts';
import { sleep, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { createRecentResults } from '../../../shared/recent-results.ts';
import { message } from '../../locales/message.ts';
import type { ServiceJudgement } from '../../domain/case.ts';
import type { ModerationResult, Moderator, Outage } from '../../domain/ports.ts';

/** Asks the moderation service and waits while it is unavailable. */
export interface ServiceGate {
  /** Resolves when the service answers, however long that takes. Rejects when the pipeline stops first. */
  moderate(sample: string, metadata: Record<string, string> | null): Promise<ServiceJudgement>;
  outage(): Outage | null;
}

type ServiceUnavailable = Extract<ModerationResult, { kind: 'unavailable' }>;

interface Request {
  readonly sample: string;
  readonly metadata: Record<string, string> | null;
  /** Earlier outages in which a probe with this sample failed and a probe with another one succeeded. */
  readonly strikes: number;
  /** The number of failed calls with this sample. */
  readonly failures: number;
}

interface Waiter extends Request {
  readonly resolve: (judgement: ServiceJudgement | Promise<ServiceJudgement>) => void;
  readonly reject: (error: unknown) => void;
  /** A probe with this sample failed in the current outage. */
  readonly hasFailedProbe: boolean;
}

const MAX_BACKOFF_MS = 30_000;
/**
 * With the 15 s that a probe itself can take, this is a probe per minute. A service is often back long before its
 * Retry-After.
 */
const MAX_RETRY_AFTER_MS = 45_000;

/**
 * A sample that crashes the service looks like an outage. A sample is to blame once its strikes are not a coincidence,
 * which takes more of them the more often other samples fail.
 */
const MIN_STRIKES = 3;
const MAX_STRIKES = 12;
const COINCIDENCE = 1e-6;
const LATEST_CALLS = 100;
const LATEST_CALLS_MS = 5 * 60_000;

/** `failureRate`: the share of other samples' calls that fail, from 0 to 1. */
function strikesToBlame(failureRate: number): number {
  const strikes = Math.ceil(Math.log(COINCIDENCE) / Math.log(Math.min(failureRate, 0.99)));
  return Math.min(Math.max(strikes, MIN_STRIKES), MAX_STRIKES);
}

/**
 * During an outage one sample at a time probes the service, a different one each time, and all others wait. The first
 * answer ends the outage.
 */
export function createServiceGate(deps: {
  moderator: Moderator;
  clock: Clock;
  random: () => number;
  logger: Logger;
  signal: AbortSignal;
  onOutage: () => void;
  onRecovery: () => void;
}): ServiceGate {
  const { moderator, clock, random, logger, signal, onOutage, onRecovery } = deps;
  let outage: Outage | null = null;
  const waiters: Waiter[] = [];
  const latestCalls = createRecentResults(clock, { size: LATEST_CALLS, maxAgeMs: LATEST_CALLS_MS });

  signal.addEventListener('abort', () => {
    for (const waiter of waiters.splice(0)) waiter.reject(signal.reason);
  });

  async function moderate(request: Request): Promise<ServiceJudgement> {
    let { failures } = request;
    if (outage === null) {
      const result = noted(await moderator.moderate(request.sample, request.metadata));
      if (result.kind !== 'unavailable') return result;
      failures += 1;
      signal.throwIfAborted();
      if (outage === null) begin(result);
    }
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      waiters.push({ ...request, failures, resolve, reject, hasFailedProbe: false });
    });
  }

  function noted(result: ModerationResult): ModerationResult {
    latestCalls.add(result.kind === 'unavailable' ? 'failed' : 'ok');
    return result;
  }

  function isToBlame({ strikes, failures }: Request): boolean {
    const { total, failed } = latestCalls.counts();
    const othersFailed = Math.max(0, failed - failures);
    const othersTotal = othersFailed + (total - failed);
    return strikes >= strikesToBlame(othersFailed / Math.max(1, othersTotal));
  }

  function begin({ reason, error, retryAfterMs }: ServiceUnavailable): void {
    outage = { since: clock.now(), reason, error };
    logger.warn({ reason: error }, 'the moderation service is unavailable; messages wait for it');
    onOutage();
    void probeUntilRecovery(outage, retryAfterMs);
  }

  /** Resolves when the outage ends or the pipeline stops. Never rejects. */
  async function probeUntilRecovery(current: Outage, retryAfterMs: number | null): Promise<void> {
    let minWaitMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    for (let attempt = 0; ; attempt += 1) {
      const waitMs = Math.max(backoffMs(attempt, MAX_BACKOFF_MS, random), minWaitMs);
      await sleep(clock, waitMs, signal);
      if (signal.aborted) return;
      const waiter = waiters.shift();
      if (waiter === undefined) break;
      const result = await probe(waiter);
      if (result === null) continue;
      if (result.kind !== 'unavailable') {
        waiter.resolve(result);
        break;
      }
      const { reason, error } = result;
      outage = { since: current.since, reason, error };
      minWaitMs = Math.min(result.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
      if (signal.aborted) waiter.reject(signal.reason);
      else waiters.push({ ...waiter, failures: waiter.failures + 1, hasFailedProbe: true });
    }
    end(current);
  }

  async function probe(waiter: Waiter): Promise<ModerationResult | null> {
    try {
      return noted(await moderator.moderate(waiter.sample, waiter.metadata));
    } catch (error) {
      // A bug of ours with this sample says nothing about the service.
      waiter.reject(error);
      return null;
    }
  }

  function end({ since }: Outage): void {
    outage = null;
    logger.info({ forMs: clock.now() - since }, 'the moderation service answers again');
    onRecovery();
    for (const { sample, metadata, failures, hasFailedProbe, ...waiter } of waiters.splice(0)) {
      const strikes = waiter.strikes + (hasFailedProbe ? 1 : 0);
      const request = { sample, metadata, strikes, failures };
      waiter.resolve(isToBlame(request) ? blamed(strikes) : moderate(request));
    }
  }

  return {
    moderate: (sample, metadata) => moderate({ sample, metadata, strikes: 0, failures: 0 }),
    outage: () => outage,
  };
}

function blamed(strikes: number): ServiceJudgement {
  return {
    kind: 'unchecked',
    reason: message('alerts:uncheckedBecause.failsRepeatedly', { count: strikes }),
  };
}
