import { DAY_MS, type Clock } from '../../shared/clock.ts';
import { createFifo } from '../../shared/queues/fifo.ts';
import { createPriorityFifo, type PriorityFifo } from '../../shared/queues/priority-fifo.ts';
import type { LogError } from '../../shared/throttled-error-log.ts';
import { textOf } from '../domain/sample.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Watermarks } from '../backfill/watermarks.ts';
import { StoppedError } from '../../shared/tasks/stopped-error.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import { coalesce } from './coalesce.ts';
import { createFlaggedTexts } from './flagged-texts.ts';
import type { FlaggedMessage, JudgedMessage } from './judge.ts';
import type { MessageOutcome } from './outcome.ts';

/**
 * Holds the messages in memory, queues them for judging and hands flagged ones to the acting stage. Servers take turns, and
 * each may hold fewer places than are still free, so that others have room however much one of them sends.
 */
export interface Intake {
  /** Takes a message; false when there is no room for its server. Never throws, never waits. */
  offer(snapshot: Snapshot): boolean;
  /**
   * Whether the server holds fewer than half as many places as are free: messages that are fetched leave room for live ones.
   */
  hasRoom(guildId: string): boolean;
  /** Resolves when the server has room or the pipeline stops. */
  waitForRoom(guildId: string): Promise<void>;
  /** Resolves when nothing is in flight. */
  settled(): Promise<void>;
  status(): { waiting: number; inFlight: number; oldestWaitingMs: number };
}

export interface IntakeLimits {
  /** How many messages may be in memory, waiting or in flight. */
  readonly capacity: number;
  /** How many messages may be in the judging stage. */
  readonly concurrency: number;
}

/** A message. At most one state of it is in flight; of later states, only the newest waits. */
interface Entry {
  readonly lane: Lane;
  snapshot: Snapshot;
  next: Snapshot | null;
  isInFlight: boolean;
  /** Milliseconds since the Unix epoch. */
  receivedAt: number;
}

/** The messages of one server. */
interface Lane {
  readonly guildId: string;
  readonly waiting: PriorityFifo<Entry>;
  /** Messages in memory. */
  held: number;
  /** Messages in the judging stage. */
  judging: number;
}

/**
 * The priorities of the queues: raids come from new members and repeat themselves, so messages that look like part of one go
 * first.
 */
const SUSPICIOUS = 0;
const ORDINARY = 1;

/** How many lanes of quiet servers are kept for their next message. */
const KEPT_LANES = 1_000;

/**
 * One server's messages take at most three quarters of the judging places, so that there is always one for another server.
 */
