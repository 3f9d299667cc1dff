import { DAY_MS, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../shared/tasks/schedule.ts';
import { MIN_CASE_DAYS } from '../domain/policy/policy.ts';
import type { Policies } from '../domain/ports.ts';
import type { GuildEraser } from '../domain/stored-data.ts';
import type { StoredAllowedTexts } from '../storage/allowed-texts.ts';
import type { StoredCases } from '../storage/cases.ts';
import type { StoredIncidents } from '../storage/incidents.ts';
import type { StoredCaseStatistics } from '../storage/statistics/case-statistics.ts';
import type { LeftGuilds } from '../storage/left-guilds.ts';

const INTERVAL_MS = 60 * 60 * 1000;
/** How long a server's data is kept after the bot left it. */
export const LEFT_GUILD_DAYS = 30;

export interface RetentionDeps {
  readonly cases: Pick<StoredCases, 'guildsWithCasesBefore' | 'removeBefore'>;
  readonly incidents: Pick<StoredIncidents, 'removeBefore'>;
  readonly allowedTexts: Pick<StoredAllowedTexts, 'forgetCases'>;
  readonly caseStatistics: Pick<StoredCaseStatistics, 'prepare'>;
  readonly policies: Pick<Policies, 'get'>;
  readonly leftGuilds: Pick<LeftGuilds, 'leftBefore' | 'returned'>;
  readonly eraser: GuildEraser;
  /** Whether the bot is in the server; null while Discord has not said so. */
  isPresent(guildId: string): boolean | null;
  /** For servers that haven't set this. */
  readonly caseDays: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Deletes cases past their retention time and the data of servers that the bot left long ago, and counts what has passed, now and
 * every hour.
 */
export function startRetention(deps: RetentionDeps): Schedule {
  const { cases, incidents, allowedTexts, caseStatistics, policies, leftGuilds } = deps;
  const { eraser, clock, logger } = deps;
  async function expireCases(isStopped: () => boolean): Promise<void> {
    const now = clock.now();
    for (const guildId of await cases.guildsWithCasesBefore(now - MIN_CASE_DAYS * DAY_MS)) {
      const days = (await policies.get(guildId)).caseDays ?? deps.caseDays;
      const beforeMs = now - days * DAY_MS;
      let count = 0;
      for (let isDone = false; !isDone && !isStopped();) {
        const numbers = await cases.removeBefore(guildId, beforeMs);
        // Without their case, nobody could disallow these texts.
        if (numbers.length > 0) await allowedTexts.forgetCases(guildId, new Set(numbers));
        isDone = numbers.length === 0;
        count += numbers.length;
      }
      await incidents.removeBefore(guildId, beforeMs);
      if (count > 0) logger.info({ guildId, cases: count }, 'expired cases deleted');
    }
  }

  async function eraseLeftGuilds(isStopped: () => boolean): Promise<void> {
    for (const guildId of await leftGuilds.leftBefore(clock.now() - LEFT_GUILD_DAYS * DAY_MS)) {
      if (deps.isPresent(guildId) !== false || isStopped()) continue;
      if (!(await eraser.erase(guildId))) continue;
      await leftGuilds.returned(guildId);
      logger.info({ guildId }, 'data of a former server erased');
    }
  }

  async function run(isStopped: () => boolean): Promise<void> {
    for (const task of [expireCases, eraseLeftGuilds, caseStatistics.prepare]) {
      try {
        await task(isStopped);
      } catch (error) {
        logger.error({ err: error }, 'an hourly task failed');
      }
    }
  }

  return startSchedule({ intervalMs: INTERVAL_MS, clock }, run);
}
