import type { Clock } from '../../lib/clock.ts';
import { createFifo } from '../../lib/fifo.ts';
import type { LogError } from '../../lib/throttled-error-log.ts';
import { textOf } from '../../moderation/sample.ts';
import type { Snapshot } from '../../moderation/snapshot.ts';
import type { Watermarks } from '../backfill/watermarks.ts';
import { PipelineStoppedError } from '../errors.ts';
import type { Retry } from '../retry.ts';
import type { FlaggedMessage, JudgedMessage } from './judge.ts';
import type { MessageOutcome } from './outcome.ts';

/** Holds the messages in memory, queues them for judging and hands flagged ones to the acting stage. */
export interface Intake {
  /** Takes a message; false when the intake is full. Never throws, never waits. */
  offer(snapshot: Snapshot): boolean;
  /** Resolves when at least half of the capacity is free, or when the pipeline stops. */
  hasRoom(): Promise<void>;
  /** Resolves when nothing is in flight. */
  settled(): Promise<void>;
  status(): { waiting: number; inFlight: number; oldestWaitingMs: number };
}

export interface IntakeLimits {
  /** Messages in memory at once, waiting or in flight. */
  readonly capacity: number;
  /** Messages in the judging stage at once. */
  readonly concurrency: number;
}

/** One message. At most one state of it is in flight, and only the newest of the later states waits. */
interface Entry {
  snapshot: Snapshot;
  next: Snapshot | null;
  isInFlight: boolean;
  /** Milliseconds since the Unix epoch. */
  receivedAt: number;
}

export function createIntake(deps: {
  judge: (snapshot: Snapshot) => Promise<JudgedMessage>;
  /** The acting stage. Rejects only when the pipeline stops. */
  act: (message: FlaggedMessage) => Promise<MessageOutcome>;
  watermarks: Pick<Watermarks, 'begin' | 'end'>;
  clock: Clock;
  limits: IntakeLimits;
  signal: AbortSignal;
  retry: Retry;
  logError: LogError;
  onFinished: (snapshot: Snapshot, outcome: MessageOutcome, latencyMs: number) => void;
}): Intake {
  const { judge, act, watermarks, clock, limits, signal, retry, logError, onFinished } = deps;
  const entries = new Map<string, Entry>();
  const judgingQueue = createFifo<Entry>();
  let judging = 0;
  let inFlight = 0;
  const roomWaiters: (() => void)[] = [];
  const settledWaiters: (() => void)[] = [];

  const isHalfFree = (): boolean => signal.aborted || entries.size * 2 <= limits.capacity;

  /** Names come in floods, as when a bot changes everybody's roles; they leave half of the room to messages. */
  const capacityFor = ({ subject }: Snapshot): number =>
    subject === 'message' ? limits.capacity : limits.capacity / 2;

  function enqueue(entry: Entry): void {
    judgingQueue.push(entry);
    startJudging();
  }

  function startJudging(): void {
    while (judging < limits.concurrency && !signal.aborted) {
      const entry = judgingQueue.shift();
      if (entry === undefined) return;
      void moderate(entry);
    }
  }

  async function moderate(entry: Entry): Promise<void> {
    const { snapshot, receivedAt } = entry;
    const { guildId, channelId, messageId } = snapshot;
    entry.isInFlight = true;
    inFlight += 1;
    try {
      const errorContext = {
        operation: 'judging a message',
        ids: { guildId, channelId, messageId },
      };
      const judged = await retry(errorContext, () => judgeInPlace(snapshot));
      const outcome = judged.kind === 'flagged' ? await act(judged) : judged;
      watermarks.end(snapshot);
      release(entry);
      onFinished(snapshot, outcome, clock.now() - receivedAt);
    } catch (error) {
      // When the pipeline stops, the message stays unfinished and the checkpoint stays below it.
      if (!(error instanceof PipelineStoppedError)) {
        logError({ operation: 'counting a message', ids: { guildId, messageId } }, error);
      }
    } finally {
      inFlight -= 1;
      if (inFlight === 0) for (const resolve of settledWaiters.splice(0)) resolve();
    }
  }

  /** Takes a judging place for as long as the judging lasts: neither waits between retries nor Discord hold one. */
  async function judgeInPlace(snapshot: Snapshot): Promise<JudgedMessage> {
    judging += 1;
    try {
      return await judge(snapshot);
    } finally {
      judging -= 1;
      startJudging();
    }
  }

  function release(entry: Entry): void {
    entry.isInFlight = false;
    if (entry.next !== null) {
      entry.snapshot = entry.next;
      entry.next = null;
      entry.receivedAt = clock.now();
      enqueue(entry);
      return;
    }
    entries.delete(keyOf(entry.snapshot));
    if (roomWaiters.length > 0 && isHalfFree()) {
      for (const resolve of roomWaiters.splice(0)) resolve();
    }
  }

  function updateEntry(entry: Entry, snapshot: Snapshot): void {
    const latest = entry.next ?? entry.snapshot;
    const isOlder = (snapshot.editedAt ?? 0) < (latest.editedAt ?? 0);
    if (isOlder || isSameContent(snapshot, latest)) return;
    watermarks.begin(snapshot);
    if (!entry.isInFlight) {
      watermarks.end(entry.snapshot);
      entry.snapshot = snapshot;
    } else {
      if (entry.next !== null) watermarks.end(entry.next);
      entry.next = snapshot;
    }
  }

  signal.addEventListener('abort', () => {
    for (const resolve of roomWaiters.splice(0)) resolve();
  });

  return {
    offer(snapshot) {
      const existing = entries.get(keyOf(snapshot));
      if (existing !== undefined) {
        updateEntry(existing, snapshot);
        return true;
      }
      if (entries.size >= capacityFor(snapshot)) return false;
      const entry: Entry = { snapshot, next: null, isInFlight: false, receivedAt: clock.now() };
      watermarks.begin(snapshot);
      entries.set(keyOf(snapshot), entry);
      enqueue(entry);
      return true;
    },
    hasRoom() {
      if (isHalfFree()) return Promise.resolve();
      return new Promise((resolve) => roomWaiters.push(resolve));
    },
    settled() {
      if (inFlight === 0) return Promise.resolve();
      return new Promise((resolve) => settledWaiters.push(resolve));
    },
    status() {
      const oldest = judgingQueue.peek();
      return {
        waiting: judgingQueue.size,
        inFlight,
        oldestWaitingMs: oldest === undefined ? 0 : clock.now() - oldest.receivedAt,
      };
    },
  };
}

function isSameContent(a: Snapshot, b: Snapshot): boolean {
  const filesOf = ({ files }: Snapshot): string => files.map(({ id }) => id).join();
  return textOf(a) === textOf(b) && filesOf(a) === filesOf(b);
}

/** A member has the same id in every server. */
function keyOf({ guildId, messageId }: Snapshot): string {
  return `${guildId}/${messageId}`;
}
