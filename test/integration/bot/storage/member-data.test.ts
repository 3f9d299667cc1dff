import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { Case, CaseDraft } from '../../../../src/bot/domain/case.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createEventStore } from '../../../../src/bot/storage/events/events.ts';
import { acceptEvent } from '../../../helpers/accept-event.ts';
import { createKeywordHits } from '../../../../src/bot/storage/keywords/keyword-hits.ts';
import { readJson } from '../../../helpers/read-json.ts';
import { createMemberData } from '../../../../src/bot/storage/members/member-data.ts';
import { createLogTexts } from '../../../../src/bot/storage/message-log/log-texts.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { eraseMember } from '../../../helpers/erase-member.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const { guildId: GUILD } = caseDraft();
const MEMBER = '200000000000000001';
const OTHER = '200000000000000002';
const MODERATOR = { id: '200000000000000003', name: 'the-moderator' };

const draftBy = (id: string, overrides: Partial<CaseDraft> = {}): CaseDraft =>
  caseDraft({
    author: memberAuthor(id, `name of ${id}`),
    ...overrides,
  });

const withNote = (record: Case): Case => ({
  ...record,
  notes: [{ by: MODERATOR, at: 5, text: 'a note about them' }],
  reasonChanges: [{ by: MODERATOR, at: 8, before: 'an earlier reason' }],
  moderatorActions: [
    { kind: 'done', by: MODERATOR, at: 6, reason: 'a reason', steps: [], endedAt: 7 },
  ],
});

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, clock, silentLogger);
    const hits = createKeywordHits(database, clock, silentLogger);
    const events = createEventStore(database, clock, silentLogger);
    const addHit = (eventId: string, guildId: string, authorId: string) =>
      hits.add(
        database,
        {
          eventId,
          guildId,
          channelId: '1',
          messageId: '2',
          authorId,
          keywords: ['k'],
          text: eventId,
        },
        1000,
      );
    const accept = (id: string, guildId: string, authorId: string) =>
      acceptEvent(database, {
        id,
        content: {
          kind: 'keyword',
          keyword: 'k',
          guildId,
          place: { guildId, channelId: '1', messageId: '2', authorId },
          text: `waiting ${id}`,
          at: 0,
        },
        receivedAtMs: clock.now(),
      });
    const memberData = createMemberData(database, clock, silentLogger, createLogTexts(null));
    return { clock, database, cases, hits, events, addHit, accept, memberData };
  }

  it('exports a member’s own texts, cases and notes, without the moderators’ names and without other members', async () => {
    const { cases, addHit, accept, memberData } = await open();
    const own = await cases.open(draftBy(MEMBER), 'their words', 30);
    await cases.update(own, withNote);
    await cases.open(draftBy(OTHER), 'words of another', 30);
    await cases.open(draftBy(MEMBER, { guildId: '9' }), 'words in another server', 30);
    await addHit('hit', GUILD, MEMBER);
    await addHit('hit of another', GUILD, OTHER);
    await accept('event', GUILD, MEMBER);
    await accept('event of another', GUILD, OTHER);

    const exported = await readJson(memberData.export(GUILD, MEMBER));
    expect(exported).toMatchObject({
      serverId: GUILD,
      memberId: MEMBER,
      cases: [
        {
          number: 1,
          text: 'their words',
          authorName: `name of ${MEMBER}`,
          openedAt: '2025-06-15T15:06:40.000Z',
          notes: [{ text: 'a note about them' }],
          moderatorActions: [{ kind: 'done', reason: 'a reason' }],
          reasonChanges: [{ before: 'an earlier reason' }],
        },
      ],
      keywordAlerts: [{ text: 'hit' }],
      waitingKeywordAlerts: [{ text: 'waiting event' }],
    });
    const json = JSON.stringify(exported);
    for (const foreign of ['another', MODERATOR.id, MODERATOR.name, OTHER]) {
      expect(json).not.toContain(foreign);
    }
  });

  it('exports what a moderator did', async () => {
    const { cases, memberData } = await open();
    await cases.update(await cases.open(draftBy(OTHER), 'text', 30), withNote);
    expect(await readJson(memberData.export(GUILD, MODERATOR.id))).toMatchObject({
      cases: [],
      asModerator: {
        actions: [
          { case: 1, kind: 'done', reason: 'a reason' },
          { case: 1, kind: 'change reason', reason: 'an earlier reason' },
        ],
        notes: [{ case: 1, text: 'a note about them' }],
      },
    });
  });

  it('exports no text past its retention time', async () => {
    const { clock, cases, addHit, memberData } = await open();
    await cases.open(draftBy(MEMBER), 'their words', 1);
    await addHit('hit', GUILD, MEMBER);
    clock.advance(2 * 24 * 60 * 60 * 1000);
    expect(await readJson(memberData.export(GUILD, MEMBER))).toMatchObject({
      cases: [{ text: null }],
      keywordAlerts: [],
    });
  });

  it('erases texts, names and notes, and keeps that the cases existed and what was done', async () => {
    const { database, cases, hits, events, addHit, accept, memberData } = await open();
    const own = await cases.update(await cases.open(draftBy(MEMBER), 'their words', 30), withNote);
    const other = await cases.open(draftBy(OTHER), 'words of another', 30);
    await addHit('hit', GUILD, MEMBER);
    await accept('event', GUILD, MEMBER);

    expect(await eraseMember(database, GUILD, MEMBER)).toEqual({
      cases: 1,
      texts: 2,
      notes: 0,
      reviews: 0,
      mail: 0,
      messages: 0,
    });
    expect(await cases.evidence(GUILD, own.number)).toBeNull();
    const { reasonChanges: _erased, ...rest } = own;
    expect(await cases.get(GUILD, own.number)).toEqual({
      ...rest,
      author: { ...own.author, name: MEMBER },
      notes: [],
    });
    expect((await hits.get('hit'))?.text).toBeNull();
    const post = { guildId: GUILD, kind: 'keyword', subject: '' } as const;
    expect(await events.next(post, 5)).toMatchObject([{ content: { text: null } }]);
    expect(await cases.get(GUILD, other.number)).toEqual(other);
    expect(await cases.evidence(GUILD, other.number)).toBe('words of another');
    expect(JSON.stringify(await readJson(memberData.export(GUILD, MEMBER)))).not.toMatch(
      /their words|name of|a note|waiting event/,
    );
    expect(await eraseMember(database, GUILD, MEMBER)).toEqual({
      cases: 0,
      texts: 0,
      notes: 0,
      reviews: 0,
      mail: 0,
      messages: 0,
    });
  });

  it('exports and erases the replies of apps that the member used', async () => {
    const { database, cases, memberData } = await open();
    const app = { id: OTHER, name: 'An app', kind: 'bot', usedBy: MEMBER, joinedAt: null } as const;
    await cases.open(draftBy(OTHER, { author: app }), 'the reply', 30);
    expect(await readJson(memberData.export(GUILD, MEMBER))).toMatchObject({
      cases: [{ text: 'the reply' }],
    });
    expect(await eraseMember(database, GUILD, MEMBER)).toEqual({
      cases: 1,
      texts: 0,
      notes: 0,
      reviews: 0,
      mail: 0,
      messages: 0,
    });
    expect(await cases.evidence(GUILD, 1)).toBeNull();
    expect((await cases.get(GUILD, 1))?.author).toEqual(app);
  });

  it('erases every case of a member with many', async () => {
    const { database, cases } = await open();
    for (let count = 0; count < 450; count += 1) await cases.open(draftBy(MEMBER), 'text', 30);
    expect(await eraseMember(database, GUILD, MEMBER)).toEqual({
      cases: 450,
      texts: 0,
      notes: 0,
      reviews: 0,
      mail: 0,
      messages: 0,
    });
  });
});
