import { createWaiters } from '../../../shared/tasks/waiters.ts';
import { openActionOf, type Case } from '../../domain/case.ts';
import type { Cases } from '../../domain/ports.ts';

/** Lets callers wait until a case has no open action. */
export interface ActedCases {
  /** Resolves to the case when none of its actions is open any more, or when the pipeline stops. */
  whenActed(record: Case): Promise<Case>;
  markActed(guildId: string, number: number): void;
}

export function createActedCases(deps: {
  cases: Pick<Cases, 'get'>;
  signal: AbortSignal;
}): ActedCases {
  const { cases, signal } = deps;
  const waiters = createWaiters(signal);

  return {
    async whenActed(record) {
      const { guildId, number } = record;
      const { done, forget } = waiters.wait(keyOf(guildId, number));
      try {
        const latest = await cases.get(guildId, number);
        if (latest !== null && openActionOf(latest) !== null && !signal.aborted) await done;
      } finally {
        forget();
      }
      return (await cases.get(guildId, number)) ?? record;
    },
    markActed: (guildId, number) => waiters.release(keyOf(guildId, number)),
  };
}

const keyOf = (guildId: string, number: number): string => `${guildId}/${number}`;
