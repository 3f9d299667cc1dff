import type { ErrorContext, LogError } from '../throttled-error-log.ts';
import { StoppedError } from './stopped-error.ts';

/** Work that nobody awaits until the bot stops. */
export interface Background {
  run(errorContext: ErrorContext, work: () => Promise<void>): void;
  /** Resolves when all work has ended. */
  settled(): Promise<void>;
}

export function createBackground(logError: LogError): Background {
  const running = new Set<Promise<void>>();
  return {
    run(errorContext, work) {
      const task = work()
        .catch((error: unknown) => {
          if (!(error instanceof StoppedError)) logError(errorContext, error);
        })
        .finally(() => running.delete(task));
      running.add(task);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
