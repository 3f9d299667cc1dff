import { sleep, type Clock } from '../../shared/clock.ts';

/** The interval of updates. Discord allows about five edits in five seconds, but people read more slowly. */
const EVERY_MS = 2000;

/** Shows progress at a readable rate. */
export interface Progress {
  report(text: string): void;
  /** After this resolves, nothing more is shown. */
  end(): Promise<void>;
}

/** `show` must not reject. */
export function createProgress(show: (text: string) => Promise<void>, clock: Clock): Progress {
  const ending = new AbortController();
  let latest: string | null = null;
  let showing: Promise<void> | null = null;

  async function showAll(): Promise<void> {
    while (latest !== null) {
      const text = latest;
      latest = null;
      await Promise.all([show(text), sleep(clock, EVERY_MS, ending.signal)]);
    }
    showing = null;
  }

  return {
    report(text) {
      if (ending.signal.aborted) return;
      latest = text;
      showing ??= showAll();
    },
    async end() {
      ending.abort();
      latest = null;
      await showing;
    },
  };
}
