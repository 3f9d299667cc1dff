import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Assessment } from '../engine/engine.ts';
import { BATCH_DELAY_MS, BATCH_SIZE, MAX_WAITING_SAMPLES } from '../limits.ts';
import { recordCloseMs } from '../statistics/records.ts';
import type { ModeratedStore } from '../store/moderated.ts';
import type { StoredSample } from '../store/samples.ts';
import type { Increment } from '../store/statistics.ts';
import { rounded } from '../wire.ts';
import { withoutPersonalData } from './clean.ts';

/** When the store fails. */
const RETRY_DELAY_MS = 5_000;

export interface Moderated {
  account: string;
  timeMs: number;
  sample: string;
  assessment: Assessment;
  engineVersion: string;
}

/** Keeps samples and counts them. What came within the last 250 ms is lost when the process is killed. */
export interface Recorder {
  /** Cheap: nothing is written yet. */
  record(moderated: Moderated): void;
  /** Resolves when all that was recorded is stored, or could not be, which is logged and tried again. */
  flush(): Promise<void>;
  /** Stores what is left and takes no more. */
  stop(): Promise<void>;
}

const COUNTED_AS = { pass: 'passed', flag: 'flagged', delete: 'deleted' } as const;

export function createRecorder(deps: {
  store: ModeratedStore;
  clock: Clock;
  logger: Logger;
}): Recorder {
  const { store, clock, logger } = deps;
  let samples: StoredSample[] = [];
  let increments = new Map<string, Increment>();
  let cancelTimer: (() => void) | null = null;
  let writing: Promise<void> | null = null;
  let isStopped = false;
  /** After a failure of the store; what is recorded until then only waits. */
  let notBeforeMs = 0;
  let dropped = 0;

  function count(increment: Increment): void {
    const key = `${increment.closesMs} ${increment.account}`;
    const known = increments.get(key);
    if (known === undefined) {
      increments.set(key, increment);
      return;
    }
    known.passed += increment.passed;
    known.flagged += increment.flagged;
    known.deleted += increment.deleted;
  }

  function schedule(): void {
    if (isStopped || cancelTimer !== null) return;
    cancelTimer = clock.after(Math.max(BATCH_DELAY_MS, notBeforeMs - clock.now()), () => {
      cancelTimer = null;
      void flush();
    });
  }

  /** The oldest samples go when too many wait, the counts never. */
  function trim(): void {
    const surplus = samples.length - MAX_WAITING_SAMPLES;
    if (surplus > 0) dropped += samples.splice(0, surplus).length;
  }

  function takeBack(failed: readonly StoredSample[], counts: Iterable<Increment>): void {
    samples = [...failed, ...samples];
    trim();
    for (const increment of counts) count(increment);
  }

  /** Once a write, not once a sample. */
  function tellDropped(): void {
    if (dropped === 0) return;
    logger.warn({ dropped }, 'samples were dropped, not stored');
    dropped = 0;
  }

  async function write(): Promise<void> {
    while (increments.size > 0) {
      const batch = { samples, increments: [...increments.values()] };
      samples = [];
      increments = new Map();
      try {
        await store.add(batch);
        notBeforeMs = 0;
      } catch (error) {
        logger.error({ err: error }, 'moderated samples could not be stored');
        takeBack(batch.samples, batch.increments);
        notBeforeMs = clock.now() + RETRY_DELAY_MS;
        cancelTimer?.();
        cancelTimer = null;
        schedule();
        return;
      }
    }
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    writing ??= write().finally(() => {
      tellDropped();
      writing = null;
    });
    return writing;
  }

  return {
    record({ account, timeMs, sample, assessment, engineVersion }) {
      const { heads, action } = assessment;
      samples.push({
        account,
        timeMs,
        sample: withoutPersonalData(sample),
        sentiment: rounded(heads.sentiment),
        political: rounded(heads.political),
        vulgarity: rounded(heads.vulgar),
        version: engineVersion,
      });
      const counts = { passed: 0, flagged: 0, deleted: 0, [COUNTED_AS[action]]: 1 };
      count({ account, closesMs: recordCloseMs(timeMs), ...counts });
      trim();
      if (samples.length >= BATCH_SIZE && clock.now() >= notBeforeMs) void flush();
      else schedule();
    },
    flush,
    async stop() {
      await flush();
      isStopped = true;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
