import { expect, it } from 'vitest';
import { DatabaseError } from '../../../../src/shared/database/errors.ts';
import { systemClock, type Clock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { InboxStore } from '../../../../src/bot/domain/events.ts';
import { createInbox } from '../../../../src/bot/storage/inbox.ts';
import { purgeExpired } from '../../../../src/bot/storage/state.ts';
import { keywordContent } from '../../../helpers/event-content.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const NOW = Date.now();
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const event = (id: string, receivedAtMs = NOW) => ({
  id,
  content: keywordContent(id),
  receivedAtMs,
});

describeOnEveryDatabase((newDatabase) => {
  async function openInbox(url?: string, clock: Clock = systemClock) {
    const state = await openTestState(url ?? (await newDatabase()));
    const inbox: InboxStore = createInbox(state.database, clock, silentLogger);
    return { inbox, state };
  }

  const idsIn = async (inbox: InboxStore, lane: string, limit = 10): Promise<string[]> =>
    (await inbox.next(lane, limit)).map(({ id }) => id);

  it('keeps the events of each lane in order of arrival, across restarts', async () => {
    const url = await newDatabase();
    const first = await openInbox(url);
    await Promise.all(['a', 'b', 'c'].map((id) => first.inbox.accept(event(id), '12')));
    await first.inbox.accept(event('x'), '1');
    await first.inbox.accept(event('d'), '12');
    await first.state.close();
    const { inbox } = await openInbox(url);
    await inbox.accept(event('e', NOW + 1), '12');
    expect(await idsIn(inbox, '12')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await idsIn(inbox, '1')).toEqual(['x']);
    expect((await inbox.lanes()).sort()).toEqual(['1', '12']);
    expect(await inbox.count()).toBe(6);
    expect((await inbox.next('12', 1))[0]).toMatchObject({
      content: keywordContent('a'),
      tries: 0,
    });
  });

  it('recognises an event that arrives again while the first one waits', async () => {
    const { inbox } = await openInbox();
    expect(await inbox.accept(event('a'), '1')).toBe('stored');
    expect(await inbox.accept(event('a'), '1')).toBe('known');
    expect(await idsIn(inbox, '1')).toEqual(['a']);
  });

  it('stores an event once if it arrives several times at once, and answers every caller', async () => {
    const { inbox } = await openInbox();
    const results = await Promise.all([
      // The first call starts a write; the others arrive during that write and share the next one.
      inbox.accept(event('a'), '1'),
      inbox.accept(event('a'), '1'),
      inbox.accept(event('b'), '1'),
      inbox.accept(event('b'), '1'),
      inbox.accept(event('b'), '1'),
    ]);
    expect(results).toEqual(['stored', 'known', 'stored', 'known', 'known']);
    expect(await idsIn(inbox, '1')).toEqual(['a', 'b']);
  });

  it('recognises an event that is done for 24 hours after its receipt, and not longer', async () => {
    const clock = createFakeClock(NOW);
    const { inbox, state } = await openInbox(undefined, clock);
    await inbox.accept(event('a'), '1');
    const [waiting] = await inbox.next('1', 1);
    if (waiting !== undefined) await inbox.done(waiting);
    clock.advance(24 * HOUR_MS - 1);
    expect(await inbox.accept(event('a'), '1')).toBe('known');
    expect(await inbox.count()).toBe(0);
    const rows = await state.database.selectFrom('events').select('content').execute();
    expect(rows).toEqual([{ content: null }]);
    clock.advance(1);
    expect(await inbox.accept(event('a'), '1')).toBe('stored');
  });

  it('keeps a waiting or failed event for 30 days after its receipt', async () => {
    const clock = createFakeClock(NOW);
    const { inbox, state } = await openInbox(undefined, clock);
    for (const id of ['a', 'b']) await inbox.accept(event(id), '1');
    const [first] = await inbox.next('1', 1);
    const failure = { guildId: '1', addon: 'keywordAlert', reason: { key: 'too large' } };
    if (first !== undefined) await inbox.deadLetter(first, failure);
    const counts = async () => [await inbox.count(), await inbox.failedCount()];
    clock.advance(30 * DAY_MS - 1);
    expect(await purgeExpired(state.database, clock.now())).toBe(0);
    expect(await counts()).toEqual([1, 1]);
    clock.advance(1);
    expect(await counts()).toEqual([0, 0]);
    expect(await purgeExpired(state.database, clock.now())).toBe(2);
  });

  it('lists the oldest 100 failed events of a server', async () => {
    const { inbox } = await openInbox();
    const ids = Array.from({ length: 101 }, (_, index) => `event-${index}`);
    await Promise.all(ids.map((id) => inbox.accept(event(id), '1')));
    const failure = { guildId: '1', addon: 'keywordAlert', reason: { key: 'too large' } };
    for (const waiting of await inbox.next('1', 200)) await inbox.deadLetter(waiting, failure);
    expect(await inbox.failedCount()).toBe(101);
    expect((await inbox.failed('1')).map(({ eventId }) => eventId)).toEqual(ids.slice(0, 100));
  });

  it('continues to accept events after a write failed', async () => {
    const { inbox, state } = await openInbox();
    const { schema } = state.database;
    await schema.alterTable('events').renameTo('moved').execute();
    const results = await Promise.allSettled(
      ['a', 'a', 'b'].map((id) => inbox.accept(event(id), '1')),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await schema.alterTable('moved').renameTo('events').execute();
    expect(await inbox.accept(event('a'), '1')).toBe('stored');
    expect(await idsIn(inbox, '1')).toEqual(['a']);
  });

  it('stores thousands of simultaneous events and reads only the next ones', async () => {
    const { inbox } = await openInbox();
    const ids = Array.from({ length: 3000 }, (_, index) => `event-${index}`);
    await Promise.all(ids.map((id) => inbox.accept(event(id), '1')));
    expect(await inbox.count()).toBe(3000);
    expect(await idsIn(inbox, '1', 3)).toEqual(ids.slice(0, 3));
  });

  it('lists a failed event and requeues it in its original position', async () => {
    const { inbox } = await openInbox();
    await inbox.accept(event('a'), '1');
    await inbox.accept(event('b'), '1');
    const [first] = await inbox.next('1', 1);
    const failure = { guildId: '1', addon: 'keywordAlert', reason: { key: 'too large' } };
    if (first !== undefined) await inbox.deadLetter({ ...first, tries: 5 }, failure);
    expect(await idsIn(inbox, '1')).toEqual(['b']);
    expect(await inbox.failed('1')).toEqual([{ eventId: 'a', receivedAtMs: NOW, ...failure }]);
    expect(await inbox.failed(null)).toEqual([]);
    expect(await inbox.accept(event('a'), '1')).toBe('known');
    expect(await inbox.requeue('a')).toBe('1');
    expect(await inbox.requeue('a')).toBeNull();
    expect(await inbox.next('1', 2)).toMatchObject([{ id: 'a', tries: 0 }, { id: 'b' }]);
    expect(await inbox.failed('1')).toEqual([]);
  });

  it('stores keyword hits with their events and deletes the texts of one author only', async () => {
    const { inbox } = await openInbox();
    const place = { guildId: '1', channelId: '2', messageId: '3' };
    const hitOf = (eventId: string, changes: object) => {
      return { ...place, eventId, authorId: '4', keywords: ['word'], text: 'words', ...changes };
    };
    const hits = [
      hitOf('a', {}),
      hitOf('b', { authorId: '44' }),
      hitOf('c', { guildId: '9' }),
      hitOf('d', { text: null }),
    ];
    for (const hit of hits) {
      await inbox.accept(event(hit.eventId), '1');
      const [waiting] = await inbox.next('1', 1);
      if (waiting === undefined) throw new Error('nothing waits');
      await inbox.save(waiting, { hit, keepMs: 60_000 });
      await inbox.done(waiting);
    }
    const stored = () => Promise.all(hits.map(({ eventId }) => inbox.get(eventId)));
    expect(await stored()).toEqual(hits);
    expect(await inbox.forgetTexts('1', '4')).toBe(1);
    expect(await stored()).toEqual([{ ...hits[0], text: null }, ...hits.slice(1)]);
  });

  it('throws when the database cannot store an event', async () => {
    const { inbox, state } = await openInbox();
    await state.database.schema.dropTable('events').execute();
    await expect(inbox.accept(event('a'), '1')).rejects.toThrow(DatabaseError);
  });

  it('logs an event that can no longer be read and keeps its lane going', async () => {
    const { logger, lines } = createLogSink();
    const { database } = await openTestState(await newDatabase());
    const inbox = createInbox(database, systemClock, logger);
    await inbox.accept(event('a'), '1');
    await inbox.accept(event('b'), '1');
    await database
      .updateTable('events')
      .set({ content: '{"kind":"new"}' })
      .where('id', '=', 'a')
      .execute();
    expect(await idsIn(inbox, '1')).toEqual(['b']);
    expect(await inbox.count()).toBe(1);
    expect(lines.join()).toContain('event a');
  });
});
