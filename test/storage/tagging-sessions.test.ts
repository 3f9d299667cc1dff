import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../src/lib/logger.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { openStateKey } from '../../src/storage/state-key.ts';
import { createTaggingSessions } from '../../src/storage/tagging-sessions.ts';
import { createVault } from '../../src/storage/vault.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const AUTHOR_KEY = 'an author key nobody must see';

const session = (convoId: string, startedAt = 1_000, guildId = '1') => ({
  convoId,
  guildId,
  channelId: '5',
  userId: '7',
  title: 'talk.mp3',
  startedAt,
});

async function opened(stateKey: Buffer = randomBytes(32)) {
  const file = join(tempDir(), 'state.sqlite');
  const database = await openDatabase(`sqlite:${file}`, silentLogger);
  onTestFinished(() => database.close().catch(() => undefined));
  return {
    sessions: createTaggingSessions({ database, stateKey, logger: silentLogger }),
    database,
    file,
  };
}

it('lists the sessions of a server, the newest first', async () => {
  const { sessions } = await opened();
  await sessions.add(session('a', 9), AUTHOR_KEY);
  await sessions.add(session('b', 100), AUTHOR_KEY);
  await sessions.add(session('c', 50, '12'), AUTHOR_KEY);
  expect(await sessions.list('1')).toEqual([session('b', 100), session('a', 9)]);
});

it('shows a session to the server that started it only', async () => {
  const { sessions } = await opened();
  await sessions.add(session('a'), AUTHOR_KEY);
  expect(await sessions.get('1', 'a')).toEqual(session('a'));
  expect(await sessions.get('2', 'a')).toBeNull();
});

it('tells where a session was started', async () => {
  const { sessions } = await opened();
  await sessions.add(session('a'), AUTHOR_KEY);
  expect(await sessions.placeOf('a')).toEqual({ guildId: '1', channelId: '5', userId: '7' });
  expect(await sessions.placeOf('b')).toBeNull();
});

it('forgets a session that did not come about', async () => {
  const { sessions } = await opened();
  await sessions.add(session('a'), AUTHOR_KEY);
  await sessions.remove(session('a'));
  expect(await sessions.list('1')).toEqual([]);
  expect(await sessions.placeOf('a')).toBeNull();
});

it('gives the author key back, which stands nowhere in the database', async () => {
  const { sessions, database, file } = await opened();
  await sessions.add(session('a'), AUTHOR_KEY);
  expect(await sessions.authorKey(session('a'))).toBe(AUTHOR_KEY);
  await database.close();
  expect(readFileSync(file).includes(AUTHOR_KEY)).toBe(false);
});

it('has no author key for a record sealed with another key', async () => {
  const { sessions, database } = await opened();
  await sessions.add(session('a'), AUTHOR_KEY);
  const other = createTaggingSessions({
    database,
    stateKey: randomBytes(32),
    logger: silentLogger,
  });
  expect(await other.authorKey(session('a'))).toBeNull();
});

it('opens a secret only where it was sealed for, and undamaged', () => {
  const vault = createVault(randomBytes(32), 'a test');
  const sealed = vault.seal('secret', 'here');
  expect(vault.open(sealed, 'here')).toBe('secret');
  expect(vault.open(sealed, 'there')).toBeNull();
  expect(vault.open(`${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`, 'here')).toBeNull();
  expect(vault.open('AAAA', 'here')).toBeNull();
});

it('has another key for another purpose', () => {
  const key = randomBytes(32);
  const sealed = createVault(key, 'one').seal('secret', 'here');
  expect(createVault(key, 'another').open(sealed, 'here')).toBeNull();
});

it('makes a key beside the database, for its user alone, and finds it again', () => {
  const folder = tempDir();
  const url = `sqlite:${join(folder, 'new', 'state.sqlite')}`;
  const key = openStateKey(url);
  expect(key).toHaveLength(32);
  expect(statSync(join(folder, 'new', 'state.key')).mode & 0o777).toBe(0o600);
  expect(openStateKey(url)).toEqual(key);
});

it('refuses a key file that is cut, naming it', () => {
  const folder = tempDir();
  writeFileSync(join(folder, 'state.key'), 'short');
  expect(() => openStateKey(`sqlite:${join(folder, 'state.sqlite')}`)).toThrow('state.key');
});
