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
  const waiting = new Map<string, (() => void)[]>();

  signal.addEventListener('abort', () => {
    for (const waiters of waiting.values()) for (const resolve of waiters) resolve();
    waiting.clear();
  });

  return {
    async whenActed(record) {
      const { guildId, number } = record;
      const key = `${guildId}/${number}`;
      // Waits before it looks, so that no end is missed.
      let markDone = (): void => {};
      const acted = new Promise<void>((resolve) => {
        markDone = resolve;
        waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
      });
      const latest = await cases.get(guildId, number);
      if (latest === null || openActionOf(latest) === null || signal.aborted) markDone();
      await acted;
      return (await cases.get(guildId, number)) ?? record;
    },
    markActed(guildId, number) {
      const key = `${guildId}/${number}`;
      const waiters = waiting.get(key) ?? [];
      waiting.delete(key);
      for (const resolve of waiters) resolve();
    },
  };
}
