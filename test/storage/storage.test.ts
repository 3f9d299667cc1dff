import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger, type Logger } from '../../src/lib/logger.ts';
import { defaultPolicy } from '../../src/moderation/policy.ts';
import type { CaseListOptions } from '../../src/moderation/ports.ts';
import { createCases } from '../../src/storage/cases.ts';
import { createCheckpoints } from '../../src/storage/checkpoints.ts';
import { openDatabase, StorageError, type Database } from '../../src/storage/database.ts';
import { createPardons } from '../../src/storage/pardons.ts';
import { createPolicies } from '../../src/storage/policies.ts';
import { collect } from '../helpers/collect.ts';
import { caseDraft } from '../helpers/cases.ts';
import { createLogSink } from '../helpers/log-sink.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const GUILD = '100000000000000001';

async function open(path: string, logger: Logger = silentLogger): Promise<Database> {
  const database = await openDatabase(`sqlite:${path}`, logger);
  onTestFinished(() => database.close().catch(() => undefined));
  return database;
}

/** Writes behind the back of the bot, as a broken disk or a curious operator would. */
async function overwrite(path: string, key: string, value: string): Promise<void> {
  const raw = new KeyvSqlite(`sqlite://${path}`);
  await raw.query('UPDATE keyv SET value = ? WHERE key = ?', [value, key]);
  await raw.close();
}

describe('the database', () => {
  it('makes its file and the folders above it, in WAL mode', async () => {
    const path = join(tempDir(), 'deep', 'state.sqlite');
    const database = await open(path);
    await database.setMany([{ key: 'a:1', value: 1 }]);
    expect(existsSync(`${path}-wal`)).toBe(true);
  });

  it('keeps the file and its log from other users', async () => {
    const path = join(tempDir(), 'state.sqlite');
    const database = await open(path);
    await database.setMany([{ key: 'a:1', value: 1 }]);
    for (const end of ['', '-wal']) expect(statSync(path + end).mode & 0o777).toBe(0o600);
  });

  it('says which file could not be opened', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'file'), '');
    await expect(open(join(dir, 'file', 'state.sqlite'))).rejects.toThrow(StorageError);
    writeFileSync(
      join(dir, 'not-a-database'),
      'this is a text file, which SQLite will not have'.repeat(50),
    );
    await expect(open(join(dir, 'not-a-database'))).rejects.toThrow(/not-a-database/);
  });

  it('writes a batch wholly or not at all', async () => {
    const database = await open(join(tempDir(), 'state.sqlite'));
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const batch = [
      { key: 'a:1', value: 1 },
      { key: 'a:2', value: circular },
    ];
    await expect(database.setMany(batch)).rejects.toThrow(StorageError);
    expect(await database.get('a:1')).toBeUndefined();
  });

  it('purges only what is past its time', async () => {
    const database = await open(join(tempDir(), 'state.sqlite'));
    await database.setMany([
      { key: 'a:1', value: 'short', ttl: 60_000 },
      { key: 'a:2', value: 'long', ttl: 600_000 },
      { key: 'a:3', value: 'forever' },
    ]);
    expect(await database.purge(Date.now() + 120_000)).toBe(1);
    expect(await database.keys('a:')).toEqual(['a:2', 'a:3']);
  });

  it('lists the keys below a prefix and no neighbours', async () => {
    const database = await open(join(tempDir(), 'state.sqlite'));
    const keys = ['case:1:1', 'case:1:2', 'case:10:1', 'case-of:1:1', 'cases:1:1'];
    await database.setMany(keys.map((key) => ({ key, value: 0 })));
    expect(await database.keys('case:1:')).toEqual(['case:1:1', 'case:1:2']);
  });
});

