import { backoffMs, MAX_BACKOFF_MS } from '../../../shared/tasks/backoff.ts';
import { sleep, type Clock } from '../../../shared/clock.ts';
import type { LogError } from '../../../shared/throttled-error-log.ts';
import { manualActionOf, type Case } from '../../domain/case.ts';
import type { PostLimiter, PostPlace } from '../../domain/posts/post-limiter.ts';
import {
  alertUrgency,
  mostUrgent,
  rankOf as rankOfUrgency,
  type PostUrgency,
} from '../../domain/posts/urgency.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { Retry, Unavailable } from '../../../shared/tasks/retry.ts';
import type { DeliverAlerts } from './deliver-alerts.ts';

/**
 * Cases whose alert is the only open step, by server and author. An alert waits a moment for more cases of its author. Then
 * the most urgent goes first. The queue holds only case numbers: the open case in the store survives the process.
 */
export interface AlertQueue {
  /** Every other step of the case is done. `resumed`: its alert may already have been posted. */
  add(record: Case, resumed: boolean): void;
  /** How many cases wait, those being posted included. */
  size(): number;
  /** Posts no further alert. */
  close(): void;
}

/** More cases of an author at once take another turn. */
const MAX_BATCH = 25;
/** One of the severest that finds no place looks again after this time. */
const PLACE_RETRY_MS = 1000;

interface Entry {
  readonly authorId: string;
  readonly urgency: PostUrgency;
  resumed: boolean;
  /** False: the alert it was to join is gone or handled. */
  canJoin: boolean;
}

/** The cases of one author that wait for their turn. */
interface Group {
  readonly authorId: string;
  readonly numbers: Set<number>;
  urgency: PostUrgency;
  dueAt: number;
  /** It has failed; `dueAt` says when it is its turn again. */
  isPostponed: boolean;
  /** It waits for a place at the limiter. */
  isCrowded: boolean;
  /** Kept over failed attempts. */
  place: PostPlace | null;
  failures: number;
}

interface Server {
  readonly guildId: string;
  /** Also those whose alert is just being posted or edited. */
  readonly entries: Map<number, Entry>;
  /** By author, in the order they came. */
  readonly groups: Map<string, Group>;
  /** When the first of those that wait for a place looks for one again. */
  placeAt: number;
  isRunning: boolean;
  wake: AbortController;
}

