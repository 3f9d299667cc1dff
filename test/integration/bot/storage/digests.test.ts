import { expect, it } from 'vitest';
import { DatabaseError } from '../../../../src/shared/database/errors.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { refOf } from '../../../../src/bot/domain/events.ts';
import { withReview } from '../../../../src/bot/domain/posts/digest.ts';
import { createDigests } from '../../../../src/bot/posts/digests/digests.ts';
import { createPostStore } from '../../../../src/bot/storage/posts.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createDigestStore } from '../../../../src/bot/storage/digests.ts';
import { createInbox } from '../../../../src/bot/storage/inbox.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { keywordContent } from '../../../helpers/event-content.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = '300000000000000001';
const hit = { counted: { keyword: 'k', place: null } };

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    const inbox = createInbox(database, clock, silentLogger);
    const store = createDigestStore(database, clock, silentLogger);
    const posts = createPostStore(database, clock);
    const looked: string[] = [];
    const outbox = { look: (guildId: string) => void looked.push(guildId) };
    const digests = createDigests({ database, store, outbox });
    const accept = (id: string) =>
      inbox.accept({ id, content: keywordContent(id), receivedAtMs: clock.now() }, GUILD);
    const post = () => posts.get({ guildId: GUILD, kind: 'digest', subject: GUILD });
    return { clock, database, inbox, store, digests, accept, post, looked };
  }

  it('keeps a digest until it ends', async () => {
    const { database, store } = await open();
    expect(await store.get(GUILD)).toBeNull();
    await store.count(database, GUILD, { ref: 'a', add: withReview });
    await store.count(database, GUILD, { ref: 'b', add: withReview });
    expect(await store.get(GUILD)).toMatchObject({ total: 2, ref: refOf('a') });
    await store.update(database, GUILD, (latest) => ({ ...latest, shown: 2 }));
    expect(await store.get(GUILD)).toMatchObject({ shown: 2 });
    const digest = await store.get(GUILD);
    if (digest === null) throw new Error('no digest');
    await store.count(database, GUILD, { ref: 'c', add: withReview });
    await store.end(database, GUILD, digest);
    expect(await store.get(GUILD)).toMatchObject({ total: 3 });
    await store.end(database, GUILD, { ...digest, total: 3 });
    expect(await store.get(GUILD)).toBeNull();
  });

  it('counts in a new message when all of the last one is shown and ten minutes old', async () => {
    const { clock, database, store, post } = await open();
    await store.count(database, GUILD, { ref: 'a', add: withReview });
    clock.advance(11 * 60_000);
    await store.count(database, GUILD, { ref: 'b', add: withReview });
    expect(await store.get(GUILD)).toMatchObject({ total: 2 });
    expect((await post())?.revision).toBe(2);
    await store.update(database, GUILD, (latest) => ({ ...latest, shown: 2 }));
    await store.count(database, GUILD, { ref: 'c', add: withReview });
    expect(await store.get(GUILD)).toMatchObject({ total: 1, ref: refOf('c') });
    // A process that read the post before cannot end the new digest.
    expect(await post()).toMatchObject({ revision: 3, message: null });
  });

  it('stores a digest, its post and the state of its events in one write, or nothing', async () => {
    const { database, inbox, store, digests, accept, post, looked } = await open();
    await accept('a');
    await accept('b');
    const countAll = async () =>
      digests.countEvents(
        GUILD,
        (await inbox.next(GUILD, 2)).map((event) => ({ event, ...hit })),
      );
    await countAll();
    expect(await store.get(GUILD)).toMatchObject({ total: 2 });
    expect(await inbox.next(GUILD, 2)).toEqual([]);
    expect(looked).toEqual([GUILD]);
    const before = await post();
    await accept('c');
    const [event] = await inbox.next(GUILD, 1);
    if (event === undefined) throw new Error('nothing waits');
    // The digest is written first, then its events.
    await database.schema.dropTable('events').execute();
    await expect(digests.countEvents(GUILD, [{ event, ...hit }])).rejects.toThrow(DatabaseError);
    expect(await store.get(GUILD)).toMatchObject({ total: 2 });
    expect(await post()).toEqual(before);
  });

  it('counts a case only if the rest of the transaction is stored', async () => {
    const { clock, database, store, digests, post } = await open();
    const cases = createCases(database, clock, silentLogger);
    const record = await cases.open(caseDraft({ guildId: GUILD }), 'text', 30);
    const count = (fails: boolean) =>
      database.transaction().execute(async (transaction) => {
        await digests.countCase(transaction, record);
        if (fails) throw new Error('disk full');
      });
    await count(false);
    expect(await store.get(GUILD)).toMatchObject({ total: 1 });
    const before = await post();
    await expect(count(true)).rejects.toThrow('disk full');
    expect(await store.get(GUILD)).toMatchObject({ total: 1 });
    expect(await post()).toEqual(before);
  });

  it('finds the posted alert of a message’s keyword hit until a case claims it', async () => {
    const { inbox, accept } = await open();
    const found = {
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
    const [event] = await inbox.next(GUILD, 1);
    if (event === undefined) throw new Error('nothing waits');
    await inbox.save(event, { hit: found, keepMs: 60_000 });
    expect(await inbox.ofMessage('1', '3')).toBeNull();
    await inbox.done(event, alert);
    expect(await inbox.ofMessage('1', '3')).toEqual({ ...found, alert });
    expect(await inbox.ofMessage('2', '3')).toBeNull();
    expect(await inbox.addKeyword('a', 'b')).toEqual({ ...found, keywords: ['a', 'b'] });
    expect(await inbox.addKeyword('a', 'b')).toEqual({ ...found, keywords: ['a', 'b'] });
    expect(await inbox.addKeyword('z', 'b')).toBeNull();
    await inbox.claim('a');
    expect(await inbox.ofMessage('1', '3')).toBeNull();
    expect(await inbox.get('a')).toEqual({ ...found, keywords: ['a', 'b'] });
  });
});
