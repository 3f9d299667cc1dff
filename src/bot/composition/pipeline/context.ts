import { setMaxListeners } from 'node:events';
import { createBackground, type Background } from '../../../shared/tasks/background.ts';
import { createRetry, type Retry } from '../../../shared/tasks/retry.ts';
import type { ProcessContext } from '../process-context.ts';
import { createThrottledErrorLog, type LogError } from '../../../shared/throttled-error-log.ts';

/** Tools that all parts of a pipeline share. */
export interface WorkContext extends ProcessContext {
  readonly logError: LogError;
  readonly retry: Retry;
  readonly background: Background;
  /** Aborts with a `StoppedError`. */
  readonly signal: AbortSignal;
}

export function createWorkContext({
  clock,
  random,
  logger,
  signal,
}: ProcessContext & { readonly signal: AbortSignal }): WorkContext {
  // Every wait adds a listener, so a large number of them is not a leak.
  setMaxListeners(0, signal);
  const logError = createThrottledErrorLog({ clock, logger });
  const retry = createRetry({ clock, random, signal, logError });
  return { clock, random, logger, logError, retry, background: createBackground(logError), signal };
}