describe('policies', () => {
  it('are the default ones until a guild sets its own', async () => {
    const policies = createPolicies(await open(join(tempDir(), 's.sqlite')), silentLogger);
    expect(await policies.get(GUILD)).toEqual(defaultPolicy);
  });

  it('survive a restart', async () => {
    const path = join(tempDir(), 's.sqlite');
    const policy = { ...defaultPolicy, exemptRoleIds: ['100000000000000009'] };
    const first = await open(path);
    await createPolicies(first, silentLogger).set(GUILD, policy);
    await first.close();
    expect(await createPolicies(await open(path), silentLogger).get(GUILD)).toEqual(policy);
  });

  it.each([
    ['a wrong shape', '{"value":{"mode":"furious"}}'],
    ['broken JSON', '{"value":{"mode":"enf'],
    ['JSON that Keyv never wrote', '[]'],
  ])('that hold %s punish nobody until they are set anew', async (_, stored) => {
    const path = join(tempDir(), 's.sqlite');
    const database = await open(path);
    await createPolicies(database, silentLogger).set(GUILD, defaultPolicy);
    await overwrite(path, `policy:${GUILD}`, stored);
    const { logger, lines } = createLogSink();
    expect(await createPolicies(database, logger).get(GUILD)).toEqual({
      ...defaultPolicy,
      mode: 'shadow',
    });
    expect(lines.join()).toContain(`policy:${GUILD}`);
  });

  it('as they were just set are not overtaken by an older reading', async () => {
    const database = await open(join(tempDir(), 's.sqlite'));
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow: Database = {
      ...database,
      async get(key) {
        const value = await database.get(key);
        await held;
        return value;
      },
    };
    const policies = createPolicies(slow, silentLogger);
    const reading = policies.get(GUILD);
    await policies.set(GUILD, { ...defaultPolicy, mode: 'off' });
    goOn();
    await reading;
    expect((await policies.get(GUILD)).mode).toBe('off');
  });

  it('keep every change of those that come at once', async () => {
    const path = join(tempDir(), 's.sqlite');
    const database = await open(path);
    const policies = createPolicies(database, silentLogger);
    await Promise.all([
      policies.update(GUILD, (policy) => ({ policy: { ...policy, mode: 'off' } })),
      policies.update(GUILD, (policy) => ({ policy: { ...policy, evidenceDays: 7 } })),
      policies.update(GUILD, (policy) => ({ policy: { ...policy, timeZone: 'Asia/Tokyo' } })),
    ]);
    expect(await createPolicies(database, silentLogger).get(GUILD)).toEqual({
      ...defaultPolicy,
      mode: 'off',
      evidenceDays: 7,
      timeZone: 'Asia/Tokyo',
    });
  });

  it('are left alone by a change that gives up, and the next one goes on', async () => {
    const policies = createPolicies(await open(join(tempDir(), 's.sqlite')), silentLogger);
    const givenUp = policies.update(GUILD, () => {
      throw new TypeError('no such role');
    });
    const next = policies.update(GUILD, (policy) => ({ policy, said: policy.mode }));
    await expect(givenUp).rejects.toThrow('no such role');
    expect(await next).toEqual({ policy: defaultPolicy, said: 'enforce' });
  });

  it('refuse a rule that would punish for unknown words', async () => {
    const policies = createPolicies(await open(join(tempDir(), 's.sqlite')), silentLogger);
    const policy = { ...defaultPolicy, rules: { '*': [{ kind: 'ban' as const }] } };
    await expect(policies.set(GUILD, policy)).rejects.toThrow(/only be an alert/);
  });
});

