import type { Clock } from '../clock.ts';

/** Writes collected items in batches, one batch at a time, `delayMs` after the first item of a batch. */
export interface BatchWriter {
  /** Call it when an item was collected. */
  schedule(): void;
  /** Writes at once, unless the last write failed. */
  hurry(): void;
  /** Resolves once everything collected is written, or a write has failed. */
  flush(): Promise<void>;
  /** Writes everything left, without retries. Nothing is written afterwards. */
  stop(): Promise<void>;
}

export function createBatchWriter(options: {
  clock: Clock;
  delayMs: number;
  /** Delay before a retry when a write has failed. */
  retryMs: number;
  /** Writes what was collected, if anything. Resolves to false if it failed; must not reject. */
  write: () => Promise<boolean>;
}): BatchWriter {
  const { clock, delayMs, retryMs, write } = options;
  let cancelTimer: (() => void) | null = null;
  let writing: Promise<void> | null = null;
  /** The write after the one in progress, which lacks what was collected since it began. */
  let next: Promise<void> | null = null;
  let isFailing = false;
  let isStopped = false;

  function schedule(): void {
    if (isStopped || cancelTimer !== null) return;
    cancelTimer = clock.after(isFailing ? retryMs : delayMs, () => {
      cancelTimer = null;
      void flush();
    });
  }

  function unschedule(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  async function run(): Promise<void> {
    unschedule();
    isFailing = !(await write());
    writing = null;
    if (!isFailing) return;
    unschedule();
    schedule();
  }

  async function runNext(): Promise<void> {
    await writing;
    next = null;
    if (!isFailing) await (writing ??= run());
  }

  function flush(): Promise<void> {
    if (writing === null) return (writing = run());
    return (next ??= runNext());
  }

  return {
    schedule,
    hurry() {
      if (isFailing) schedule();
      else void flush();
    },
    flush,
    async stop() {
      await flush();
      isStopped = true;
      unschedule();
    },
  };
}
