import { createPriorityFifo, type PriorityFifo } from '../../../shared/queues/priority-fifo.ts';
import { openActionOf, urgencyOf, URGENCY_LEVELS, type Case } from '../../domain/case.ts';
import type { ActionPlace, Cases, EffectContext } from '../../domain/ports.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';
import type { AlertQueue } from '../../posts/delivery/alert-queue.ts';
import type { CaseRunner } from './case-runner.ts';

/**
 * Runs the open cases of the store. Each server has a lane per kind of action, and for deletions one per channel, because
 * Discord limits each of them on its own: cases that wait for timeouts hold up neither deletions nor other servers. A lane
 * runs a bounded number of cases and keeps only the numbers of a bounded number of others, the most urgent first; it reads
 * on from the store when those are done.
 */
export interface Dispatcher {
  /** Takes a case that was just stored. Its first action begins at once if there is a place for it. */
  begin(context: Omit<EffectContext, 'resumed'>): void;
  /** Takes a case that may have begun in an earlier process. Does nothing if this process already has it. */
  resume(record: Case): void;
  /** Resolves to the case when none of its actions is open any more, or when the pipeline stops. */
  whenActed(record: Case): Promise<Case>;
  /** How many cases have open actions, as far as this process knows. */
  size(): number;
}

export interface DispatcherLimits {
  /** Cases that run in a lane at once. A bulk deletion takes 100 messages. */
  readonly running: { readonly deletions: number; readonly others: number };
  /** Cases of a server that run at once; above that, each lane runs one. */
  readonly runningPerGuild: number;
  /** Case numbers that wait in a lane. */
  readonly waiting: number;
}

export const DISPATCHER_LIMITS: DispatcherLimits = {
  running: { deletions: 128, others: 16 },
  runningPerGuild: 1000,
  waiting: 1000,
};

/** A case that waits or runs. */
interface Entry {
  readonly number: number;
  readonly urgency: number;
  /** An earlier process may have done the next step. */
  isResumed: boolean;
}

interface Lane {
  readonly guild: Guild;
  readonly key: string;
  readonly place: ActionPlace;
  /** Cases that may run at once. */
  readonly places: number;
  readonly waiting: PriorityFifo<Entry>;
  running: number;
  /** The store has cases for this lane whose numbers are not in memory. */
  hasMore: boolean;
  isReading: boolean;
}

interface Guild {
  readonly guildId: string;
  /** By case number: what waits or runs, so that no two runs of a case overlap. */
  readonly entries: Map<number, Entry>;
  readonly lanes: Map<string, Lane>;
  running: number;
}

type LoadedCase = Omit<EffectContext, 'resumed'>;