describe('cases', () => {
  it('are numbered from one in each guild, without gaps, also when opened at once', async () => {
    const cases = createCases(await open(join(tempDir(), 's.sqlite')), silentLogger);
    const opened = await Promise.all(
      ['1', '2', '1', '1', '2'].map((guildId) => cases.open(caseDraft({ guildId }), 'text', 30)),
    );
    expect(opened.map(({ guildId, number }) => `${guildId}#${number}`)).toEqual([
      '1#1',
      '2#1',
      '1#2',
      '1#3',
      '2#2',
    ]);
  });

  it('go on counting after a restart', async () => {
    const path = join(tempDir(), 's.sqlite');
    const first = await open(path);
    const cases = createCases(first, silentLogger);
    for (let n = 0; n < 11; n += 1) await cases.open(caseDraft(), 'text', 30);
    await first.close();
    const again = createCases(await open(path), silentLogger);
    expect((await again.open(caseDraft(), 'text', 30)).number).toBe(12);
  });

  it('are found by their number and by their message', async () => {
    const cases = createCases(await open(join(tempDir(), 's.sqlite')), silentLogger);
    const record = await cases.open(caseDraft({ messageId: '77' }), 'text', 30);
    expect(await cases.get(GUILD, record.number)).toEqual(record);
    expect(await cases.ofMessage(GUILD, '77')).toEqual(record);
    expect(await cases.ofMessage(GUILD, '78')).toBeNull();
  });

  it('keep their text apart, for as long as the policy says', async () => {
    const database = await open(join(tempDir(), 's.sqlite'));
    const cases = createCases(database, silentLogger);
    const { number } = await cases.open(caseDraft(), 'what was written', 30);
    expect(await cases.evidence(GUILD, number)).toBe('what was written');
    await database.purge(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect(await cases.evidence(GUILD, number)).toBeNull();
    expect(JSON.stringify(await cases.get(GUILD, number))).not.toContain('what was written');
  });

  it('that were never closed are found by the next process, the closed ones are not', async () => {
    const path = join(tempDir(), 's.sqlite');
    const first = await open(path);
    const cases = createCases(first, silentLogger);
    const left = await cases.open(caseDraft({ messageId: '1' }), 'text', 30);
    const done = await cases.open(caseDraft({ messageId: '2' }), 'text', 30);
    await cases.update(done, (latest) => ({ ...latest, closedAt: 1 }));
    await first.close();
    const found = await collect(createCases(await open(path), silentLogger).unfinished());
    expect(found).toEqual([left]);
  });

  it('with a ruling that has not ended are found by the next process, too', async () => {
    const path = join(tempDir(), 's.sqlite');
    const first = await open(path);
    const cases = createCases(first, silentLogger);
    const record = await cases.open(caseDraft({ closedAt: 1 }), 'text', 30);
    const ruling = {
      kind: 'undo' as const,
      by: { id: '1', name: 'moderator' },
      at: 2,
      reason: null,
      steps: [],
      endedAt: null,
    };
    const ruled = await cases.update(record, (latest) => ({ ...latest, rulings: [ruling] }));
    await first.close();
    const next = createCases(await open(path), silentLogger);
    expect(await collect(next.unfinished())).toEqual([ruled]);
    await next.update(ruled, (latest) => ({ ...latest, rulings: [{ ...ruling, endedAt: 3 }] }));
    expect(await collect(next.unfinished())).toEqual([]);
  });

  it('are changed as they are stored, whatever the caller knows of them', async () => {
    const cases = createCases(await open(':memory:'), silentLogger);
    const old = await cases.open(caseDraft(), 'text', 30);
    const note = (text: string) => ({ by: { id: '1', name: 'moderator' }, at: 1, text });
    await Promise.all(
      ['one', 'two', 'three'].map((text) =>
        cases.update(old, (latest) => ({ ...latest, notes: [...latest.notes, note(text)] })),
      ),
    );
    const now = await cases.get(GUILD, old.number);
    expect(now?.notes.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  });

  it('are listed with the newest first, all of them or those of an author', async () => {
    const cases = createCases(await open(':memory:'), silentLogger);
    for (const id of ['1', '2', '1', '1', '2']) {
      await cases.open(caseDraft({ author: { id, name: 'x' } }), 'text', 30);
    }
    await cases.open(caseDraft({ guildId: '9', author: { id: '1', name: 'x' } }), 'text', 30);
    const numbers = async (options: CaseListOptions) =>
      (await cases.list(GUILD, options)).map(({ number }) => number);
    expect(await numbers({ limit: 10 })).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers({ limit: 2, below: 4 })).toEqual([3, 2]);
    expect(await numbers({ authorId: '1', limit: 10 })).toEqual([4, 3, 1]);
    expect(await numbers({ authorId: '1', limit: 1, below: 4 })).toEqual([3]);
    expect(await numbers({ authorId: '3', limit: 10 })).toEqual([]);
  });

  it('keep no text of an author whose texts are forgotten', async () => {
    const cases = createCases(await open(':memory:'), silentLogger);
    for (const id of ['1', '2', '1']) {
      await cases.open(caseDraft({ author: { id, name: 'x' } }), 'text', 30);
    }
    expect(await cases.forgetTexts(GUILD, '1')).toBe(2);
    const texts = await Promise.all([1, 2, 3].map((number) => cases.evidence(GUILD, number)));
    expect(texts).toEqual([null, 'text', null]);
  });

  it('that are corrupt are reported by their key and passed over', async () => {
    const path = join(tempDir(), 's.sqlite');
    const database = await open(path);
    const { logger, lines } = createLogSink();
    const cases = createCases(database, logger);
    const { number } = await cases.open(caseDraft({ messageId: '1' }), 'text', 30);
    await overwrite(path, `case:${GUILD}:${number}`, '{"value":{"number":"one"}}');
    expect(await cases.get(GUILD, number)).toBeNull();
    expect(await collect(cases.unfinished())).toEqual([]);
    expect(lines.join()).toContain(`case:${GUILD}:${number}`);
    expect((await cases.open(caseDraft(), 'text', 30)).number).toBe(number + 1);
  });
});

describe('checkpoints', () => {
  it('come back as they were written, by channel', async () => {
    const checkpoints = createCheckpoints(await open(join(tempDir(), 's.sqlite')), silentLogger);
    const written = new Map([
      ['11', { messageId: '500', editedAt: 1 }],
      ['12', { messageId: '600', editedAt: 2 }],
    ]);
    await checkpoints.write(GUILD, written, '100');
    expect(await checkpoints.read(GUILD, ['11', '12', '13'])).toEqual(written);
    expect(await checkpoints.read('2', ['11'])).toEqual(new Map());
    expect(await checkpoints.aliveUpTo(GUILD)).toBe('100');
    expect(await checkpoints.aliveUpTo('2')).toBeNull();
  });

  it('remember from when on a guild is watched', async () => {
    const checkpoints = createCheckpoints(await open(join(tempDir(), 's.sqlite')), silentLogger);
    expect(await checkpoints.watchedSince(GUILD, '100')).toBe('100');
    expect(await checkpoints.watchedSince(GUILD, '200')).toBe('100');
  });

  it('of a guild the bot left are forgotten, those of others are not', async () => {
    const checkpoints = createCheckpoints(await open(join(tempDir(), 's.sqlite')), silentLogger);
    const written = new Map([['11', { messageId: '500', editedAt: 1 }]]);
    for (const guildId of [GUILD, '2']) {
      await checkpoints.watchedSince(guildId, '100');
      await checkpoints.write(guildId, written, '300');
    }
    await checkpoints.forget(GUILD);
    expect(await checkpoints.aliveUpTo(GUILD)).toBeNull();
    expect(await checkpoints.read(GUILD, ['11'])).toEqual(new Map());
    expect(await checkpoints.watchedSince(GUILD, '200')).toBe('200');
    expect(await checkpoints.read('2', ['11'])).toEqual(written);
    expect(await checkpoints.watchedSince('2', '200')).toBe('100');
  });
});

it('pardons are kept by server and text, until they are taken back', async () => {
  const pardons = createPardons(await open(':memory:'), silentLogger);
  await pardons.add({ guildId: '1', fingerprint: 'text', number: 7 });
  expect(await pardons.has('1', 'text')).toBe(true);
  expect(await pardons.has('1', 'other')).toBe(false);
  expect(await pardons.has('2', 'text')).toBe(false);
  await pardons.remove({ guildId: '1', fingerprint: 'text' });
  expect(await pardons.has('1', 'text')).toBe(false);
});
