import type { Clock } from '../clock.ts';

/** Writes collected items in batches, `delayMs` after the first of them, one batch at a time. */
export interface BatchWriter {
  /** An item was collected. */
  schedule(): void;
  /** Writes at once, unless the last write failed. */
  hurry(): void;
  /** Resolves once everything collected is written, or a write has failed. */
  flush(): Promise<void>;
  /** Writes the rest, without retries. Nothing is written afterwards. */
  stop(): Promise<void>;
}

export function createBatchWriter(options: {
  clock: Clock;
  delayMs: number;
  /** After a failed write. */
  retryMs: number;
  /** Writes what was collected, if anything. False: it failed. Must not reject. */
  write: () => Promise<boolean>;
}): BatchWriter {
  const { clock, delayMs, retryMs, write } = options;
  let cancelTimer: (() => void) | null = null;
  let writing: Promise<void> | null = null;
  /** Follows the write in progress, which does not have what was collected since. */
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
