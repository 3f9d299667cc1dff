import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { acceptEvent } from '../../../helpers/accept-event.ts';
import { readJson } from '../../../helpers/read-json.ts';
import { createMemberData } from '../../../../src/bot/storage/members/member-data.ts';
import { createLogTexts } from '../../../../src/bot/storage/message-log/log-texts.ts';
import type { StateDatabase } from '../../../../src/bot/storage/tables.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { eraseMember } from '../../../helpers/erase-member.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

/*
 * Everything that is stored about people, of two people with the same things, who also name each other. What one of them gets
 * or has erased must never be the other's.
 */

const { guildId: GUILD } = caseDraft();
const ANNA = { id: '200000000000000001', mark: 'anna' };
const BEN = { id: '200000000000000002', mark: 'ben' };
type Person = typeof ANNA;

const LATER = 2_000_000_000_000;

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    for (const [person, other] of [
      [ANNA, BEN],
      [BEN, ANNA],
    ] as const) {
      await store(database, person, other);
      await storeByStores(database, person, other);
    }
    return {
      database,
      memberData: createMemberData(database, clock, silentLogger, createLogTexts(null)),
    };

    async function storeByStores(state: StateDatabase, { id, mark }: Person, other: Person) {
      const cases = createCases(state, clock, silentLogger);
      const by = { id, name: mark };
      const own = await cases.open(
        caseDraft({ author: memberAuthor(id, mark), messageId: `1${id}` }),
        `${mark}: the text, to ${other.id}`,
        30,
      );
      const reply = caseDraft({
        messageId: `2${id}`,
        author: { id: '9', name: 'an app', kind: 'bot', usedBy: id, joinedAt: null },
      });
      await cases.open(reply, `${mark}: the reply`, 30);
      // As a moderator, about the case of somebody else.
      const third = caseDraft({ author: memberAuthor('8', other.id), messageId: `3${id}` });
      await cases.update(await cases.open(third, 'of a third', 30), (record) => ({
        ...record,
        notes: [{ by, at: 1, text: `${mark}: a note` }],
        moderatorActions: [
          { kind: 'done', by, at: 1, reason: `${mark}: a reason`, steps: [], endedAt: 1 },
        ],
      }));
      await acceptEvent(state, {
        id: `event ${mark}`,
        receivedAtMs: clock.now(),
        content: {
          kind: 'keyword',
          // Anybody may be looked for.
          keyword: other.id,
          guildId: GUILD,
          place: { guildId: GUILD, channelId: '1', messageId: '2', authorId: id },
          text: `${mark}: waits`,
          at: 0,
        },
      });
      return own;
    }
  }

  /** Rows that no store writes in one step. */
  async function store(database: StateDatabase, { id, mark }: Person, other: Person) {
    const guild = { guild_id: GUILD };
    const by = { by_id: id, by_name: mark, added_at: 1 };
    const record = (value: unknown): string => JSON.stringify(value);
    await database
      .insertInto('keyword_hits')
      .values({
        ...guild,
        event_id: mark,
        channel_id: '1',
        message_id: '2',
        author_id: id,
        keywords: record([other.id]),
        text: `${mark}: a hit`,
        alert_channel_id: null,
        alert_message_id: null,
        expires_at: LATER,
      })
      .execute();
    await database
      .insertInto('notices')
      .values({
        ...guild,
        author_id: id,
        case_number: id === ANNA.id ? 1 : 2,
        waiting: 0,
        queued_at: 1,
        due_at: 1,
        tries: 0,
        sent_at: id === ANNA.id ? 1_000 : 2_000,
        expires_at: LATER,
      })
      .execute();
    await database
      .insertInto('keywords')
      .values({ ...guild, ...by, folded: mark, text: `${mark}: keyword` })
      .execute();
    await database
      .insertInto('server_words')
      .values({ ...guild, ...by, key: mark, list: 'blocked', text: `${mark}: word` })
      .execute();
    await database
      .insertInto('insights_jobs')
      .values({
        ...guild,
        job_id: mark,
        started_at: id === ANNA.id ? 1_000 : 2_000,
        expires_at: LATER,
        query: record({
          // A service chooses its ids.
          jobId: other.id,
          guildId: GUILD,
          userId: id,
          metric: 'sentiment',
          fromMs: 0,
          toMs: 1,
          startedAtMs: 1,
        }),
      })
      .execute();
    await database
      .insertInto('tagging_sessions')
      .values({
        ...guild,
        convo_id: `${mark}: session`,
        channel_id: other.id,
        user_id: id,
        title: `${mark}: title`,
        started_at: 1,
        expires_at: LATER,
        encrypted_key: '',
      })
      .execute();
    await database
      .insertInto('reporters')
      .values({
        ...guild,
        message_id: `${mark}: reported`,
        reporter_id: id,
        reported_at: 1,
        expires_at: LATER,
      })
      .execute();
    await database
      .insertInto('reviews')
      .values({
        ...guild,
        subject: `appeal:${mark}`,
        case_number: 1,
        member_id: id,
        opened_at: 1,
        open: 0,
        unsettled: 0,
        decided_by: other.id,
        expires_at: null,
        record: record({
          kind: 'appeal',
          guildId: GUILD,
          caseNumber: 1,
          member: { id, name: mark },
          openedAt: 1,
          decision: {
            kind: 'rejected',
            by: { id: other.id, name: other.mark },
            at: 2,
            reason: '',
          },
          answer: null,
          answerTries: 0,
          post: null,
          postBegunAt: null,
          isCounted: false,
          isShown: false,
        }),
      })
      .execute();
    await database
      .insertInto('review_texts')
      .values({
        ...guild,
        subject: `appeal:${mark}`,
        member_id: id,
        text: `${mark}: the appeal`,
        expires_at: LATER,
      })
      .execute();
    await database
      .insertInto('incidents')
      .values({
        ...guild,
        number: id === ANNA.id ? 1 : 2,
        opened_at: 1,
        ended_at: 2,
        unfinished: 0,
        record: record({
          guildId: GUILD,
          number: id === ANNA.id ? 1 : 2,
          openedAt: 1,
          endedAt: id === ANNA.id ? 1_000 : 2_000,
          endedBy: { id, name: mark },
          triggers: [],
          post: null,
          bulkActions: [],
          pauses: [{ kind: 'pause', what: 'dms', by: { id: other.id, name: other.mark }, at: 3 }],
        }),
      })
      .execute();
  }

  it('each gets everything of their own, and nothing of the other', async () => {
    const { memberData } = await open();
    for (const [person, other] of [
      [ANNA, BEN],
      [BEN, ANNA],
    ] as const) {
      const exported = await readJson(memberData.export(GUILD, person.id));
      const isAnna = person === ANNA;
      const at = new Date(isAnna ? 1_000 : 2_000).toISOString();
      const { mark } = person;
      expect(exported).toMatchObject({
        cases: [{ text: `${mark}: the text, to ${other.id}` }, { text: `${mark}: the reply` }],
        keywordAlerts: [{ text: `${mark}: a hit` }],
        waitingKeywordAlerts: [{ text: `${mark}: waits` }],
        notices: [{ lastSentAt: at }],
        appeals: [{ text: `${mark}: the appeal` }],
        reportsByThem: [{ messageId: `${mark}: reported` }],
        asModerator: {
          actions: [{ reason: `${mark}: a reason` }],
          notes: [{ text: `${mark}: a note` }],
          keywords: [{ text: `${mark}: keyword` }],
          words: [{ text: `${mark}: word` }],
          taggingSessions: [{ title: `${mark}: title` }],
          // Each ended their own incident and paused direct messages in the other's.
          incidents: [{ incident: 1 }, { incident: 2 }],
          insightsQueries: [{ startedAt: at }],
          reviews: [{ review: `appeal:${other.mark}` }],
        },
      });
      const json = JSON.stringify(exported).replaceAll(`appeal:${other.mark}`, '');
      expect(json).not.toContain(`${other.mark}:`);
      expect(json).not.toContain(`"${other.mark}"`);
    }
  });

  it('what one has erased leaves what the other gets as it was', async () => {
    const { database, memberData } = await open();
    const before = await readJson(memberData.export(GUILD, BEN.id));
    await eraseMember(database, GUILD, ANNA.id);
    expect(await readJson(memberData.export(GUILD, BEN.id))).toEqual(before);
    expect(JSON.stringify(await readJson(memberData.export(GUILD, ANNA.id)))).not.toMatch(
      /anna: (?:the|a hit|waits|reported)/,
    );
  });
});
