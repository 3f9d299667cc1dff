import { backoffMs } from '../lib/backoff.ts';
import type { Complain, Trouble } from '../lib/complain.ts';
import type { Unavailable } from '../moderation/ports.ts';
import { pause, type Waiting } from './retry.ts';

/** Asks until Discord has answered or the pipeline stops. */
export type Insist = <T>(
  trouble: Trouble,
  ask: (attempt: number) => Promise<T | Unavailable>,
) => Promise<T>;

const MAX_WAIT_MS = 60_000;

export function createInsist(waiting: Waiting, complain: Complain): Insist {
  return async (trouble, ask) => {
    for (let attempt = 0; ; attempt += 1) {
      const result = await ask(attempt);
      if (!isUnavailable(result)) return result;
      complain(trouble, new Error(result.reason));
      await pause(waiting, backoffMs(attempt, MAX_WAIT_MS, waiting.random));
    }
  };
}

function isUnavailable(result: unknown): result is Unavailable {
  return (
    typeof result === 'object' &&
    result !== null &&
    'status' in result &&
    result.status === 'unavailable'
  );
}
