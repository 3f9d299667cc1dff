import { expect, it } from 'vitest';
import { startWatchReports } from '../../../../../src/bot/posts/scheduled/watch-reports.ts';
import type { PostWatchReport } from '../../../../../src/bot/posts/reports/watch-report.ts';
import { DAY_MS } from '../../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import { createScheduledPosts } from '../../../../../src/bot/storage/scheduled-posts.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../../helpers/test-state.ts';

const GUILD = '300000000000000001';
const HOUR_MS = 60 * 60 * 1000;
/** Nine in Berlin. */
const DUE = Date.parse('2026-03-09T08:00:00Z');

describeOnEveryDatabase((newDatabase) => {
  async function open(changes: Partial<Policy> = {}, nowMs = DUE - HOUR_MS) {
    const clock = createFakeClock(nowMs);
    const { database } = await openTestState(await newDatabase());
    const posts: Parameters<PostWatchReport>[1][] = [];
    const answers: boolean[] = [];
    const policy: Policy = {
      ...defaultPolicy,
      mode: 'watch',
      timeZone: 'Europe/Berlin',
      ...changes,
    };
    /** A process of the bot. */
    const start = () =>
      startWatchReports({
        scheduledPosts: createScheduledPosts(database),
        policies: { get: async () => policy },
        async post(_guildId, report) {
          posts.push(report);
          return answers.shift() ?? true;
        },
        guildIds: () => [GUILD],
        clock,
        logger: silentLogger,
      });
    return { clock, posts, answers, start };
  }

  it('posts what the last day would have brought at nine, once a day, also after a restart', async () => {
    const { clock, posts, start } = await open();
    const first = start();
    await first.run();
    expect(posts.splice(0).map(({ span }) => span.toMs)).toEqual([DUE - DAY_MS]);
    clock.advance(HOUR_MS);
    await first.run();
    await first.stop();
    const second = start();
    await second.run();
    await second.stop();
    expect(posts).toEqual([
      { of: 'day', span: { fromMs: DUE - DAY_MS, toMs: DUE }, isRetry: false },
    ]);
  });

  it('posts nothing while the bot acts', async () => {
    const { posts, start } = await open({ mode: 'enforce', watchOnlyUntil: DUE - DAY_MS });
    await start().run();
    expect(posts).toEqual([]);
  });

  it('posts the result of the week when it is over, and again if there was no channel', async () => {
    const { clock, posts, answers, start } = await open({ watchOnlyUntil: DUE });
    const schedule = start();
    await schedule.run();
    posts.splice(0);
    clock.advance(HOUR_MS);
    answers.push(true, false);
    await schedule.run();
    await schedule.run();
    await schedule.run();
    const week = { of: 'week', span: { fromMs: DUE - 7 * DAY_MS, toMs: DUE } };
    expect(posts.filter(({ of }) => of === 'week')).toEqual([
      { ...week, isRetry: false },
      { ...week, isRetry: true },
    ]);
  });
});
