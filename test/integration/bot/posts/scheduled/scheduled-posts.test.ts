import type { Client } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { Outbox } from '../../../../../src/bot/outbox/outbox.ts';
import { startScheduledPosts } from '../../../../../src/bot/posts/scheduled/scheduled-posts.ts';
import {
  createWatchReport,
  createWatchResult,
} from '../../../../../src/bot/posts/scheduled/watch-report.ts';
import { createWeeklyReport } from '../../../../../src/bot/posts/scheduled/weekly-report.ts';
import { createPostStore } from '../../../../../src/bot/storage/posts.ts';
import { DAY_MS } from '../../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../../helpers/test-state.ts';

const GUILD = '300000000000000001';
const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** Monday at nine in Berlin. */
const DUE = Date.parse('2026-03-09T08:00:00Z');

describeOnEveryDatabase((newDatabase) => {
  async function open(changes: Partial<Policy> = {}, nowMs = DUE - HOUR_MS) {
    const clock = createFakeClock(nowMs);
    const { database } = await openTestState(await newDatabase());
    const store = createPostStore(database, clock);
    const wanted: { kind: string; dueAt: number }[] = [];
    const policy = { ...defaultPolicy, timeZone: 'Europe/Berlin', ...changes };
    const outbox: Pick<Outbox, 'get' | 'want'> = {
      get: store.get,
      async want(request) {
        wanted.push({ kind: request.kind, dueAt: request.revision ?? 0 });
        await store.want(request);
      },
    };
    const place = {
      // Only a post needs it.
      client: {} as Client,
      policies: { get: async () => policy },
      moderatorChannel: 'mod-alerts',
      clock,
    };
    /** A process of the bot. */
    const start = () =>
      startScheduledPosts({
        scheduled: [
          createWeeklyReport({ ...place, statistics: { figures: () => Promise.reject() } }),
          createWatchReport({ ...place, cases: { list: async () => [] } }),
          createWatchResult({ ...place, cases: { list: async () => [] } }),
        ],
        outbox,
        guildIds: () => [GUILD],
        clock,
        logger: silentLogger,
      });
    return { clock, wanted, policy, start };
  }

  describe('the weekly report', () => {
    const weekly = { mode: 'enforce', weeklyReportSince: DUE - 2 * HOUR_MS } as const;
    const report = { kind: 'weekly report', dueAt: DUE };

    it('is wanted in no server that has not turned it on', async () => {
      const { wanted, start } = await open({ weeklyReportSince: null }, DUE + HOUR_MS);
      await start().run();
      expect(wanted).toEqual([]);
    });

    it('is wanted on Monday at nine, once, also after a restart', async () => {
      const { clock, wanted, start } = await open(weekly);
      const first = start();
      await first.run();
      expect(wanted).toEqual([]);
      clock.advance(HOUR_MS);
      await first.run();
      await first.run();
      await first.stop();
      const second = start();
      await second.run();
      expect(wanted).toEqual([report]);
      clock.advance(WEEK_MS);
      await second.run();
      expect(wanted).toEqual([report, { ...report, dueAt: DUE + WEEK_MS }]);
    });

    it('is not wanted for a Monday before it was turned on', async () => {
      const { wanted, start } = await open({ weeklyReportSince: DUE + 1 }, DUE + HOUR_MS);
      await start().run();
      expect(wanted).toEqual([]);
    });

    it('is wanted late when the bot was down on Monday', async () => {
      const { wanted, start } = await open(weekly, DUE + 30 * HOUR_MS);
      await start().run();
      expect(wanted).toEqual([report]);
    });

    it('is wanted once a week when the time zone changes', async () => {
      const { policy, clock, wanted, start } = await open(weekly, DUE + HOUR_MS);
      const reports = start();
      await reports.run();
      policy.timeZone = 'America/New_York';
      clock.advance(10 * HOUR_MS);
      await reports.run();
      expect(wanted).toEqual([report]);
    });
  });

  describe('what the bot would have done', () => {
    it('is wanted at nine, once a day, also after a restart', async () => {
      const { clock, wanted, start } = await open({ mode: 'watch' });
      const first = start();
      await first.run();
      expect(wanted.splice(0)).toEqual([{ kind: 'watch report', dueAt: DUE - DAY_MS }]);
      clock.advance(HOUR_MS);
      await first.run();
      await first.stop();
      const second = start();
      await second.run();
      await second.stop();
      expect(wanted).toEqual([{ kind: 'watch report', dueAt: DUE }]);
    });

    it('is not wanted while the bot acts', async () => {
      const { wanted, start } = await open({ mode: 'enforce', watchOnlyUntil: DUE - DAY_MS });
      await start().run();
      expect(wanted).toEqual([]);
    });

    it('in the time to watch is wanted once, when that is over', async () => {
      const { clock, wanted, start } = await open({ mode: 'watch', watchOnlyUntil: DUE });
      const schedule = start();
      await schedule.run();
      wanted.splice(0);
      clock.advance(HOUR_MS);
      await schedule.run();
      await schedule.run();
      expect(wanted).toEqual([
        { kind: 'watch report', dueAt: DUE },
        { kind: 'watch result', dueAt: DUE },
      ]);
    });
  });
});