export function createDispatcher(deps: {
  caseRunner: CaseRunner;
  alertQueue: Pick<AlertQueue, 'add'>;
  cases: Pick<Cases, 'get' | 'waitingFor'>;
  background: Background;
  retry: Retry;
  signal: AbortSignal;
  limits?: DispatcherLimits;
}): Dispatcher {
  const { caseRunner, alertQueue, cases, background, retry, signal } = deps;
  const { limits = DISPATCHER_LIMITS } = deps;
  const guilds = new Map<string, Guild>();
  /** By server: the first case that this process opened. Numbers ascend, so earlier cases are an earlier process's. */
  const firstOwn = new Map<string, number>();
  const actedWaiters = new Map<string, (() => void)[]>();

  function guildOf(guildId: string): Guild {
    let guild = guilds.get(guildId);
    if (guild === undefined) guilds.set(guildId, (guild = newGuild(guildId)));
    return guild;
  }

  function laneOf(guild: Guild, place: ActionPlace): Lane {
    const key = `${place.kind} ${place.channelId ?? ''}`;
    const existing = guild.lanes.get(key);
    if (existing !== undefined) return existing;
    const lane: Lane = {
      guild,
      key,
      place,
      places: place.kind === 'delete' ? limits.running.deletions : limits.running.others,
      waiting: createPriorityFifo(URGENCY_LEVELS),
      running: 0,
      hasMore: false,
      isReading: false,
    };
    guild.lanes.set(key, lane);
    return lane;
  }

  function hasPlace({ running, places, guild }: Lane): boolean {
    return running === 0 || (running < places && guild.running < limits.runningPerGuild);
  }

  function newEntry(guildId: string, { number, urgency }: Omit<Entry, 'isResumed'>): Entry {
    return { number, urgency, isResumed: number < (firstOwn.get(guildId) ?? Infinity) };
  }

  /** Sends a case to the lane of its next action. `context`: null unless it is loaded. */
  function advance(guild: Guild, entry: Entry, record: Case, context: LoadedCase | null): void {
    const place = placeOf(record);
    if (place === null) leave(guild, entry, record);
    else enter(laneOf(guild, place), entry, context);
  }

  function enter(lane: Lane, entry: Entry, context: LoadedCase | null): void {
    const { entries } = lane.guild;
    entries.set(entry.number, entry);
    if (hasPlace(lane)) {
      run(lane, entry, context);
    } else if (lane.waiting.size < limits.waiting) {
      lane.waiting.push(entry, entry.urgency);
    } else {
      entries.delete(entry.number);
      lane.hasMore = true;
    }
  }

  function run(lane: Lane, entry: Entry, context: LoadedCase | null): void {
    const { guild } = lane;
    const ids = { guildId: guild.guildId, case: entry.number };
    lane.running += 1;
    guild.running += 1;
    background.run({ operation: 'running a case', ids }, async () => {
      let done: LoadedCase | null;
      try {
        done = await runNext(lane, entry, context);
      } catch (error) {
        // It stays open in the store.
        guild.entries.delete(entry.number);
        throw error;
      } finally {
        lane.running -= 1;
        guild.running -= 1;
        fill(lane);
      }
      if (done === null) forget(guild, entry);
      else advance(guild, entry, done.record, done);
    });
  }

  /** Null: the case was erased. */
  async function runNext(
    { guild, place }: Lane,
    entry: Entry,
    context: LoadedCase | null,
  ): Promise<LoadedCase | null> {
    const loaded = context ?? (await caseRunner.load(guild.guildId, entry.number));
    if (loaded === null || placeOf(loaded.record)?.kind !== place.kind) return loaded;
    const record = await caseRunner.runNext({ ...loaded, resumed: entry.isResumed });
    // Each step waits for the outcome of the one before it, so an earlier process cannot have begun the next.
    entry.isResumed = false;
    return { ...loaded, record };
  }

  function fill(lane: Lane): void {
    while (hasPlace(lane) && !signal.aborted) {
      const entry = lane.waiting.shift();
      if (entry === undefined) {
        if (lane.isReading) return;
        if (lane.hasMore) readOn(lane);
        else if (lane.running === 0) lane.guild.lanes.delete(lane.key);
        return;
      }
      run(lane, entry, null);
    }
  }

  /** Takes the next cases of a lane from the store. */
  function readOn(lane: Lane): void {
    const { guild, place, places } = lane;
    const { guildId, entries } = guild;
    const errorContext = { operation: 'reading open cases', ids: { guildId } };
    // More than there can be running, so that each read brings new ones.
    const limit = places + limits.waiting;
    lane.isReading = true;
    lane.hasMore = false;
    background.run(errorContext, async () => {
      const found = await retry(errorContext, () => cases.waitingFor(guildId, place, limit));
      lane.isReading = false;
      if (found.length === limit) lane.hasMore = true;
      for (const stored of found) {
        if (!entries.has(stored.number)) enter(lane, newEntry(guildId, stored), null);
      }
      fill(lane);
      forgetIfIdle(guild);
    });
  }

  /** Every action of the case has its outcome. */
  function leave(guild: Guild, entry: Entry, record: Case): void {
    if (record.closedAt === null) alertQueue.add(record, entry.isResumed);
    forget(guild, entry);
  }

  function forget(guild: Guild, { number }: Entry): void {
    guild.entries.delete(number);
    forgetIfIdle(guild);
    const key = `${guild.guildId}/${number}`;
    const waiters = actedWaiters.get(key) ?? [];
    actedWaiters.delete(key);
    for (const resolve of waiters) resolve();
  }

  function forgetIfIdle({ guildId, entries, lanes }: Guild): void {
    if (entries.size > 0) return;
    for (const { hasMore, isReading } of lanes.values()) if (hasMore || isReading) return;
    guilds.delete(guildId);
  }

  signal.addEventListener('abort', () => {
    for (const waiters of actedWaiters.values()) for (const resolve of waiters) resolve();
    actedWaiters.clear();
  });

  return {
    begin(context) {
      const { record } = context;
      const { guildId, number } = record;
      firstOwn.set(guildId, Math.min(number, firstOwn.get(guildId) ?? number));
      const entry = newEntry(guildId, { number, urgency: urgencyOf(record) });
      advance(guildOf(guildId), entry, record, context);
    },
    resume(record) {
      const { guildId, number, closedAt } = record;
      if (closedAt !== null || guilds.get(guildId)?.entries.has(number) === true) return;
      const entry = newEntry(guildId, { number, urgency: urgencyOf(record) });
      advance(guildOf(guildId), entry, record, null);
    },
    async whenActed(record) {
      const { guildId, number } = record;
      const key = `${guildId}/${number}`;
      // Waits before it looks, so that no end is missed.
      let markDone = (): void => {};
      const acted = new Promise<void>((resolve) => {
        markDone = resolve;
        actedWaiters.set(key, [...(actedWaiters.get(key) ?? []), resolve]);
      });
      const latest = await cases.get(guildId, number);
      if (latest === null || openActionOf(latest) === null || signal.aborted) markDone();
      await acted;
      return (await cases.get(guildId, number)) ?? record;
    },
    size() {
      let count = 0;
      for (const { entries } of guilds.values()) count += entries.size;
      return count;
    },
  };
}

function newGuild(guildId: string): Guild {
  return { guildId, entries: new Map(), lanes: new Map(), running: 0 };
}

/** The queue in which the next action of a case waits for Discord; null: none is open. */
function placeOf(record: Case): ActionPlace | null {
  const next = openActionOf(record);
  if (next === null) return null;
  const { kind } = next.action;
  return { kind, channelId: kind === 'delete' ? record.channelId : null };
}
