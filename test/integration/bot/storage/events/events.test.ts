import { expect, it } from 'vitest';
import { DatabaseError } from '../../../../../src/shared/database/errors.ts';
import { systemClock, type Clock } from '../../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { FALLBACK_KEY, postOf } from '../../../../../src/bot/domain/events.ts';
import { createAcceptEvents } from '../../../../../src/bot/storage/events/accept-events.ts';
import { eventBacklog } from '../../../../../src/bot/storage/events/event-backlog.ts';
import { createEventStore } from '../../../../../src/bot/storage/events/events.ts';
import { createFailedEvents } from '../../../../../src/bot/storage/events/failed-events.ts';
import { createPostStore } from '../../../../../src/bot/storage/posts.ts';
import { purgeExpired } from '../../../../../src/bot/storage/state.ts';
import { acceptEvent } from '../../../../helpers/accept-event.ts';
import { keywordContent, taggingContent } from '../../../../helpers/event-content.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';
import { describeOnEveryDatabase, openTestState } from '../../../../helpers/test-state.ts';

const NOW = Date.now();
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const REASON = { key: 'too large' };
const event = (id: string, { guildId = '1', receivedAtMs = NOW } = {}) => ({
  id,
  content: keywordContent(id, { guildId }),
  receivedAtMs,
});
const postIn = (guildId: string) => ({ guildId, kind: 'keyword', subject: '' }) as const;