export function createAlertQueue(deps: {
  deliver: DeliverAlerts;
  postLimiter: PostLimiter;
  background: Background;
  retry: Retry;
  logError: LogError;
  clock: Clock;
  random: () => number;
  /** How long an alert waits for more cases of its author. */
  delayMs: number;
  /** Aborts when the pipeline stops. */
  signal: AbortSignal;
}): AlertQueue {
  const { deliver, postLimiter, background, retry, logError, clock, random, delayMs, signal } =
    deps;
  const servers = new Map<string, Server>();
  let isClosed = false;

  function enqueue(server: Server, number: number, entry: Entry): void {
    // Without an author, each case stands alone.
    const key = entry.authorId === '' ? `case ${number}` : entry.authorId;
    const group = server.groups.get(key) ?? {
      authorId: entry.authorId,
      numbers: new Set(),
      urgency: entry.urgency,
      dueAt: clock.now() + delayMs,
      isPostponed: false,
      isCrowded: false,
      place: null,
      failures: 0,
    };
    group.numbers.add(number);
    group.urgency = mostUrgent([group.urgency, entry.urgency]);
    server.groups.set(key, group);
    run(server);
  }

  function forgetIfIdle({ guildId, entries, isRunning }: Server): void {
    if (entries.size === 0 && !isRunning) servers.delete(guildId);
  }

  function settle(server: Server, number: number): void {
    server.entries.delete(number);
    forgetIfIdle(server);
  }

  /** A stopping process waits for no more cases. */
  const dueAtOf = ({ placeAt }: Server, { dueAt, isPostponed, isCrowded }: Group): number => {
    if (isCrowded) return Math.max(dueAt, placeAt);
    return signal.aborted && !isPostponed ? 0 : dueAt;
  };

  /** Of the groups that are due, the first of the most urgent; otherwise the one that is due next. */
  function nextOf(server: Server): [string, Group] | undefined {
    const now = clock.now();
    let next: [string, Group] | undefined;
    const dueAt = (group: Group): number => dueAtOf(server, group);
    const rankOf = (group: Group): number =>
      dueAt(group) > now ? Infinity : rankOfUrgency(group.urgency);
    for (const each of server.groups) {
      const isBefore =
        next === undefined ||
        rankOf(each[1]) < rankOf(next[1]) ||
        (rankOf(each[1]) === rankOf(next[1]) && dueAt(each[1]) < dueAt(next[1]));
      if (isBefore) next = each;
    }
    return next;
  }

  async function deliverGroup(
    server: Server,
    [key, group]: [string, Group],
  ): Promise<Unavailable | null> {
    const { guildId, entries } = server;
    // After a failure one by one, so that a bug with one case does not hold up the others of its author.
    const size = group.failures === 0 ? MAX_BATCH : 1;
    const numbers = [...group.numbers].slice(0, size).toSorted((a, b) => a - b);
    for (const number of numbers) group.numbers.delete(number);
    group.isPostponed = false;
    group.isCrowded = false;
    const batch = numbers.flatMap((number) => entries.get(number) ?? []);
    const urgency = mostUrgent(batch.map((entry) => entry.urgency));
    const putBack = (): void => {
      for (const number of numbers) group.numbers.add(number);
      // A lost answer may hide that it was posted.
      for (const entry of batch) entry.resumed = true;
    };
    try {
      const unavailable = await deliver({
        guildId,
        authorId: group.authorId,
        numbers,
        resumed: batch.some(({ resumed }) => resumed),
        canJoin: batch.every(({ canJoin }) => canJoin),
        urgency,
        takePlace: () => (group.place ??= postLimiter.take(guildId, urgency)),
        crowded(waiting) {
          for (const number of waiting) group.numbers.add(number);
          group.isCrowded = true;
          server.placeAt = clock.now() + PLACE_RETRY_MS;
        },
        settled: (number) => settle(server, number),
        returned(number) {
          const entry = entries.get(number);
          if (entry === undefined) return;
          entry.canJoin = false;
          // Otherwise the same post would be found again.
          entry.resumed = false;
          enqueue(server, number, entry);
        },
      });
      if (unavailable !== null) {
        putBack();
        return unavailable;
      }
    } catch (error) {
      // It waits alone, so that a bug with one alert does not hold up the others.
      putBack();
      group.dueAt = clock.now() + backoffMs(group.failures, MAX_BACKOFF_MS, random);
      group.failures += 1;
      group.isPostponed = true;
      const ids = { guildId, case: numbers[0] ?? 0 };
      logError({ operation: 'posting an alert', ids }, error);
      return null;
    }
    group.place?.used();
    group.place = null;
    group.failures = 0;
    if (group.numbers.size === 0) server.groups.delete(key);
    return null;
  }

  async function deliverAll(server: Server): Promise<void> {
    const { guildId, groups } = server;
    for (;;) {
      if (isClosed) return;
      server.wake = new AbortController();
      const next = nextOf(server);
      if (next === undefined) {
        // No await after the look at the groups.
        server.isRunning = false;
        forgetIfIdle(server);
        return;
      }
      const waitMs = dueAtOf(server, next[1]) - clock.now();
      if (waitMs > 0) {
        signal.throwIfAborted();
        await sleep(clock, waitMs, AbortSignal.any([signal, server.wake.signal]));
        continue;
      }
      await retry({ operation: 'posting an alert', ids: { guildId } }, async () => {
        // An urgent one may have come while Discord was unavailable.
        const first = groups.size === 0 ? undefined : nextOf(server);
        return first === undefined ? null : deliverGroup(server, first);
      });
    }
  }

  function run(server: Server): void {
    server.wake.abort();
    if (server.isRunning) return;
    server.isRunning = true;
    const ids = { guildId: server.guildId };
    background.run({ operation: 'posting alerts', ids }, async () => {
      try {
        await deliverAll(server);
      } catch (error) {
        server.isRunning = false;
        throw error;
      }
    });
  }

  return {
    add(record, resumed) {
      const { guildId, number } = record;
      const server = servers.get(guildId) ?? {
        guildId,
        entries: new Map(),
        groups: new Map(),
        placeAt: 0,
        isRunning: false,
        wake: new AbortController(),
      };
      servers.set(guildId, server);
      if (server.entries.has(number)) return;
      const entry: Entry = {
        // What a moderator did is not an addition to what the author wrote.
        authorId: manualActionOf(record) === null ? record.author.id : '',
        urgency: alertUrgency(record),
        resumed,
        canJoin: true,
      };
      server.entries.set(number, entry);
      enqueue(server, number, entry);
    },
    size() {
      let count = 0;
      for (const { entries } of servers.values()) count += entries.size;
      return count;
    },
    close() {
      isClosed = true;
    },
  };
}
