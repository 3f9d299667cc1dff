import type { Clock } from '../shared/clock.ts';
import { errorMessage } from '../shared/errors.ts';
import type { Logger } from '../shared/logger.ts';
import { startSchedule, type Schedule } from '../shared/tasks/schedule.ts';
import { DEAD_AFTER_MS, type InstanceStore } from './store/instances.ts';

const BEAT_INTERVAL_MS = 500;
/** Longer than anything that an instance does with a claim before it checks `isCurrent` again. */
const LONGEST_ACT_MS = 5_000;
/** An instance without a heartbeat for this long is not ready, so load balancers use another one. */
const READY_FOR_MS = 3_000;

export interface InstanceDeps {
  /** Identifies this run of the service. */
  id: string;
  store: InstanceStore;
  /** Must be real time: other instances and the database do not follow a test's clock. */
  clock: Clock;
  logger: Logger;
}

/** This run of the service, as one of several that share a database. */
export interface Instance {
  /**
   * Calls `look`, which picks up what other instances changed or left behind, now and at each heartbeat. Rejects if the first
   * call fails; later failures are only logged. Call it once.
   */
  begin(look: () => Promise<void>): Promise<void>;
  /** True if no other instance will consider this one dead within the next seconds, so its claims still hold. */
  isCurrent(): boolean;
  /** Resolves once `isCurrent` holds; claims may have been lost in the meantime. Rejects if the database fails. */
  confirm(): Promise<void>;
  /** True if the database answered recently. */
  isReady(): boolean;
  /** Frees all claims. */
  stop(): Promise<void>;
}

/** Joins the others. Rejects if the database fails. */
export async function joinInstances({ id, store, clock, logger }: InstanceDeps): Promise<Instance> {
  let beatMs = clock.now();
  let isFailing = false;
  let schedule: Schedule | null = null;

  async function beat(): Promise<void> {
    const sentMs = clock.now();
    if (store.isShared) await store.beat(id);
    beatMs = sentMs;
  }

  /** Logs only the first of several failures in a row. */
  async function beatAndLook(look: () => Promise<void>): Promise<void> {
    try {
      await beat();
      await look();
      isFailing = false;
    } catch (error) {
      if (!isFailing) {
        logger.warn({ reason: errorMessage(error) }, 'the store does not answer; still trying');
      }
      isFailing = true;
    }
  }

  const isCurrent = (): boolean =>
    !store.isShared || clock.now() - beatMs < DEAD_AFTER_MS - LONGEST_ACT_MS;

  await store.join(id);
  return {
    async begin(look) {
      await look();
      schedule = startSchedule({ intervalMs: BEAT_INTERVAL_MS, clock }, () => beatAndLook(look));
    },
    isCurrent,
    async confirm() {
      if (!isCurrent()) await beat();
    },
    isReady: () => !isFailing && clock.now() - beatMs < READY_FOR_MS,
    async stop() {
      await schedule?.stop();
      await store.leave(id);
    },
  };
}
