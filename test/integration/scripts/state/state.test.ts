import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteConnection } from '../../../../src/shared/database/sqlite-connection.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { sqlitePath } from '../../../../src/shared/sqlite-url.ts';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import { createPropertyStore } from '../../../../src/service/store/property.ts';
import { openStore } from '../../../../src/service/store/store.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { acquireInstanceLock } from '../../../../src/bot/storage/instance-lock.ts';
import { createPolicies } from '../../../../src/bot/storage/policies.ts';
import { openStateKey } from '../../../../src/bot/storage/secrets/state-key.ts';
import { createTaggingSessions } from '../../../../src/bot/storage/service-records/tagging-sessions.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { startChild } from '../../../helpers/processes/child.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import { openTestState } from '../../../helpers/test-state.ts';

const { guildId: GUILD, author } = caseDraft();
const OTHER = '100000000000000009';

interface Result {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(name: string, stateUrl: string, args: string[]): Promise<Result> {
  const child = startChild(`scripts/state/${name}.ts`, { args, env: { STATE_URL: stateUrl } });
  const code = await child.exit;
  return { code, stdout: child.stdout(), stderr: child.stderr() };
}

const newUrl = (): string => `sqlite:${join(tempDir(), 'bot.sqlite')}`;

/** A bot's state with the service's, as both leave them while they run. */
async function openBot(stateUrl: string) {
  const { database, keyValues, close } = await openTestState(stateUrl);
  const key = openStateKey(stateUrl);
  const serviceUrl = stateUrl.replace('bot.sqlite', 'bot-service.sqlite');
  const service = await openStore(serviceUrl, silentLogger);
  return {
    database,
    key,
    service,
    cases: createCases(database, systemClock, silentLogger),
    policies: createPolicies(keyValues),
    tagging: createTaggingSessions({ database, stateKey: key, clock: systemClock }),
    async close() {
      await service.destroy();
      await close();
    },
  };
}

async function backupOf(stateUrl: string): Promise<string> {
  const folder = join(tempDir(), 'backup');
  const { code, stderr } = await run('backup', stateUrl, ['--out', folder]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return folder;
}

/** A bot that was stopped, with one case; resolves to a backup of it. */
async function newBackup(): Promise<string> {
  const stateUrl = newUrl();
  const bot = await openBot(stateUrl);
  await bot.cases.open(caseDraft(), 'text of the case', 30);
  await bot.close();
  return backupOf(stateUrl);
}

/** Changes a file of a backup so that only its content is wrong. */
async function tamper(
  folder: string,
  name: string,
  change: (path: string) => unknown,
): Promise<void> {
  await change(join(folder, name));
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.files[name] = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
  writeFileSync(path, JSON.stringify(manifest));
}

async function runSql(path: string, ...statements: string[]): Promise<void> {
  const connection = await openSqliteConnection(path, 1000);
  for (const statement of statements) await connection.run(statement);
  await connection.close();
}

describe('npm run backup and npm run restore', () => {
  it('copy a consistent state while the bot writes, readable by this user only', async () => {
    const stateUrl = newUrl();
    const bot = await openBot(stateUrl);
    const releaseLock = await acquireInstanceLock(stateUrl);
    const stopping = new AbortController();
    let written = 0;
    async function write(): Promise<void> {
      while (!stopping.signal.aborted) {
        await bot.cases.open(caseDraft(), `text ${(written += 1)}`.padEnd(3000, 'x'), 30);
      }
    }
    const writing = write();
    await expect.poll(() => written).toBeGreaterThan(20);
    const folder = await backupOf(stateUrl);
    stopping.abort();
    await writing;
    await releaseLock();

    expect(readdirSync(folder).sort()).toEqual([
      'manifest.json',
      'service.sqlite',
      'state.key',
      'state.sqlite',
    ]);
    expect(statSync(folder).mode & 0o077).toBe(0);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }

    const restoredUrl = newUrl();
    const restored = await run('restore', restoredUrl, ['--from', folder]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('Restored the backup of ');
    const copy = await openBot(restoredUrl);
    expect(copy.key).toEqual(bot.key);
    const numbers = (await copy.cases.list(GUILD, { limit: 100_000 })).map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.length).toBeLessThan(written);
    // Every case has its text, and the next one has the next number.
    for (const number of numbers) expect(await copy.cases.evidence(GUILD, number)).not.toBeNull();
    const next = await copy.cases.open(caseDraft(), 'text', 30);
    expect(next.number).toBe(numbers.length + 1);
    await copy.close();
    await bot.close();
  });

  it('copy nothing of what was erased', async () => {
    const stateUrl = newUrl();
    const bot = await openBot(stateUrl);
    await bot.cases.open(caseDraft(), 'an erased text', 30);
    await bot.cases.forgetTexts(GUILD, author.id);
    const folder = await backupOf(stateUrl);
    await bot.close();
    expect(readFileSync(join(folder, 'state.sqlite')).includes('an erased text')).toBe(false);
  });

  it('keep an existing backup, and leave nothing of a failed one', async () => {
    const folder = tempDir();
    const existing = await run('backup', newUrl(), ['--out', folder]);
    expect(existing).toMatchObject({ code: 64 });
    expect(existing.stderr).toContain('--out must be a new folder');
    const out = join(folder, 'backup');
    const failed = await run('backup', newUrl(), ['--out', out]);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^The backup failed: There is no database at /);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('never replace the state of a running bot', async () => {
    const folder = await newBackup();
    const stateUrl = newUrl();
    const bot = await openBot(stateUrl);
    const releaseLock = await acquireInstanceLock(stateUrl);
    const { code, stderr } = await run('restore', stateUrl, ['--from', folder, '--replace']);
    await releaseLock();
    expect(code).toBe(1);
    expect(stderr).toContain('Another bot is already using the state');
    expect(await bot.cases.list(GUILD, { limit: 5 })).toEqual([]);
    await bot.close();
  });

  it('replace an existing state only with --replace', async () => {
    const folder = await newBackup();
    const stateUrl = newUrl();
    const bot = await openBot(stateUrl);
    await bot.cases.open(caseDraft({ guildId: OTHER }), 'text', 30);
    // The write-ahead log of a killed process.
    const wal = readFileSync(`${sqlitePath(stateUrl)}-wal`);
    await bot.close();
    writeFileSync(`${sqlitePath(stateUrl)}-wal`, wal);

    const refused = await run('restore', stateUrl, ['--from', folder]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('exists. Use --replace to lose it.');
    expect(await run('restore', stateUrl, ['--from', folder, '--replace'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const restored = await openBot(stateUrl);
    expect(await restored.cases.list(OTHER, { limit: 5 })).toEqual([]);
    expect(await restored.cases.evidence(GUILD, 1)).toBe('text of the case');
    await restored.close();
  });

  it.each([
    [
      'a changed file',
      async (folder: string) => writeFileSync(join(folder, 'state.key'), Buffer.alloc(32)),
      'state.key in',
    ],
    [
      'an unfinished backup',
      async (folder: string) => writeFileSync(join(folder, 'manifest.json'), '{'),
      'is not a complete backup',
    ],
    [
      'a damaged database',
      (folder: string) =>
        tamper(folder, 'state.sqlite', (path) => {
          const bytes = readFileSync(path);
          bytes.fill(0xff, 4096, bytes.length - 4096);
          writeFileSync(path, bytes);
        }),
      '',
    ],
    [
      'a database of a newer version',
      (folder: string) =>
        tamper(folder, 'state.sqlite', (path) =>
          runSql(path, `INSERT INTO kysely_migration VALUES ('999-future', '2099-01-01')`),
        ),
      'A newer version of Portcullis wrote',
    ],
    [
      'another program’s database',
      (folder: string) =>
        tamper(folder, 'service.sqlite', (path) => runSql(path, 'DROP TABLE kysely_migration')),
      'is not a database of Portcullis',
    ],
    [
      'a short key',
      (folder: string) => tamper(folder, 'state.key', (path) => writeFileSync(path, 'short')),
      'state.key does not contain 32 bytes',
    ],
  ])('refuse %s and leave the existing state as it is', async (_name, damage, message) => {
    const folder = await newBackup();
    await damage(folder);
    const stateUrl = newUrl();
    const bot = await openBot(stateUrl);
    await bot.cases.open(caseDraft({ guildId: OTHER }), 'text', 30);
    await bot.close();
    const { code, stderr } = await run('restore', stateUrl, ['--from', folder, '--replace']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The backup was not restored: /);
    expect(stderr).toContain(message);
    const after = await openBot(stateUrl);
    expect(await after.cases.list(OTHER, { limit: 5 })).toHaveLength(1);
    await after.close();
    const left = readdirSync(join(sqlitePath(stateUrl), '..'));
    expect(left.filter((name) => name.includes('restoring'))).toEqual([]);
  });
});

describe('npm run export', () => {
  it('writes everything of one server as JSON while the bot runs, without secrets', async () => {
    const stateUrl = newUrl();
    const bot = await openBot(stateUrl);
    const releaseLock = await acquireInstanceLock(stateUrl);
    await bot.cases.open(caseDraft(), 'text of the case', 30);
    await bot.cases.open(caseDraft({ guildId: OTHER }), 'text elsewhere', 30);
    await bot.policies.set(GUILD, { ...defaultPolicy, mode: 'watch' });
    await bot.tagging.add(
      { convoId: 'c', guildId: GUILD, channelId: '1', userId: '2', title: 'a song', startedAt: 1 },
      'the author key',
    );
    await createPropertyStore(bot.service).set('main', { propertyId: GUILD, key: 'k', value: 'v' });
    const { code, stdout, stderr } = await run('export', stateUrl, ['--guild', GUILD]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      serverId: GUILD,
      bot: {
        cases: [{ number: 1, record: { rule: { id: 'delete' } } }],
        case_texts: [{ text: 'text of the case' }],
        tagging_sessions: [{ title: 'a song' }],
        settings: [{ value: { value: { mode: 'watch' } } }],
      },
      service: { property_settings: [{ key: 'k' }] },
    });
    expect(stdout).not.toMatch(/text elsewhere|encrypted_key/);
    // The bot can still write.
    await bot.cases.open(caseDraft(), 'text', 30);
    await releaseLock();
    await bot.close();
  });

  it('writes the data of one member into a file that only this user can read', async () => {
    const stateUrl = newUrl();
    const bot = await openBot(stateUrl);
    await bot.cases.open(caseDraft(), 'text of the case', 30);
    const out = join(tempDir(), 'member.json');
    const args = ['--guild', GUILD, '--user', author.id, '--out', out];
    expect(await run('export', stateUrl, args)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `Wrote what is stored about member ${author.id} to ${out}.\n`,
    });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      memberId: author.id,
      cases: [{ number: 1, text: 'text of the case' }],
    });
    expect(statSync(out).mode & 0o077).toBe(0);
    await bot.close();
  });

  it('creates no database where there is none', async () => {
    const stateUrl = newUrl();
    const { code, stderr } = await run('export', stateUrl, ['--guild', GUILD]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The export failed: There is no database at /);
    expect(existsSync(sqlitePath(stateUrl))).toBe(false);
  });

  it('requires the id of a server', async () => {
    const { code, stderr } = await run('export', newUrl(), ['--guild', 'my server']);
    expect(code).toBe(64);
    expect(stderr).toContain('--guild must be an ID, a number of 15 to 20 digits.');
  });
});
