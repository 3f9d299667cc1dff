import { createPriorityFifo, type PriorityFifo } from '../../../shared/queues/priority-fifo.ts';
import { URGENCY_LEVELS } from '../../domain/case.ts';
import type { ActionPlace, WaitingCase } from '../../domain/ports.ts';

export interface DispatcherLimits {
  /** How many cases run in a lane at the same time. A bulk deletion takes 100 messages. */
  readonly running: { readonly deletions: number; readonly others: number };
  /** How many cases of a server run at the same time; beyond that, each lane runs one. */
  readonly runningPerGuild: number;
  /** How many case numbers wait in a lane. */
  readonly waiting: number;
}

export const DISPATCHER_LIMITS: DispatcherLimits = {
  running: { deletions: 128, others: 16 },
  runningPerGuild: 1000,
  waiting: 1000,
};

/** A case that waits or runs. */
export interface Entry {
  readonly number: number;
  readonly urgency: number;
  /** An earlier process may have done the next step. */
  isResumed: boolean;
}

export interface Lane {
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

export interface Guild {
  readonly guildId: string;
  /** By case number: what waits or runs, so that no two runs of a case overlap. */
  readonly entries: Map<number, Entry>;
  readonly lanes: Map<string, Lane>;
  running: number;
}

/** The servers with cases that wait or run, and their lanes. */
export interface CaseLanes {
  /** Whether the case waits or runs. */
  has(guildId: string, number: number): boolean;
  guildOf(guildId: string): Guild;
  laneOf(guild: Guild, place: ActionPlace): Lane;
  /** Whether another case may run in the lane. */
  hasPlace(lane: Lane): boolean;
  newEntry(guildId: string, waiting: WaitingCase): Entry;
  /** Notes that this process opened the case. */
  markOwn(guildId: string, number: number): void;
  forgetIfIdle(guild: Guild): void;
  /** How many cases wait or run. */
  size(): number;
}

export function createCaseLanes(limits: DispatcherLimits): CaseLanes {
  const guilds = new Map<string, Guild>();
  /** By server: the first case that this process opened. Numbers ascend, so earlier cases are an earlier process's. */
  const firstOwn = new Map<string, number>();

  return {
    has: (guildId, number) => guilds.get(guildId)?.entries.has(number) === true,
    guildOf(guildId) {
      let guild = guilds.get(guildId);
      if (guild === undefined) {
        guild = { guildId, entries: new Map(), lanes: new Map(), running: 0 };
        guilds.set(guildId, guild);
      }
      return guild;
    },
    laneOf(guild, place) {
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
    },
    hasPlace: ({ running, places, guild }) =>
      running === 0 || (running < places && guild.running < limits.runningPerGuild),
    newEntry: (guildId, { number, urgency }) => ({
      number,
      urgency,
      isResumed: number < (firstOwn.get(guildId) ?? Infinity),
    }),
    markOwn(guildId, number) {
      firstOwn.set(guildId, Math.min(number, firstOwn.get(guildId) ?? number));
    },
    forgetIfIdle({ guildId, entries, lanes }) {
      if (entries.size > 0) return;
      for (const { hasMore, isReading } of lanes.values()) if (hasMore || isReading) return;
      guilds.delete(guildId);
    },
    size() {
      let count = 0;
      for (const { entries } of guilds.values()) count += entries.size;
      return count;
    },
  };
}
