import type { Complain, Trouble } from '../lib/complain.ts';
import { PipelineStopped } from './errors.ts';

/** Work nobody awaits, except at the end. */
export interface Background {
  run(trouble: Trouble, work: () => Promise<void>): void;
  /** Resolves when all work has ended. */
  settled(): Promise<void>;
}

export function createBackground(complain: Complain): Background {
  const running = new Set<Promise<void>>();
  return {
    run(trouble, work) {
      const task = work()
        .catch((error: unknown) => {
          if (!(error instanceof PipelineStopped)) complain(trouble, error);
        })
        .finally(() => running.delete(task));
      running.add(task);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
