import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Assessment } from '../engine/engine.ts';
import { createBatchWriter } from '../../shared/tasks/batch-writer.ts';
import { recordCloseMs } from '../statistics/record-interval.ts';
import type { ModeratedStore } from '../store/moderated.ts';
import type { StoredSample } from '../store/samples.ts';
import type { Increment } from '../store/statistics.ts';
import { roundScore } from '../text/to-envelope.ts';
import { redactPii } from './redact-pii.ts';

/** A batch is stored after this time, or earlier at this size. */
const BATCH_DELAY_MS = 250;
const BATCH_SIZE = 500;
/** Samples held in memory while the store fails; the oldest are dropped first. */
const MAX_WAITING_SAMPLES = 10_000;
/** Delay before a retry when the store has failed. */
const RETRY_DELAY_MS = 5_000;

export interface ModeratedSample {
  account: string;
  timeMs: number;
  sample: string;
  assessment: Assessment;
  engineVersion: string;
}

/** Stores and counts moderated samples. A crash loses at most the last 250 ms. */
export interface Recorder {
  /** Only collects the sample; the next batch writes it. */
  record(moderated: ModeratedSample): void;
  /** Resolves once everything recorded is stored, or the store has failed; failures are logged and retried. */
  flush(): Promise<void>;
  /** Stores everything left; later samples are ignored. */
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
  let latest: Increment | null = null;
  let dropped = 0;
  const writer = createBatchWriter({
    clock,
    delayMs: BATCH_DELAY_MS,
    retryMs: RETRY_DELAY_MS,
    write,
  });

  /** Reuses the latest increment: a sample nearly always belongs to the same account and record as the one before. */
  function incrementOf(account: string, closesMs: number): Increment {
    if (latest?.account === account && latest.closesMs === closesMs) return latest;
    const key = `${closesMs} ${account}`;
    latest = increments.get(key) ?? { account, closesMs, passed: 0, flagged: 0, deleted: 0 };
    increments.set(key, latest);
    return latest;
  }

  function count({ account, closesMs, passed, flagged, deleted }: Increment): void {
    const increment = incrementOf(account, closesMs);
    increment.passed += passed;
    increment.flagged += flagged;
    increment.deleted += deleted;
  }

  /** Drops the oldest samples beyond the limit, but never their counts. */
  function trim(): void {
    const surplus = samples.length - MAX_WAITING_SAMPLES;
    if (surplus > 0) dropped += samples.splice(0, surplus).length;
  }

  function requeue(failed: readonly StoredSample[], counts: Iterable<Increment>): void {
    samples = [...failed, ...samples];
    trim();
    for (const increment of counts) count(increment);
  }

  /** Called once per write, not per sample. */
  function logDropped(): void {
    if (dropped === 0) return;
    logger.warn({ dropped }, 'samples dropped');
    dropped = 0;
  }

  async function write(): Promise<boolean> {
    if (increments.size === 0) return true;
    const batch = { samples, increments: [...increments.values()] };
    samples = [];
    increments = new Map();
    latest = null;
    try {
      await store.add(batch);
      return true;
    } catch (error) {
      logger.error({ err: error }, 'samples could not be stored, retrying');
      requeue(batch.samples, batch.increments);
      return false;
    } finally {
      logDropped();
    }
  }

  return {
    record({ account, timeMs, sample, assessment, engineVersion }) {
      const { heads, action } = assessment;
      samples.push({
        account,
        timeMs,
        sample: redactPii(sample),
        sentiment: roundScore(heads.sentiment),
        political: roundScore(heads.political),
        vulgarity: roundScore(heads.vulgar),
        version: engineVersion,
      });
      incrementOf(account, recordCloseMs(timeMs))[COUNTED_AS[action]] += 1;
      trim();
      if (samples.length >= BATCH_SIZE) writer.hurry();
      else writer.schedule();
    },
    flush: writer.flush,
    stop: writer.stop,
  };
}
