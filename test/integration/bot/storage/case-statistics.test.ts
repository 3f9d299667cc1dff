import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { CaseDraft } from '../../../../src/bot/domain/case.ts';
import { createCaseStatistics } from '../../../../src/bot/storage/statistics/case-statistics.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = caseDraft().guildId;
const AT = Date.parse('2026-03-10T20:10:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const SPAN = { fromMs: AT - DAY_MS, toMs: AT + DAY_MS };
const QUERY = { ...SPAN, canSee: null, timeZone: 'UTC' };
const MODERATOR = { id: '9', name: 'mod' };

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock(AT);
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, clock, silentLogger);
    const add = (changes: Partial<CaseDraft> = {}) =>
      cases.open(caseDraft({ openedAt: AT, ...changes }), 'text', 30);
    const statistics = createCaseStatistics(database, clock, silentLogger);
    return { clock, database, cases, add, statistics };
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

  it('knows how long a case had waited for the moderator who handled it', async () => {
    const { cases, add, statistics } = await open();
    const record = await add({ channelId: '11' });
    await add({ channelId: '12' });
    await cases.update(record, (latest) => ({
      ...latest,
      moderatorActions: [
        { kind: 'done', by: MODERATOR, at: AT + 5000, reason: null, steps: [], endedAt: AT + 5000 },
      ],
    }));
    const expected = [{ byId: '9', waitedMs: 5000 }];
    expect(await statistics.waits(GUILD, { ...SPAN, canSee: null })).toEqual(expected);
    const canSee = async (channelId: string): Promise<boolean> => channelId === '12';
    expect(await statistics.waits(GUILD, { ...SPAN, canSee })).toEqual([]);
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
    const canSee = async (channelId: string) => channelId === '12';
    const some = await statistics.figures(GUILD, { ...QUERY, canSee });
    expect(some.channels).toEqual([{ key: '12', count: 1 }]);
    expect(some.hours[20]).toBe(1);
    const none = await statistics.figures(GUILD, { ...QUERY, canSee: async () => false });
    expect(none.total).toBe(0);
  });

  it('counts the same from stored days as from the cases, also after cases have changed', async () => {
    const { clock, database, cases, add, statistics } = await open();
    const span = { fromMs: AT - 5.5 * DAY_MS, toMs: AT + 1 };
    const query = { ...QUERY, ...span };
    for (let days = 0; days < 7; days += 1) {
      await add({ openedAt: AT - days * DAY_MS, channelId: `1${days % 2}` });
    }
    const first = await statistics.figures(GUILD, query);
    expect(first.total).toBe(6);
    const days = await database.selectFrom('case_days').select('day').distinct().execute();
    expect(days).toHaveLength(4);
    expect(await statistics.figures(GUILD, query)).toEqual(first);

    const late = await add({ openedAt: AT - 2 * DAY_MS });
    expect((await statistics.figures(GUILD, query)).total).toBe(7);
    await cases.update(late, (latest) => ({
      ...latest,
      moderatorActions: [
        { kind: 'allow', by: MODERATOR, at: AT, reason: null, steps: [], endedAt: AT },
      ],
    }));
    expect(await statistics.figures(GUILD, query)).toMatchObject({ total: 7, falsePositives: 1 });
    await cases.removeBefore(GUILD, AT - 2.5 * DAY_MS);
    expect((await statistics.figures(GUILD, query)).total).toBe(4);

    clock.advance(DAY_MS);
    const later = { ...query, toMs: AT + DAY_MS };
    await add({ openedAt: AT + 1 });
    expect((await statistics.figures(GUILD, later)).total).toBe(5);
  });

  it('counts the days of servers with many cases ahead', async () => {
    const { database, add, statistics } = await open();
    await add({ openedAt: AT - DAY_MS });
    const storedDays = () => database.selectFrom('case_days').select('day').distinct().execute();
    await statistics.prepare(() => false);
    expect(await storedDays()).toEqual([]);
    await database.updateTable('case_numbers').set({ last: 20_000 }).execute();
    await statistics.prepare(() => true);
    expect(await storedDays()).toEqual([]);
    await statistics.prepare(() => false);
    expect(await storedDays()).toHaveLength(365);
  });

  it('does not store a day of which a case changed while it was counted', async () => {
    const { database, add, statistics } = await open();
    await add({ openedAt: AT - DAY_MS });
    const query = { ...QUERY, fromMs: AT - 2 * DAY_MS };
    const counting = statistics.figures(GUILD, query);
    await add({ openedAt: AT - DAY_MS });
    await counting;
    expect((await statistics.figures(GUILD, query)).total).toBe(2);
    expect(await database.selectFrom('case_days').select('day').execute()).not.toEqual([]);
  });
});
