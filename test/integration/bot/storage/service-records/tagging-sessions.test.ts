import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../../src/shared/clock.ts';
import { openStateKey } from '../../../../../src/bot/storage/secrets/state-key.ts';
import { createTaggingSessions } from '../../../../../src/bot/storage/service-records/tagging-sessions.ts';
import { createEncryption } from '../../../../../src/bot/storage/secrets/encryption.ts';
import { tempDir } from '../../../../helpers/temp-dir.ts';
import { describeOnEveryDatabase, openTestState } from '../../../../helpers/test-state.ts';

const AUTHOR_KEY = 'a secret author key';

const session = (convoId: string, startedAt = 1_000, guildId = '1') => ({
  convoId,
  guildId,
  channelId: '5',
  userId: '7',
  title: 'talk.mp3',
  startedAt,
});

describeOnEveryDatabase((newDatabase) => {
  async function openSessions(stateKey: Buffer = randomBytes(32)) {
    const url = await newDatabase();
    const { database, close } = await openTestState(url);
    const sessions = createTaggingSessions({ database, stateKey, clock: systemClock });
    return { sessions, database, close };
  }

  it('lists a server’s sessions, newest first', async () => {
    const { sessions } = await openSessions();
    await sessions.add(session('a', 9), AUTHOR_KEY);
    await sessions.add(session('b', 100), AUTHOR_KEY);
    await sessions.add(session('c', 50, '12'), AUTHOR_KEY);
    expect(await sessions.list('1')).toEqual([session('b', 100), session('a', 9)]);
  });

  it('shows a session only to the server that started it', async () => {
    const { sessions } = await openSessions();
    await sessions.add(session('a'), AUTHOR_KEY);
    expect(await sessions.get('1', 'a')).toEqual(session('a'));
    expect(await sessions.get('2', 'a')).toBeNull();
  });

  it('returns where a session was started', async () => {
    const { sessions } = await openSessions();
    await sessions.add(session('a'), AUTHOR_KEY);
    expect(await sessions.placeOf('a')).toEqual({ guildId: '1', channelId: '5', userId: '7' });
    expect(await sessions.placeOf('b')).toBeNull();
  });

  it('removes a session', async () => {
    const { sessions } = await openSessions();
    await sessions.add(session('a'), AUTHOR_KEY);
    await sessions.remove(session('a'));
    expect(await sessions.list('1')).toEqual([]);
    expect(await sessions.placeOf('a')).toBeNull();
  });

  it('returns the author key and stores it only encrypted', async () => {
    const { sessions, database } = await openSessions();
    await sessions.add(session('a'), AUTHOR_KEY);
    expect(await sessions.authorKey(session('a'))).toBe(AUTHOR_KEY);
    const rows = await database.selectFrom('tagging_sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(AUTHOR_KEY);
  });

  it('returns no author key if the state key has changed', async () => {
    const { sessions, database } = await openSessions();
    await sessions.add(session('a'), AUTHOR_KEY);
    const other = createTaggingSessions({
      database,
      stateKey: randomBytes(32),
      clock: systemClock,
    });
    expect(await other.authorKey(session('a'))).toBeNull();
  });
});

it('decrypts a secret only in its context and undamaged', () => {
  const encryption = createEncryption(randomBytes(32), 'a test');
  const ciphertext = encryption.encrypt('secret', 'here');
  expect(encryption.decrypt(ciphertext, 'here')).toBe('secret');
  expect(encryption.decrypt(ciphertext, 'there')).toBeNull();
  expect(
    encryption.decrypt(`${ciphertext.startsWith('A') ? 'B' : 'A'}${ciphertext.slice(1)}`, 'here'),
  ).toBeNull();
  expect(encryption.decrypt('AAAA', 'here')).toBeNull();
});

it('uses a different key for each purpose', () => {
  const key = randomBytes(32);
  const ciphertext = createEncryption(key, 'first').encrypt('secret', 'here');
  expect(createEncryption(key, 'second').decrypt(ciphertext, 'here')).toBeNull();
});

it('creates a key file that only its user can read, and reads it again', () => {
  const folder = tempDir();
  const url = `sqlite:${join(folder, 'new', 'state.sqlite')}`;
  const key = openStateKey(url);
  expect(key).toHaveLength(32);
  expect(statSync(join(folder, 'new', 'state.key')).mode & 0o777).toBe(0o600);
  expect(openStateKey(url)).toEqual(key);
});

it('names a key file that is too short', () => {
  const folder = tempDir();
  writeFileSync(join(folder, 'state.key'), 'short');
  expect(() => openStateKey(`sqlite:${join(folder, 'state.sqlite')}`)).toThrow('state.key');
});