describeOnEveryDatabase((newDatabase) => {
  async function open(url?: string, clock: Clock = systemClock, logger = silentLogger) {
    const { database, close } = await openTestState(url ?? (await newDatabase()));
    const accepting = createAcceptEvents(database, clock);
    const events = createEventStore(database, clock, logger);
    const failedEvents = createFailedEvents(database, clock, logger);
    const idsIn = async (guildId: string, limit = 10): Promise<string[]> =>
      (await events.next(postIn(guildId), limit)).map(({ id }) => id);
    const first = async (guildId = '1') => {
      const [next] = await events.next(postIn(guildId), 1);
      if (next === undefined) throw new Error('nothing waits');
      return next;
    };
    const fail = async (guildId = '1') =>
      events.fail(database, await first(guildId), { guildId, reason: REASON });
    return {
      database,
      close,
      accepting,
      events,
      failedEvents,
      posts: createPostStore(database, clock),
      accept: (accepted: ReturnType<typeof event>) => acceptEvent(accepting, accepted),
      idsIn,
      first,
      fail,
      backlog: () => eventBacklog(database, clock.now()),
    };
  }

  it('keeps the events of each post in order of arrival, across restarts', async () => {
    const url = await newDatabase();
    const before = await open(url);
    await Promise.all(['a', 'b', 'c'].map((id) => before.accept(event(id, { guildId: '12' }))));
    await before.accept(event('x'));
    await before.accept(event('d', { guildId: '12' }));
    await before.close();
    const { accept, idsIn, backlog, first, posts } = await open(url);
    await accept(event('e', { guildId: '12', receivedAtMs: NOW + 1 }));
    expect(await idsIn('12')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await idsIn('1')).toEqual(['x']);
    expect((await posts.guilds('waiting')).sort()).toEqual(['1', '12']);
    expect(await backlog()).toEqual({ depth: 6, oldestAtMs: NOW, failed: 0 });
    expect(await first('12')).toMatchObject({ content: keywordContent('a', { guildId: '12' }) });
  });

  it('asks for a post of each server in the same write, and of each tagging result', async () => {
    const { accepting, accept, posts } = await open();
    await Promise.all([accept(event('a')), accept(event('b', { guildId: '2' }))]);
    const result = { id: 'r', content: taggingContent('convo'), receivedAtMs: NOW };
    await acceptEvent(accepting, result, '2');
    await acceptEvent(accepting, { ...result, id: 's' });
    for (const post of [postIn('1'), postIn('2'), postOf(result, '2')]) {
      expect(await posts.get(post)).toMatchObject({ dueAt: NOW, message: null });
    }
    expect(await posts.guilds('waiting')).toContain(FALLBACK_KEY);
  });

  it('recognises an event that arrives again while the first one waits', async () => {
    const { accept, idsIn, posts } = await open();
    expect(await accept(event('a'))).toBe('stored');
    const before = await posts.get(postIn('1'));
    expect(await accept(event('a'))).toBe('known');
    expect(await idsIn('1')).toEqual(['a']);
    expect(await posts.get(postIn('1'))).toEqual(before);
  });

  it('stores an event once if it arrives several times at once, and answers every caller', async () => {
    const { accept, idsIn } = await open();
    // The first call starts a write; the others arrive during that write and share the next one.
    const results = await Promise.all(['a', 'a', 'b', 'b', 'b'].map((id) => accept(event(id))));
    expect(results).toEqual(['stored', 'known', 'stored', 'known', 'known']);
    expect(await idsIn('1')).toEqual(['a', 'b']);
  });

  it('recognises an event that is done for 24 hours after its receipt, and not longer', async () => {
    const clock = createFakeClock(NOW);
    const { database, accept, events, first, backlog } = await open(undefined, clock);
    await accept(event('a'));
    await events.done(database, [await first()]);
    clock.advance(24 * HOUR_MS - 1);
    expect(await accept(event('a'))).toBe('known');
    expect(await backlog()).toEqual({ depth: 0, oldestAtMs: null, failed: 0 });
    const rows = await database.selectFrom('events').select('content').execute();
    expect(rows).toEqual([{ content: null }]);
    clock.advance(1);
    expect(await accept(event('a'))).toBe('stored');
  });

  it('keeps a waiting or failed event for 30 days after its receipt', async () => {
    const clock = createFakeClock(NOW);
    const { database, accept, fail, backlog } = await open(undefined, clock);
    for (const id of ['a', 'b']) await accept(event(id));
    await fail();
    clock.advance(30 * DAY_MS - 1);
    expect(await purgeExpired(database, clock.now())).toBe(0);
    expect(await backlog()).toMatchObject({ depth: 1, failed: 1 });
    clock.advance(1);
    expect(await backlog()).toMatchObject({ depth: 0, failed: 0 });
    expect(await purgeExpired(database, clock.now())).toBe(2);
  });

  it('lists the oldest 100 failed events of a server', async () => {
    const { database, accept, events, failedEvents, backlog } = await open();
    const ids = Array.from({ length: 101 }, (_, index) => `event-${index}`);
    await Promise.all(ids.map((id) => accept(event(id))));
    for (const waiting of await events.next(postIn('1'), 200)) {
      await events.fail(database, waiting, { guildId: '1', reason: REASON });
    }
    expect(await backlog()).toMatchObject({ failed: 101 });
    expect((await failedEvents.failed('1')).map(({ eventId }) => eventId)).toEqual(
      ids.slice(0, 100),
    );
  });

  it('continues to accept events after a write failed', async () => {
    const { database, accept, idsIn } = await open();
    const { schema } = database;
    await schema.alterTable('events').renameTo('moved').execute();
    const results = await Promise.allSettled(['a', 'a', 'b'].map((id) => accept(event(id))));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await schema.alterTable('moved').renameTo('events').execute();
    expect(await accept(event('a'))).toBe('stored');
    expect(await idsIn('1')).toEqual(['a']);
  });

  it('accepts no event whose post cannot be stored', async () => {
    const { database, accept, idsIn } = await open();
    await database.schema.alterTable('posts').renameTo('moved').execute();
    await expect(accept(event('a'))).rejects.toThrow(DatabaseError);
    await database.schema.alterTable('moved').renameTo('posts').execute();
    expect(await idsIn('1')).toEqual([]);
    expect(await accept(event('a'))).toBe('stored');
  });

  it('stores thousands of simultaneous events and reads only the next ones', async () => {
    const { accept, idsIn, backlog } = await open();
    const ids = Array.from({ length: 3000 }, (_, index) => `event-${index}`);
    await Promise.all(ids.map((id) => accept(event(id))));
    expect(await backlog()).toMatchObject({ depth: 3000 });
    expect(await idsIn('1', 3)).toEqual(ids.slice(0, 3));
  });

  it('lists a failed event and requeues it in its original position', async () => {
    const { database, accept, events, failedEvents, idsIn, first, fail, posts } = await open();
    await accept(event('a'));
    await accept(event('b'));
    await events.reject(database, await first());
    expect(await first()).toMatchObject({ id: 'a', tries: 1 });
    await fail();
    expect(await idsIn('1')).toEqual(['b']);
    expect(await failedEvents.failed('1')).toEqual([
      { eventId: 'a', guildId: '1', addon: 'keywordAlert', reason: REASON, receivedAtMs: NOW },
    ]);
    expect(await failedEvents.failed(null)).toEqual([]);
    expect(await accept(event('a'))).toBe('known');
    const before = await posts.get(postIn('1'));
    expect(await failedEvents.requeue('a')).toBe('1');
    expect((await posts.get(postIn('1')))?.revision).toBe((before?.revision ?? 0) + 1);
    expect(await failedEvents.requeue('a')).toBeNull();
    expect(await events.next(postIn('1'), 2)).toMatchObject([{ id: 'a', tries: 0 }, { id: 'b' }]);
    expect(await failedEvents.failed('1')).toEqual([]);
  });

  it('lets nothing get ahead of an event whose post has begun, not even one that another process accepted', async () => {
    const { database, accept, events, idsIn, first } = await open();
    await accept(event('a'));
    await events.begin(database, await first());
    await accept(event('earlier', { receivedAtMs: NOW - HOUR_MS }));
    expect(await idsIn('1')).toEqual(['a', 'earlier']);
  });

  it('gives the events of a server that the bot has left to the fallback channel', async () => {
    const { database, accept, events, failedEvents, idsIn, posts } = await open();
    for (const id of ['a', 'b']) await accept(event(id));
    await events.disown(database, postIn('1'));
    expect(await idsIn('1')).toEqual([]);
    expect(await idsIn(FALLBACK_KEY)).toEqual(['a', 'b']);
    expect(await posts.get(postIn(FALLBACK_KEY))).toMatchObject({ message: null });
    const [a] = await events.next(postIn(FALLBACK_KEY), 1);
    if (a === undefined) throw new Error('nothing waits');
    await events.fail(database, a, { guildId: FALLBACK_KEY, reason: REASON });
    expect(await failedEvents.failed(null)).toMatchObject([{ eventId: 'a', guildId: null }]);
    await failedEvents.requeueUnowned();
    expect(await idsIn(FALLBACK_KEY)).toEqual(['a', 'b']);
  });

  it('keeps a joined event until its alert shows it, or is gone', async () => {
    const { database, accept, events, idsIn, first, backlog, posts } = await open();
    for (const id of ['a', 'b', 'c']) await accept(event(id));
    for (const alert of ['8', '9', '9']) await events.join(database, await first(), alert);
    expect(await idsIn('1')).toEqual([]);
    expect(await backlog()).toMatchObject({ depth: 3 });
    await events.done(database, await events.joinedTo('1', '8'));
    expect(await backlog()).toMatchObject({ depth: 2 });
    const joined = await events.joinedTo('1', '9');
    expect(joined.map(({ id }) => id)).toEqual(['b', 'c']);
    await database.deleteFrom('posts').execute();
    await events.release(database, '1', '9');
    expect(await idsIn('1')).toEqual(['b', 'c']);
    expect(await events.joinedTo('1', '9')).toEqual([]);
    expect(await posts.get(postIn('1'))).toMatchObject({ message: null });
  });

  it('throws when the database cannot store an event', async () => {
    const { database, accept } = await open();
    await database.schema.dropTable('events').execute();
    await expect(accept(event('a'))).rejects.toThrow(DatabaseError);
  });

  it('logs an event that can no longer be read and goes on with the next', async () => {
    const { logger, lines } = createLogSink();
    const { database, accept, idsIn, backlog } = await open(undefined, systemClock, logger);
    await accept(event('a'));
    await accept(event('b'));
    await database
      .updateTable('events')
      .set({ content: '{"kind":"new"}' })
      .where('id', '=', 'a')
      .execute();
    expect(await idsIn('1')).toEqual(['b']);
    expect(await backlog()).toMatchObject({ depth: 1 });
    expect(lines.join()).toContain('event a');
  });
});
