import type { Complain } from '../lib/complain.ts';
import type { Clock } from '../lib/clock.ts';
import { textOf } from '../moderation/sample.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import { PipelineStopped } from './errors.ts';
import { createFifo } from '../lib/fifo.ts';
import type { MessageOutcome } from './outcome.ts';
import type { Watermarks } from './watermarks.ts';

/** What is left of a message once it is judged: it waits for Discord and no longer takes a judging place. */
export type Rest = () => Promise<MessageOutcome>;

/** Judges a message. Rejects only when the pipeline stops. */
export type Handle = (snapshot: Snapshot) => Promise<MessageOutcome | Rest>;

export interface Intake {
  /** Takes a message on; false when there is no room for it. Never throws, never waits. */
  offer(snapshot: Snapshot): boolean;
  /** Resolves when at least half of the room is free, or when the pipeline stops. */
  room(): Promise<void>;
  /** Resolves when nothing is in flight. */
  settled(): Promise<void>;
  status(): { waiting: number; inFlight: number; oldestWaitingMs: number };
}

export interface Limits {
  /** Messages held in memory at once, waiting or in flight. */
  readonly capacity: number;
  /** Messages being judged at once. */
  readonly concurrency: number;
}

/** One message. At most one state of it is in flight; of the newer ones only the newest waits. */
interface Entry {
  snapshot: Snapshot;
  next: Snapshot | null;
  running: boolean;
  /** Milliseconds since the Unix epoch. */
  receivedAt: number;
}

export function createIntake(deps: {
  handle: Handle;
  marks: Watermarks;
  clock: Clock;
  limits: Limits;
  signal: AbortSignal;
  complain: Complain;
  finished: (snapshot: Snapshot, outcome: MessageOutcome, latencyMs: number) => void;
}): Intake {
  const { handle, marks, clock, limits, signal, complain, finished } = deps;
  const entries = new Map<string, Entry>();
  const waiting = createFifo<Entry>();
  let judging = 0;
  let inFlight = 0;
  const roomWanted: (() => void)[] = [];
  const settleWanted: (() => void)[] = [];

  const hasRoom = (): boolean => signal.aborted || entries.size * 2 <= limits.capacity;

  function enqueue(entry: Entry): void {
    waiting.push(entry);
    fill();
  }

  function fill(): void {
    while (judging < limits.concurrency && !signal.aborted) {
      const entry = waiting.shift();
      if (entry === undefined) return;
      void run(entry);
    }
  }

  async function run(entry: Entry): Promise<void> {
    const { snapshot, receivedAt } = entry;
    entry.running = true;
    inFlight += 1;
    try {
      let outcome = await judged(snapshot);
      if (typeof outcome === 'function') outcome = await outcome();
      marks.end(snapshot);
      release(entry);
      finished(snapshot, outcome, clock.now() - receivedAt);
    } catch (error) {
      // When the pipeline stops the message stays unfinished, and so the checkpoint below it.
      if (!(error instanceof PipelineStopped)) {
        const { guildId, messageId } = snapshot;
        complain({ what: 'counting a message', ids: { guildId, messageId } }, error);
      }
    } finally {
      inFlight -= 1;
      if (inFlight === 0) for (const resolve of settleWanted.splice(0)) resolve();
    }
  }

  async function judged(snapshot: Snapshot): Promise<MessageOutcome | Rest> {
    judging += 1;
    try {
      return await handle(snapshot);
    } finally {
      judging -= 1;
      fill();
    }
  }

  function release(entry: Entry): void {
    entry.running = false;
    if (entry.next !== null) {
      entry.snapshot = entry.next;
      entry.next = null;
      entry.receivedAt = clock.now();
      enqueue(entry);
      return;
    }
    entries.delete(entry.snapshot.messageId);
    if (roomWanted.length > 0 && hasRoom()) for (const resolve of roomWanted.splice(0)) resolve();
  }

  function renew(entry: Entry, snapshot: Snapshot): void {
    const latest = entry.next ?? entry.snapshot;
    const isOlder = (snapshot.editedAt ?? 0) < (latest.editedAt ?? 0);
    if (isOlder || textOf(snapshot) === textOf(latest)) return;
    marks.begin(snapshot);
    if (!entry.running) {
      marks.end(entry.snapshot);
      entry.snapshot = snapshot;
    } else {
      if (entry.next !== null) marks.end(entry.next);
      entry.next = snapshot;
    }
  }

  signal.addEventListener('abort', () => {
    for (const resolve of roomWanted.splice(0)) resolve();
  });

  return {
    offer(snapshot) {
      const known = entries.get(snapshot.messageId);
      if (known !== undefined) {
        renew(known, snapshot);
        return true;
      }
      if (entries.size >= limits.capacity) return false;
      const entry: Entry = { snapshot, next: null, running: false, receivedAt: clock.now() };
      marks.begin(snapshot);
      entries.set(snapshot.messageId, entry);
      enqueue(entry);
      return true;
    },
    room() {
      if (hasRoom()) return Promise.resolve();
      return new Promise((resolve) => roomWanted.push(resolve));
    },
    settled() {
      if (inFlight === 0) return Promise.resolve();
      return new Promise((resolve) => settleWanted.push(resolve));
    },
    status() {
      const oldest = waiting.peek();
      return {
        waiting: waiting.size,
        inFlight,
        oldestWaitingMs: oldest === undefined ? 0 : clock.now() - oldest.receivedAt,
      };
    },
  };
}
