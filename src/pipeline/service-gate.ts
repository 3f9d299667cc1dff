import { backoffMs } from '../lib/backoff.ts';
import { sleep } from '../lib/clock.ts';
import type { Moderation, Moderator, Outage } from '../moderation/ports.ts';
import type { Judged } from './judge.ts';
import type { Waiting } from './retry.ts';

/** The moderation service, waited for when it is away. */
export interface ServiceGate {
  /**
   * Answers when the service does, however long that takes. Rejects with `PipelineStopped` when the pipeline
   * stops first.
   */
  moderate(sample: string, metadata: Record<string, string>): Promise<Judged>;
  outage(): Outage | null;
}

type Unavailability = Extract<Moderation, { kind: 'unavailable' }>;

interface Waiter {
  readonly sample: string;
  readonly metadata: Record<string, string>;
  readonly resolve: (judged: Judged | Promise<Judged>) => void;
  readonly reject: (error: unknown) => void;
  /** Outages that this sample, asked about alone, did not end, and the next one did. */
  strikes: number;
  /** It was asked about alone in this outage, in vain. */
  probed: boolean;
}

/** The longest wait between two probes. */
const MAX_PROBE_WAIT_MS = 30_000;

/** A sample that breaks the service looks like an outage. After so many it is taken for what it is. */
const MAX_STRIKES = 3;

/**
 * While the service is away one sample at a time is sent, a different one each time, and everything else
 * waits. The first answer lets all go on.
 */
export function createServiceGate(deps: {
  moderator: Moderator;
  waiting: Waiting;
  onOutage: (outage: Outage) => void;
  onRecovery: () => void;
}): ServiceGate {
  const { moderator, onOutage, onRecovery } = deps;
  const { clock, random, logger, signal } = deps.waiting;
  let outage: Outage | null = null;
  const waiters: Waiter[] = [];

  signal.addEventListener('abort', () => {
    for (const waiter of waiters.splice(0)) waiter.reject(signal.reason);
  });

  async function ask(
    sample: string,
    metadata: Record<string, string>,
    strikes: number,
  ): Promise<Judged> {
    if (outage === null) {
      const moderation = await moderator.moderate(sample, metadata);
      if (moderation.kind !== 'unavailable') return moderation;
      signal.throwIfAborted();
      if (outage === null) begin(moderation);
    }
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      waiters.push({ sample, metadata, resolve, reject, strikes, probed: false });
    });
  }

  function begin(cause: Unavailability): void {
    outage = { since: clock.now(), reason: cause.reason };
    logger.warn({ reason: cause.reason }, 'the moderation service is away; messages wait for it');
    onOutage(outage);
    void probe(outage, cause.retryAfterMs);
  }

  /** Ends with the outage. Never rejects. */
  async function probe(current: Outage, retryAfterMs: number | null): Promise<void> {
    let notBeforeMs = retryAfterMs;
    for (let attempt = 0; ; attempt += 1) {
      const waitMs = backoffMs(attempt, MAX_PROBE_WAIT_MS, random);
      await sleep(clock, Math.max(waitMs, notBeforeMs ?? 0), signal);
      if (signal.aborted) return;
      const waiter = waiters.shift();
      if (waiter === undefined) break;
      const moderation = await askAlone(waiter);
      if (moderation === null) continue;
      if (moderation.kind !== 'unavailable') {
        waiter.resolve(moderation);
        break;
      }
      outage = { since: current.since, reason: moderation.reason };
      notBeforeMs = moderation.retryAfterMs;
      waiter.probed = true;
      if (signal.aborted) waiter.reject(signal.reason);
      else waiters.push(waiter);
    }
    end(current);
  }

  async function askAlone(waiter: Waiter): Promise<Moderation | null> {
    try {
      return await moderator.moderate(waiter.sample, waiter.metadata);
    } catch (error) {
      // A fault of ours with this sample: for whoever asked, and no answer of the service.
      waiter.reject(error);
      return null;
    }
  }

  function end({ since }: Outage): void {
    outage = null;
    logger.info({ forMs: clock.now() - since }, 'the moderation service answers again');
    onRecovery();
    for (const waiter of waiters.splice(0)) {
      const strikes = waiter.strikes + (waiter.probed ? 1 : 0);
      waiter.resolve(
        strikes < MAX_STRIKES
          ? ask(waiter.sample, waiter.metadata, strikes)
          : {
              kind: 'rejected',
              reason: `The moderation service failed on this message ${strikes} times while it answered for others.`,
            },
      );
    }
  }

  return {
    moderate: (sample, metadata) => ask(sample, metadata, 0),
    outage: () => outage,
  };
}
