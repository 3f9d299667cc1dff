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

  function writeIn(delayMs: number): void {
    if (isStopped || cancelTimer !== null) return;
    cancelTimer = clock.after(delayMs, () => {
      cancelTimer = null;
      void flush();
    });
  }

  /** Back to what waits; the oldest samples go when there are too many, the counts never. */
  function takeBack(failed: readonly StoredSample[], counts: Iterable<Increment>): void {
    const all = [...failed, ...samples];
    samples = all.slice(-MAX_WAITING_SAMPLES);
    if (samples.length < all.length) {
      logger.warn({ dropped: all.length - samples.length }, 'samples were dropped, not stored');
    }
    for (const increment of counts) count(increment);
  }

  async function write(): Promise<void> {
    while (increments.size > 0) {
      const batch = { samples, increments: [...increments.values()] };
      samples = [];
      increments = new Map();
      try {
        await store.add(batch);
      } catch (error) {
        logger.error({ err: error }, 'moderated samples could not be stored');
        takeBack(batch.samples, batch.increments);
        writeIn(RETRY_DELAY_MS);
        return;
      }
    }
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    writing ??= write().finally(() => {
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
      if (samples.length >= BATCH_SIZE) void flush();
      else writeIn(BATCH_DELAY_MS);
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