const JUDGING_SHARE = 3;

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
  onFinished: (snapshot: Snapshot, outcome: MessageOutcome) => void;
}): Intake {
  const { judge, act, watermarks, clock, limits, signal, retry, logError, onFinished } = deps;
  const entries = new Map<string, Entry>();
  const lanes = new Map<string, Lane>();
  /** The servers with waiting messages. Each is listed once, and moves to the end after each message. */
  const turns = createFifo<Lane>();
  const flaggedTexts = createFlaggedTexts(clock);
  let judging = 0;
  let inFlight = 0;
  let roomWaiters: { readonly guildId: string; readonly resolve: () => void }[] = [];
  const settledWaiters: (() => void)[] = [];

  const heldBy = (guildId: string): number => lanes.get(guildId)?.held ?? 0;

  const freePlaces = (): number => limits.capacity - entries.size;

  /** Names come in floods, as when a bot changes everybody's roles, so they get half as much room as messages. */
  const isFull = ({ guildId, subject }: Snapshot): boolean =>
    heldBy(guildId) * (subject === 'message' ? 1 : 2) >= freePlaces();

  const hasRoom = (guildId: string): boolean =>
    signal.aborted || heldBy(guildId) * 2 < freePlaces();

  function laneOf(guildId: string): Lane {
    let lane = lanes.get(guildId);
    if (lane === undefined) {
      lane = { guildId, waiting: createPriorityFifo(2), held: 0, judging: 0 };
      lanes.set(guildId, lane);
    }
    return lane;
  }

  function levelOf(snapshot: Snapshot): number {
    const { joinedAt } = snapshot.author;
    const isNew = joinedAt !== null && clock.now() - joinedAt < DAY_MS;
    return isNew || flaggedTexts.has(snapshot) ? SUSPICIOUS : ORDINARY;
  }

  function enqueue(entry: Entry): void {
    const { waiting } = entry.lane;
    if (waiting.size === 0) turns.push(entry.lane);
    waiting.push(entry, levelOf(entry.snapshot));
    startSoon();
  }

  const startSoon = coalesce(clock, startJudging);

  function startJudging(): void {
    // Ends after a round in which every server already has its share.
    for (let passed = 0; passed < turns.size && judging < limits.concurrency;) {
      if (signal.aborted) return;
      const lane = turns.shift();
      if (lane === undefined) return;
      const hasShare = lane.judging < JUDGING_SHARE * (limits.concurrency - judging);
      const entry = hasShare ? lane.waiting.shift() : undefined;
      if (lane.waiting.size > 0) turns.push(lane);
      if (entry === undefined) {
        passed += 1;
      } else {
        passed = 0;
        void moderate(entry);
      }
    }
  }

  async function moderate(entry: Entry): Promise<void> {
    const { snapshot, lane } = entry;
    const { guildId, channelId, messageId } = snapshot;
    entry.isInFlight = true;
    inFlight += 1;
    try {
      const errorContext = {
        operation: 'judging a message',
        ids: { guildId, channelId, messageId },
      };
      const judged = await retry(errorContext, () => judgeInPlace(snapshot, lane));
      const outcome = judged.kind === 'flagged' ? await actOn(judged, snapshot) : judged;
      watermarks.end(snapshot);
      release(entry);
      onFinished(snapshot, outcome);
    } catch (error) {
      // When the pipeline stops, the message stays unfinished and the checkpoint stays below it.
      if (!(error instanceof StoppedError)) {
        logError({ operation: 'counting a message', ids: { guildId, messageId } }, error);
      }
    } finally {
      inFlight -= 1;
      if (inFlight === 0) for (const resolve of settledWaiters.splice(0)) resolve();
    }
  }

  /** Takes a judging place for as long as the judging lasts: waits between retries do not hold one. */
  async function judgeInPlace(snapshot: Snapshot, lane: Lane): Promise<JudgedMessage> {
    judging += 1;
    lane.judging += 1;
    try {
      return await judge(snapshot);
    } finally {
      judging -= 1;
      lane.judging -= 1;
      startJudging();
    }
  }

  function actOn(flagged: FlaggedMessage, received: Snapshot): Promise<MessageOutcome> {
    const acting = act(flagged);
    if (flagged.decision.judgement.kind === 'verdict') flaggedTexts.add(received);
    return acting;
  }

  function release(entry: Entry): void {
    const { lane } = entry;
    entry.isInFlight = false;
    if (entry.next !== null) {
      entry.snapshot = entry.next;
      entry.next = null;
      entry.receivedAt = clock.now();
      enqueue(entry);
      return;
    }
    entries.delete(keyOf(entry.snapshot));
    lane.held -= 1;
    if (lane.held === 0 && lanes.size > KEPT_LANES) lanes.delete(lane.guildId);
    if (roomWaiters.length > 0) wakeWaiters();
  }

  function wakeWaiters(): void {
    const waiters = roomWaiters;
    roomWaiters = waiters.filter(({ guildId }) => !hasRoom(guildId));
    for (const { guildId, resolve } of waiters) if (hasRoom(guildId)) resolve();
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

  signal.addEventListener('abort', wakeWaiters);

  return {
    offer(snapshot) {
      const existing = entries.get(keyOf(snapshot));
      if (existing !== undefined) {
        updateEntry(existing, snapshot);
        return true;
      }
      if (isFull(snapshot)) return false;
      const lane = laneOf(snapshot.guildId);
      lane.held += 1;
      const receivedAt = clock.now();
      const entry: Entry = { lane, snapshot, next: null, isInFlight: false, receivedAt };
      watermarks.begin(snapshot);
      entries.set(keyOf(snapshot), entry);
      enqueue(entry);
      return true;
    },
    hasRoom,
    waitForRoom(guildId) {
      if (hasRoom(guildId)) return Promise.resolve();
      return new Promise((resolve) => roomWaiters.push({ guildId, resolve }));
    },
    settled() {
      if (inFlight === 0) return Promise.resolve();
      return new Promise((resolve) => settledWaiters.push(resolve));
    },
    status() {
      let waiting = 0;
      let oldest = clock.now();
      for (const lane of lanes.values()) {
        waiting += lane.waiting.size;
        for (const { receivedAt } of lane.waiting.oldest()) oldest = Math.min(oldest, receivedAt);
      }
      return { waiting, inFlight, oldestWaitingMs: clock.now() - oldest };
    },
  };
}

function isSameContent(a: Snapshot, b: Snapshot): boolean {
  const filesOf = ({ files }: Snapshot): string => files.map(({ id }) => id).join();
  const picturesOf = ({ pictures }: Snapshot): string => pictures.map(({ url }) => url).join();
  return textOf(a) === textOf(b) && filesOf(a) === filesOf(b) && picturesOf(a) === picturesOf(b);
}

/** A member has the same id in every server. */
function keyOf({ guildId, messageId }: Snapshot): string {
  return `${guildId}/${messageId}`;
}
