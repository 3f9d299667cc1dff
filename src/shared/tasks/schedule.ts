import type { Clock } from '../clock.ts';

/** Work that runs at once, then at an interval, one run at a time. */
export interface Schedule {
  /** Runs the work once more, after the current run. */
  run(): Promise<void>;
  /** Starts no further runs; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/** `work` must not reject. Work with many steps checks `isStopped` between them, to end early. */
export function startSchedule(
  { intervalMs, clock }: { intervalMs: number; clock: Clock },
  work: (isStopped: () => boolean) => Promise<void>,
): Schedule {
  let cancel = (): void => undefined;
  let running = Promise.resolve();
  let isStopped = false;

  const run = (): Promise<void> => (running = running.then(() => work(() => isStopped)));

  /** The interval begins at the end of a run, so that runs do not queue up. */
  async function repeat(): Promise<void> {
    await run();
    if (!isStopped) cancel = clock.after(intervalMs, () => void repeat());
  }

  void repeat();
  return {
    run,
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
