import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import { newDigest } from '../../src/moderation/digest.ts';
import type { InboxStore } from '../../src/moderation/events.ts';
import { openDatabase, type Database } from '../../src/storage/database.ts';
import { createInbox } from '../../src/storage/inbox.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const NOW = Date.now();
const event = (id: string, receivedAtMs = NOW) => ({ id, body: { said: id }, receivedAtMs });

async function opened(file = join(tempDir(), 'state.sqlite')): Promise<{
  inbox: InboxStore;
  database: Database;
  file: string;
}> {
  const database = await openDatabase(`sqlite:${file}`, silentLogger);
  onTestFinished(() => database.close().catch(() => undefined));
  return { inbox: createInbox(database, silentLogger, systemClock), database, file };
}

const idsIn = async (inbox: InboxStore, lane: string, limit = 10): Promise<string[]> =>
  (await inbox.next(lane, limit)).map(({ id }) => id);

it('keeps the events of each lane in the order they came, also for a new process', async () => {
  const first = await opened();
  await Promise.all(['a', 'b', 'c'].map((id) => first.inbox.accept(event(id), '12')));
  await first.inbox.accept(event('x'), '1');
  await first.inbox.accept(event('d'), '12');
  await first.database.close();
  const { inbox } = await opened(first.file);
  await inbox.accept(event('e', NOW + 1), '12');
  expect(await idsIn(inbox, '12')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await idsIn(inbox, '1')).toEqual(['x']);
  expect((await inbox.lanes()).sort()).toEqual(['1', '12']);
  expect(await inbox.count()).toBe(6);
  expect((await inbox.next('12', 1))[0]).toMatchObject({ body: { said: 'a' }, tries: 0 });
});

it('knows an event again while it waits, at the same moment, and for a day after it is done', async () => {
  const { inbox } = await opened();
  const answers = await Promise.all([
    inbox.accept(event('a'), '1'),
    inbox.accept(event('a'), '1'),
    inbox.accept(event('b'), '1'),
  ]);
  expect(answers).toEqual(['stored', 'known', 'stored']);
  expect(await inbox.accept(event('a'), '1')).toBe('known');
  const [first] = await inbox.next('1', 1);
  if (first !== undefined) await inbox.done(first);
  expect(await inbox.accept(event('a'), '1')).toBe('known');
  expect(await idsIn(inbox, '1')).toEqual(['b']);
});

it('forgets the id of an event that is done and a day old', async () => {
  const { inbox } = await opened();
  const old = event('a', NOW - 25 * 60 * 60 * 1000);
  await inbox.accept(old, '1');
  const [first] = await inbox.next('1', 1);
  if (first !== undefined) await inbox.done(first);
  // The database goes by the time of day.
  await vi.waitFor(async () => expect(await inbox.accept(old, '1')).toBe('stored'));
});

it('takes thousands of events at once in few writes, and reads the next ones alone', async () => {
  const { inbox } = await opened();
  const ids = Array.from({ length: 3000 }, (_, index) => `event-${index}`);
  await Promise.all(ids.map((id) => inbox.accept(event(id), '1')));
  expect(await inbox.count()).toBe(3000);
  expect(await idsIn(inbox, '1', 3)).toEqual(ids.slice(0, 3));
});

it('counts events in a digest together with what it counts, or not at all', async () => {
  const { inbox, database } = await opened();
  await inbox.accept(event('a'), '1');
  await inbox.accept(event('b'), '1');
  const waiting = await inbox.next('1', 2);
  const digest = { ...newDigest('ref', NOW), total: 2 };
  await inbox.fold('1', digest, waiting);
  expect(await inbox.digest('1')).toEqual(digest);
  expect(await inbox.next('1', 2)).toEqual([]);
  expect(await inbox.digests()).toEqual(['1']);
  await inbox.accept(event('c'), '1');
  const more = await inbox.next('1', 1);
  await database.close();
  await expect(inbox.fold('1', { ...digest, total: 3 }, more)).rejects.toThrow('could not write');
});

it('passes over a row whose event is done: the process was killed between the two writes', async () => {
  const { inbox, file } = await opened();
  await inbox.accept(event('a'), '1');
  await inbox.accept(event('b'), '1');
  const raw = new KeyvSqlite(`sqlite://${file}`);
  await raw.query('UPDATE keyv SET value = ? WHERE key = ?', [
    '{"value":{"state":"done"}}',
    'inbox:a',
  ]);
  await raw.close();
  expect(await idsIn(inbox, '1', 1)).toEqual(['b']);
  expect(await inbox.count()).toBe(1);
});

it('puts an event aside, shows it, and lets it wait again in its place', async () => {
  const { inbox } = await opened();
  await inbox.accept(event('a'), '1');
  await inbox.accept(event('b'), '1');
  const [first] = await inbox.next('1', 1);
  const parking = { guildId: '1', addon: 'keywordAlert', reason: 'too odd' };
  if (first !== undefined) await inbox.park({ ...first, tries: 5 }, parking);
  expect(await idsIn(inbox, '1')).toEqual(['b']);
  expect(await inbox.parked('1')).toEqual([{ eventId: 'a', receivedAtMs: NOW, ...parking }]);
  expect(await inbox.parked(null)).toEqual([]);
  expect(await inbox.accept(event('a'), '1')).toBe('known');
  expect(await inbox.unpark('a')).toBe('1');
  expect(await inbox.unpark('a')).toBeNull();
  expect(await inbox.next('1', 2)).toMatchObject([{ id: 'a', tries: 0 }, { id: 'b' }]);
  expect(await inbox.parked('1')).toEqual([]);
});

it('keeps what a keyword was found in with its event, and forgets an author’s texts alone', async () => {
  const { inbox } = await opened();
  const place = { guildId: '1', channelId: '2', messageId: '3' };
  const hitOf = (eventId: string, changes: object) => {
    return { ...place, eventId, authorId: '4', keyword: 'word', text: 'words', ...changes };
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

it('throws when the database does not take an event', async () => {
  const { inbox, database } = await opened();
  await database.close();
  await expect(inbox.accept(event('a'), '1')).rejects.toThrow('could not read');
});
