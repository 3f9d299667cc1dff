import { expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { Appeal, Report } from '../../../../src/bot/domain/reviews/review.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { readJson } from '../../../helpers/read-json.ts';
import { createMemberData } from '../../../../src/bot/storage/members/member-data.ts';
import { createLogTexts } from '../../../../src/bot/storage/message-log/log-texts.ts';
import { createPostStore } from '../../../../src/bot/storage/posts.ts';
import { createReviews } from '../../../../src/bot/storage/reviews/reviews.ts';
import { purgeExpired } from '../../../../src/bot/storage/state.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { eraseMember } from '../../../helpers/erase-member.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const { guildId: GUILD } = caseDraft();
const MEMBER = '200000000000000001';
const REPORTER = '200000000000000002';
const MODERATOR = { id: '200000000000000003', name: 'the-moderator' };
const MESSAGE = '300000000000000001';
const DAYS = 30;

const base = { guildId: GUILD, post: null, isCounted: false };

const appealOf = (caseNumber: number, changes: Partial<Appeal> = {}): Appeal => ({
  ...base,
  kind: 'appeal',
  caseNumber,
  member: { id: MEMBER, name: 'the member' },
  openedAt: 5,
  decision: null,
  answer: null,
  answerTries: 0,
  ...changes,
});

const reportOf = (messageId: string, changes: Partial<Report> = {}): Report => ({
  ...base,
  kind: 'report',
  channelId: '1',
  messageId,
  forumId: null,
  author: memberAuthor(MEMBER, 'the member'),
  fingerprint: 'f',
  judgement: null,
  reporters: 1,
  openedAt: 6,
  decision: null,
  ...changes,
});

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, clock, silentLogger);
    const reviews = createReviews(database, clock, silentLogger);
    const memberData = createMemberData(database, clock, silentLogger, createLogTexts(null));
    const report = (text: string, changes: Partial<Report> = {}) =>
      reviews.report(reportOf(MESSAGE, changes), {
        reporterId: REPORTER,
        text,
        evidenceDays: DAYS,
      });
    return { clock, database, cases, reviews, memberData, report };
  }

  it('keeps one appeal for each case, with its first text', async () => {
    const { reviews } = await open();
    const appeal = appealOf(1);
    expect(await reviews.open(appeal, 'first', DAYS)).toEqual({ review: appeal, isNew: true });
    const second = await reviews.open(appealOf(1, { openedAt: 9 }), 'second', DAYS);
    expect(second).toEqual({ review: appeal, isNew: false });
    expect(await reviews.text(appeal)).toBe('first');
  });

  it('lists what waits for a decision, and what the bot has to do', async () => {
    const { reviews } = await open();
    await reviews.open(reportOf(MESSAGE), 'text', DAYS);
    await reviews.open(appealOf(1), 'text', DAYS);
    expect((await reviews.listOpen(GUILD, { limit: 5 })).map(({ kind }) => kind)).toEqual([
      'appeal',
      'report',
    ]);
    expect(await reviews.listOpen('1', { limit: 5 })).toEqual([]);
    await reviews.update(appealOf(1), (latest) =>
      latest.kind === 'appeal'
        ? {
            ...latest,
            decision: { kind: 'rejected', by: MODERATOR, at: 7, reason: 'no' },
          }
        : latest,
    );
    expect(await reviews.countOpen(GUILD)).toBe(1);
    // The member does not know yet.
    expect(await reviews.unsettled()).toEqual([{ guildId: GUILD, kind: 'appeal', caseNumber: 1 }]);
    await reviews.update(appealOf(1), (latest) =>
      latest.kind === 'appeal' ? { ...latest, answer: { status: 'done', at: 8 } } : latest,
    );
    expect(await reviews.unsettled()).toEqual([]);
  });

  it('asks for the post with a new review and with each change that it shows', async () => {
    const { reviews, clock, database } = await open();
    const posts = createPostStore(database, clock);
    const ref = { guildId: GUILD, kind: 'review', subject: 'appeal:1' } as const;
    await reviews.open(appealOf(1), 'text', DAYS);
    const asked = await posts.get(ref);
    expect(asked?.dueAt).toBe(clock.now());
    await reviews.update(appealOf(1), (latest) =>
      latest.kind === 'appeal' ? { ...latest, answerTries: 1 } : latest,
    );
    expect(await posts.get(ref)).toEqual(asked);
    const post = { channelId: '8', messageId: '9' };
    await reviews.update(appealOf(1), (latest) => ({ ...latest, post }));
    expect(await posts.get(ref)).toEqual(asked);
    await reviews.update(appealOf(1), (latest) =>
      latest.kind === 'appeal'
        ? { ...latest, decision: { kind: 'rejected', by: MODERATOR, at: 7, reason: 'no' } }
        : latest,
    );
    expect((await posts.get(ref))?.revision).toBe((asked?.revision ?? 0) + 1);
  });

  it('counts each member once for a message, and how many messages they reported', async () => {
    const { reviews, clock } = await open();
    const report = reportOf(MESSAGE);
    const by = (reporterId: string) => ({ reporterId, text: 'text', evidenceDays: DAYS });
    expect(await reviews.report(report, by(REPORTER))).toBe('reported');
    expect(await reviews.report(report, by(REPORTER))).toBe('reported before');
    clock.advance(1000);
    expect(await reviews.report(report, by(MEMBER))).toBe('reported');
    expect(await reviews.reporters(report)).toEqual([REPORTER, MEMBER]);
    expect(await reviews.get(report)).toMatchObject({ reporters: 2 });
    expect(await reviews.reportsSince(GUILD, REPORTER, clock.now() - 2000)).toBe(1);
    expect(await reviews.reportsSince(GUILD, REPORTER, clock.now() - 500)).toBe(0);
  });

  it('a report of a text that was edited after the decision begins again, for its whole time', async () => {
    const { reviews, clock, database, report } = await open();
    await report('text');
    await reviews.update(reportOf(MESSAGE), (latest) =>
      latest.kind === 'report'
        ? { ...latest, decision: { kind: 'dismissed', by: MODERATOR, at: 7 } }
        : latest,
    );
    clock.advance((DAYS - 1) * DAY_MS);
    expect(await report('text')).toBe('decided before');
    expect(await report('worse', { fingerprint: 'g' })).toBe('reported');
    clock.advance(2 * DAY_MS);
    await purgeExpired(database, clock.now());
    expect(await reviews.get(reportOf(MESSAGE))).toMatchObject({ decision: null, reporters: 1 });
    expect(await reviews.text(reportOf(MESSAGE))).toBe('worse');
  });

  it('stores a report with who reported it, or neither', async () => {
    const { reviews, database, report } = await open();
    await database.schema.dropTable('review_texts').execute();
    await expect(report('text')).rejects.toBeInstanceOf(Error);
    expect(await reviews.reporters(reportOf(MESSAGE))).toEqual([]);
    expect(await reviews.get(reportOf(MESSAGE))).toBeNull();
  });

  it('a report ends with its text; an appeal loses its text and ends with its case', async () => {
    const { reviews, clock, database, cases, report } = await open();
    const { number } = await cases.open(caseDraft({ openedAt: clock.now() }), 'text', DAYS);
    const kept = await cases.open(caseDraft({ openedAt: clock.now() + DAY_MS }), 'text', DAYS);
    await reviews.open(appealOf(number), 'why', DAYS);
    await reviews.open(appealOf(kept.number), 'why', DAYS);
    await report('text');
    clock.advance((DAYS + 1) * DAY_MS);
    await purgeExpired(database, clock.now());
    expect(await reviews.get(reportOf(MESSAGE))).toBeNull();
    expect(await reviews.reporters(reportOf(MESSAGE))).toEqual([]);
    expect(await reviews.get(appealOf(number))).not.toBeNull();
    expect(await reviews.text(appealOf(number))).toBeNull();
    await cases.removeBefore(GUILD, kept.openedAt);
    expect(await reviews.get(appealOf(number))).toBeNull();
    expect(await reviews.get(appealOf(kept.number))).not.toBeNull();
  });

  it('members get and erase what is stored about them, and nobody else’s', async () => {
    const { database, reviews, memberData, report } = await open();
    await reviews.open(appealOf(1), 'my appeal', DAYS);
    await report('what I wrote');
    await reviews.update(appealOf(1), (latest) =>
      latest.kind === 'appeal'
        ? { ...latest, decision: { kind: 'rejected', by: MODERATOR, at: 7, reason: 'no' } }
        : latest,
    );
    const exported = await readJson(memberData.export(GUILD, MEMBER));
    expect(exported).toMatchObject({
      appeals: [{ case: 1, text: 'my appeal', decision: 'rejected', reason: 'no' }],
      reportsAboutThem: [{ messageId: MESSAGE, text: 'what I wrote' }],
      reportsByThem: [],
    });
    expect(JSON.stringify(exported)).not.toMatch(new RegExp(`${REPORTER}|${MODERATOR.id}`));
    expect(await readJson(memberData.export(GUILD, MODERATOR.id))).toMatchObject({
      asModerator: { reviews: [{ review: 'appeal:1', kind: 'rejected' }] },
    });

    expect(await eraseMember(database, GUILD, REPORTER)).toMatchObject({ reviews: 1 });
    expect(await reviews.reporters(reportOf(MESSAGE))).toEqual([]);
    expect(await reviews.text(reportOf(MESSAGE))).toBe('what I wrote');
    expect(await eraseMember(database, GUILD, MEMBER)).toMatchObject({ reviews: 2 });
    expect(await eraseMember(database, GUILD, MEMBER)).toMatchObject({ reviews: 0 });
    expect(await reviews.text(appealOf(1))).toBeNull();
    expect(await reviews.get(appealOf(1))).toMatchObject({ member: { name: MEMBER } });
    expect(await reviews.get(reportOf(MESSAGE))).toMatchObject({ author: { name: MEMBER } });
  });
});
