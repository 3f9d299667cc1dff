import { expect, it } from 'vitest';
import { startWeeklyReports } from '../../../../../src/bot/posts/scheduled/weekly-reports.ts';
import type { PostReport } from '../../../../../src/bot/posts/reports/weekly-report.ts';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import { createScheduledPosts } from '../../../../../src/bot/storage/scheduled-posts.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../../helpers/test-state.ts';

const GUILD = '300000000000000001';
const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Monday at nine in Berlin. */
const DUE = Date.parse('2026-03-09T08:00:00Z');

describeOnEveryDatabase((newDatabase) => {
  async function open(changes: Partial<Policy> = {}, nowMs = DUE - HOUR_MS) {
    const clock = createFakeClock(nowMs);
    const { database } = await openTestState(await newDatabase());
    const posts: Parameters<PostReport>[1][] = [];
    const policy = {
      ...defaultPolicy,
      timeZone: 'Europe/Berlin',
      weeklyReportSince: DUE - 2 * HOUR_MS,
      ...changes,
    };
    const answers: (boolean | Error)[] = [];
    /** A process of the bot. */
    const start = () =>
      startWeeklyReports({
        scheduledPosts: createScheduledPosts(database),
        policies: { get: async () => policy },
        async post(_guildId, report) {
          posts.push(report);
          const answer = answers.shift() ?? true;
          if (answer instanceof Error) throw answer;
          return answer;
        },
        guildIds: () => [GUILD],
        clock,
        logger: silentLogger,
      });
    return { clock, posts, answers, policy, start };
  }

  it('posts nothing in a server that has not turned it on', async () => {
    const { posts, start } = await open({ weeklyReportSince: null }, DUE + HOUR_MS);
    await start().run();
    expect(posts).toEqual([]);
  });

  it('posts the last week on Monday at nine, once, also after a restart', async () => {
    const { clock, posts, start } = await open();
    const first = start();
    await first.run();
    expect(posts).toEqual([]);
    clock.advance(HOUR_MS);
    await first.run();
    await first.run();
    await first.stop();
    const second = start();
    await second.run();
    expect(posts).toEqual([{ span: { fromMs: DUE - WEEK_MS, toMs: DUE }, isRetry: false }]);
    clock.advance(WEEK_MS);
    await second.run();
    expect(posts).toHaveLength(2);
  });

  it('does not post for a Monday before it was turned on', async () => {
    const { posts, start } = await open({ weeklyReportSince: DUE + 1 }, DUE + HOUR_MS);
    await start().run();
    expect(posts).toEqual([]);
  });

  it('posts late when the bot was down on Monday', async () => {
    const { posts, start } = await open({}, DUE + 30 * HOUR_MS);
    await start().run();
    expect(posts.map(({ span }) => span.toMs)).toEqual([DUE]);
  });

  it('tries again after a failure, and says that it may be posted already', async () => {
    const { answers, posts, start } = await open({}, DUE + HOUR_MS);
    answers.push(new Error('Discord is down'), false);
    const reports = start();
    await reports.run();
    await reports.run();
    await reports.run();
    expect(posts.map(({ isRetry }) => isRetry)).toEqual([false, true, true]);
  });

  it('posts once a week when the time zone changes', async () => {
    const { policy, clock, posts, start } = await open({}, DUE + HOUR_MS);
    const reports = start();
    await reports.run();
    policy.timeZone = 'America/New_York';
    clock.advance(10 * HOUR_MS);
    await reports.run();
    expect(posts).toHaveLength(1);
  });
});
