import { expect, it } from 'vitest';
import { DatabaseError } from '../../../../src/shared/database/errors.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { newDigest } from '../../../../src/bot/domain/posts/digest.ts';
import { createReviews } from '../../../../src/bot/storage/reviews/reviews.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createDigestStore } from '../../../../src/bot/storage/digests.ts';
import { createInbox } from '../../../../src/bot/storage/inbox.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { keywordContent } from '../../../helpers/event-content.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const digest = { ...newDigest('ref', 1), total: 2 };

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, systemClock, silentLogger);
    const reviews = createReviews(database, systemClock, silentLogger);
    const inbox = createInbox(database, systemClock, silentLogger);
    const digests = createDigestStore({ database, cases, reviews, logger: silentLogger });
    const accept = (id: string) =>
      inbox.accept({ id, content: keywordContent(id), receivedAtMs: Date.now() }, '1');
    return { database, cases, inbox, digests, accept };
  }

  it('keeps a digest until it ends', async () => {
    const { digests } = await open();
    expect(await digests.get('1')).toBeNull();
    await digests.save('1', digest);
    await digests.save('1', { ...digest, shown: 2 });
    await digests.save('2', digest);
    expect(await digests.get('1')).toEqual({ ...digest, shown: 2 });
    expect((await digests.keys()).toSorted()).toEqual(['1', '2']);
    await digests.end('1');
    expect(await digests.keys()).toEqual(['2']);
  });

  it('stores a digest and the state of its events in one write, or neither', async () => {
    const { database, inbox, digests, accept } = await open();
    await accept('a');
    await accept('b');
    await digests.saveWithEvents('1', digest, await inbox.next('1', 2));
    expect(await digests.get('1')).toEqual(digest);
    expect(await inbox.next('1', 2)).toEqual([]);
    await accept('c');
    const more = await inbox.next('1', 1);
    // The digest is written first, then its events.
    await database.schema.dropTable('events').execute();
    await expect(digests.saveWithEvents('1', { ...digest, total: 3 }, more)).rejects.toThrow(
      DatabaseError,
    );
    expect(await digests.get('1')).toEqual(digest);
  });

  it('stores a digest and its case in one write, or neither', async () => {
    const { database, cases, digests } = await open();
    const record = await cases.open(caseDraft(), 'text', 30);
    await cases.update(record, (latest) => ({ ...latest, keywords: ['word'] }));
    const counted = await digests.saveWithCase('1', digest, {
      record,
      change: (latest) => ({ ...latest, closedAt: 5 }),
    });
    expect(counted).toMatchObject({ keywords: ['word'], closedAt: 5 });
    expect(await cases.get(record.guildId, record.number)).toEqual(counted);
    expect(await digests.get('1')).toEqual(digest);
    await database.schema.dropTable('cases').execute();
    const failing = { record, change: () => ({ ...counted, closedAt: 6 }) };
    await expect(digests.saveWithCase('1', { ...digest, total: 3 }, failing)).rejects.toThrow(
      DatabaseError,
    );
    expect(await digests.get('1')).toEqual(digest);
  });

  it('finds the posted alert of a message’s keyword hit until a case claims it', async () => {
    const { inbox, accept } = await open();
    const hit = {
      eventId: 'a',
      guildId: '1',
      channelId: '2',
      messageId: '3',
      authorId: '4',
      keywords: ['a'],
      text: null,
    };
    const alert = { channelId: '8', messageId: '9' };
    await accept('a');
    const [event] = await inbox.next('1', 1);
    if (event === undefined) throw new Error('nothing waits');
    await inbox.save(event, { hit, keepMs: 60_000 });
    expect(await inbox.ofMessage('1', '3')).toBeNull();
    await inbox.done(event, alert);
    expect(await inbox.ofMessage('1', '3')).toEqual({ ...hit, alert });
    expect(await inbox.ofMessage('2', '3')).toBeNull();
    expect(await inbox.addKeyword('a', 'b')).toEqual({ ...hit, keywords: ['a', 'b'] });
    expect(await inbox.addKeyword('a', 'b')).toEqual({ ...hit, keywords: ['a', 'b'] });
    expect(await inbox.addKeyword('z', 'b')).toBeNull();
    await inbox.claim('a');
    expect(await inbox.ofMessage('1', '3')).toBeNull();
    expect(await inbox.get('a')).toEqual({ ...hit, keywords: ['a', 'b'] });
  });
});
