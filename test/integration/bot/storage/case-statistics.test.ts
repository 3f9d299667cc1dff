import { expect, it } from 'vitest';
import { systemClock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { CaseDraft } from '../../../../src/bot/domain/case.ts';
import { createCaseStatistics } from '../../../../src/bot/storage/case-statistics.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = caseDraft().guildId;
const AT = Date.parse('2026-03-10T20:10:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const SPAN = { fromMs: AT - DAY_MS, toMs: AT + DAY_MS };
const QUERY = { ...SPAN, channelIds: null, timeZone: 'UTC' };
const MODERATOR = { id: '9', name: 'mod' };

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, systemClock, silentLogger);
    const add = (changes: Partial<CaseDraft> = {}) =>
      cases.open(caseDraft({ openedAt: AT, ...changes }), 'text', 30);
    return { cases, add, statistics: createCaseStatistics(database) };
  }

  it('counts the cases of a server within a span', async () => {
    const { add, statistics } = await open();
    await add();
    await add({ openedAt: SPAN.fromMs });
    await add({ openedAt: SPAN.toMs });
    await add({ openedAt: SPAN.fromMs - 1 });
    await add({ guildId: '5' });
    expect((await statistics.figures(GUILD, QUERY)).total).toBe(2);
  });

  it('counts by result, category, channel and author, the most frequent first', async () => {
    const { cases, add, statistics } = await open();
    const record = await add({ channelId: '11', author: memberAuthor('21') });
    await cases.update(record, (latest) => ({
      ...latest,
      steps: [{ effect: { kind: 'delete' }, outcome: { status: 'done', at: AT } }],
    }));
    await add({ channelId: '12', author: memberAuthor('22') });
    await add({
      channelId: '12',
      author: { ...memberAuthor('23'), kind: 'webhook' },
      judgement: { kind: 'moderator', occasion: { key: 'alerts:done' } },
    });
    expect(await statistics.figures(GUILD, QUERY)).toMatchObject({
      total: 3,
      results: [
        { key: 'alertOnly', count: 2 },
        { key: 'deleted', count: 1 },
      ],
      categories: [{ key: 'engine1.baseline', count: 2 }],
      channels: [
        { key: '12', count: 2 },
        { key: '11', count: 1 },
      ],
      authors: [
        { key: '21', count: 1 },
        { key: '22', count: 1 },
        { key: null, count: 1 },
      ],
    });
  });

  it('counts who handled what, and false positives', async () => {
    const { cases, add, statistics } = await open();
    for (const kind of ['allow', 'ban', 'ban'] as const) {
      await cases.update(await add(), (latest) => ({
        ...latest,
        moderatorActions: [{ kind, by: MODERATOR, at: AT, reason: null, steps: [], endedAt: AT }],
      }));
    }
    await add();
    const figures = await statistics.figures(GUILD, QUERY);
    expect(figures).toMatchObject({ handled: 3, falsePositives: 1 });
    expect(figures.moderators).toEqual([
      {
        key: MODERATOR.id,
        count: 3,
        kinds: [
          { key: 'ban', count: 2 },
          { key: 'allow', count: 1 },
        ],
      },
    ]);
  });

  it('counts by the hour of a time zone with a half-hour offset', async () => {
    const { add, statistics } = await open();
    await add();
    await add({ openedAt: AT + 30 * 60_000 });
    const { hours } = await statistics.figures(GUILD, { ...QUERY, timeZone: 'Asia/Kolkata' });
    // 20:10 and 20:40 in UTC are 01:40 and 02:10.
    expect([hours.length, hours[1], hours[2]]).toEqual([24, 1, 1]);
  });

  it('counts only the given channels', async () => {
    const { add, statistics } = await open();
    await add({ channelId: '11' });
    await add({ channelId: '12' });
    expect((await statistics.channels(GUILD, SPAN)).toSorted()).toEqual(['11', '12']);
    const some = await statistics.figures(GUILD, { ...QUERY, channelIds: ['12'] });
    expect(some.channels).toEqual([{ key: '12', count: 1 }]);
    expect(some.hours[20]).toBe(1);
    expect((await statistics.figures(GUILD, { ...QUERY, channelIds: [] })).total).toBe(0);
  });
});
