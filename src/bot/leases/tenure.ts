import { setMaxListeners } from 'node:events';
import { backoffMs, MAX_BACKOFF_MS } from '../../shared/tasks/backoff.ts';
import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { LeaseLostError } from './errors.ts';
import { ignorable } from './ignorable.ts';
import type { Holder, Lease } from './leases.ts';

/** The time in which this process has a lease. Starts the holder, again after a pause whenever that fails. */
export interface Tenure {
  readonly lease: Lease;
  /** Rejects if the first start failed, unless it was aborted. Callers may ignore it. */
  readonly firstStart: Promise<void>;
  /** For when another process may have the lease: aborts `signal`, then stops the holder. Never rejects. */
  lose(): Promise<void>;
  /** Stops the holder, then aborts `signal`. A start that has not ended is aborted at once. Never rejects. */
  end(options: { deadlineMs: number }): Promise<void>;
}

export interface TenureOptions {
  readonly name: string;
  readonly number: number;
  /** Whether no other process can hold the lease. */
  readonly isConfirmed: () => boolean;
  /** Resolves when that may have changed; rejects with the signal's reason. */
  readonly nextChange: (signal: AbortSignal) => Promise<void>;
  readonly start: (lease: Lease) => Promise<Holder>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

export function startTenure({
  name,
  number,
  isConfirmed,
  nextChange,
  start,
  clock,
  random,
  logger,
}: TenureOptions): Tenure {
  const controller = new AbortController();
  const { signal } = controller;
  // Everything that runs under the lease may wait at the same time.
  setMaxListeners(0, signal);
  const abort = (): void => controller.abort(new LeaseLostError(name));
  const lease: Lease = {
    name,
    number,
    signal,
    async confirm(extra) {
      signal.throwIfAborted();
      extra?.throwIfAborted();
      if (isConfirmed()) return;
      const either = extra === undefined ? signal : AbortSignal.any([signal, extra]);
      do await nextChange(either);
      while (!isConfirmed());
      either.throwIfAborted();
    },
  };
  let holder: Holder | null = null;
  let stopping: Promise<void> | null = null;

  const attempt = async (): Promise<Holder> => start(lease);
  const first = attempt();
  const running = keepStarting(first);

  async function keepStarting(starting: Promise<Holder>): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        holder = await starting;
        return;
      } catch (error) {
        if (signal.aborted) return;
        logger.error({ lease: name, reason: errorMessage(error) }, 'could not start; trying again');
      }
      await sleep(clock, backoffMs(failures, MAX_BACKOFF_MS, random), signal);
      if (signal.aborted) return;
      starting = attempt();
    }
  }

  async function outcomeOf(starting: Promise<Holder>): Promise<void> {
    try {
      await starting;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async function stop(deadlineMs: number): Promise<void> {
    if (holder === null) abort();
    await running;
    try {
      await holder?.stop({ deadlineMs: signal.aborted ? 0 : deadlineMs });
    } catch (error) {
      logger.error({ lease: name, reason: errorMessage(error) }, 'could not stop cleanly');
    }
    abort();
  }

  return {
    lease,
    firstStart: ignorable(outcomeOf(first)),
    lose() {
      abort();
      return (stopping ??= stop(0));
    },
    end: ({ deadlineMs }) => (stopping ??= stop(deadlineMs)),
  };
}
