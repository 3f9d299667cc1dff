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
import { caseDraft } from '../../../helpers/cases.ts';
import { createEventStore } from '../../../../src/bot/storage/events/events.ts';
import type { KeywordEvent } from '../../../../src/bot/posts/events/join-keyword.ts';
import { acceptEvent } from '../../../helpers/accept-event.ts';

import { keywordContent } from '../../../helpers/event-content.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const GUILD = '300000000000000001';

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    const events = createEventStore(database, clock, silentLogger);
    const store = createDigestStore(database, clock, silentLogger);
    const posts = createPostStore(database, clock);
    const digests = createDigests({ store, events });
    /** Events that wait, as they are counted. */
    async function accept(...ids: readonly string[]): Promise<KeywordEvent[]> {
      return Promise.all(
        ids.map(async (id) => {
          const content = keywordContent(id, { guildId: GUILD });
          const event = { id, content, receivedAtMs: clock.now() };
          await acceptEvent(database, event);
          return { ...event, tries: 0 };
        }),
      );
    }
    const waiting = () => events.next({ guildId: GUILD, kind: 'keyword', subject: '' }, 9);
    const post = () => posts.get({ guildId: GUILD, kind: 'digest', subject: GUILD });
    return { clock, database, store, digests, accept, waiting, post };
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
    const { database, store, digests, accept, waiting, post } = await open();
    const count = (events: readonly KeywordEvent[]) =>
      database
        .transaction()
        .execute((transaction) => digests.countHits(transaction, GUILD, events));
    await count(await accept('a', 'b'));
    expect(await store.get(GUILD)).toMatchObject({ total: 2, byKeyword: { a: 1, b: 1 } });
    expect(await waiting()).toEqual([]);
    const before = await post();
    const events = await accept('c');
    // The digest is written first, then its events.
    await database.schema.dropTable('events').execute();
    await expect(count(events)).rejects.toThrow(DatabaseError);
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
});
