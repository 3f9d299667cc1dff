import { openActionOf, urgencyOf, type Case } from '../../domain/case.ts';
import type { ActionPlace, Cases, EffectContext } from '../../domain/ports.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';
import { createActedCases } from './acted-cases.ts';
import {
  createCaseLanes,
  DISPATCHER_LIMITS,
  type DispatcherLimits,
  type Entry,
  type Guild,
  type Lane,
} from './case-lanes.ts';
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

type LoadedCase = Omit<EffectContext, 'resumed'>;

export interface DispatcherDeps {
  readonly caseRunner: CaseRunner;
  /** Called when only the alert of a case is left. */
  readonly onActed: (record: Case) => void;
  readonly cases: Pick<Cases, 'get' | 'waitingFor'>;
  readonly background: Background;
  readonly retry: Retry;
  readonly signal: AbortSignal;
  readonly limits?: DispatcherLimits;
}

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { caseRunner, onActed, cases, background, retry, signal } = deps;
  const { limits = DISPATCHER_LIMITS } = deps;
  const lanes = createCaseLanes(limits);
  const { guildOf, laneOf, hasPlace, newEntry, forgetIfIdle } = lanes;
  const { whenActed, markActed } = createActedCases(deps);

  /** Sends a case to the lane of its next action, or to its alert. `context`: null unless it is loaded. */
  function advance(guild: Guild, entry: Entry, record: Case, context: LoadedCase | null): void {
    const place = placeOf(record);
    if (place !== null) {
      enter(laneOf(guild, place), entry, context);
      return;
    }
    if (record.closedAt === null) onActed(record);
    forget(guild, entry);
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
        done = await runNext(caseRunner, lane, entry, context);
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
    // More than can be running, so that each read brings new ones.
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

  function forget(guild: Guild, { number }: Entry): void {
    guild.entries.delete(number);
    forgetIfIdle(guild);
    markActed(guild.guildId, number);
  }

  return {
    begin(context) {
      const { record } = context;
      const { guildId, number } = record;
      lanes.markOwn(guildId, number);
      const entry = newEntry(guildId, { number, urgency: urgencyOf(record) });
      advance(guildOf(guildId), entry, record, context);
    },
    resume(record) {
      const { guildId, number, closedAt } = record;
      if (closedAt !== null || lanes.has(guildId, number)) return;
      const entry = newEntry(guildId, { number, urgency: urgencyOf(record) });
      advance(guildOf(guildId), entry, record, null);
    },
    whenActed,
    size: lanes.size,
  };
}

/** The queue in which the next action of a case waits for Discord; null: none is open. */
function placeOf(record: Case): ActionPlace | null {
  const next = openActionOf(record);
  if (next === null) return null;
  const { kind } = next.action;
  return { kind, channelId: kind === 'delete' ? record.channelId : null };
}

/** Runs the next action of a case. Null: the case was erased. */
async function runNext(
  caseRunner: CaseRunner,
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
