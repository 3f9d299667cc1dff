import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { sqlitePath } from '../../../../../src/shared/sqlite-url.ts';
import { embeddedServiceUrl } from '../../../../../src/shared/state-url.ts';
import { acquireInstanceLock } from '../../../../../src/bot/storage/instance-lock.ts';
import { stateMigrations } from '../../../../../src/bot/storage/migrations/migrations.ts';
import { openState } from '../../../../../src/bot/storage/state.ts';
import { STATE_SCHEMA } from '../../../../../src/bot/storage/tables.ts';
import { assertFree, moveParts } from '../../../../../scripts/state/move/move.ts';
import { closeParts, openParts } from '../../../../../scripts/state/move/parts.ts';
import { openTarget, type Target } from '../../../../../scripts/state/move/target.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { POSTGRES_URL } from '../../../../helpers/state-url.ts';
import { connectTo, move, newSource, newTarget, openBot, runSqlite, startMove } from './fixture.ts';

const { guildId: GUILD } = caseDraft();

const WAIT = { timeout: 15_000, interval: 20 };

/** A bot that was stopped, with one case. */
async function stoppedBot(): Promise<string> {
  const from = newSource();
  const bot = await openBot(from);
  await bot.cases.open(caseDraft(), 'text of the case', 30);
  await bot.close();
  return from;
}

async function tablesOf(url: string): Promise<string[]> {
  const { rows } = await (
    await connectTo(url)
  ).query(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname IN ('portcullis', 'service') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

// Each test creates databases and runs the command up to three times.
describe.skipIf(POSTGRES_URL === undefined)('npm run migrate-state', { timeout: 60_000 }, () => {
  it('refuses the state of a running bot, but counts it', async () => {
    const from = await stoppedBot();
    const to = await newTarget();
    const bot = await openBot(from);
    const release = await acquireInstanceLock(from);
    const refused = await move('--from', from, '--to', to);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^The state was not moved: Another bot is already using the state in /,
    );
    const counted = await move('--from', from, '--to', to, '--dry-run');
    expect(counted).toMatchObject({ code: 0, stderr: '' });
    expect(counted.stdout).toMatch(/^portcullis\.cases +1 +0$/m);
    expect(counted.stdout).toContain('Nothing was moved.');
    expect(await tablesOf(to)).toEqual([]);
    await bot.cases.open(caseDraft(), 'the bot can still write', 30);
    await release();
    await bot.close();
  });

  it('refuses the database of a running service', async () => {
    const from = await stoppedBot();
    const to = await newTarget();
    const bot = await openBot(from);
    const { code, stderr } = await move(
      '--service',
      '--from',
      embeddedServiceUrl(from),
      '--to',
      to,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/bot-service\.sqlite is in use\. Stop what uses it first\.\n$/);
    await bot.close();
    expect(await tablesOf(to)).toEqual([]);
  });

  it('never touches a database that Portcullis uses', async () => {
    const from = await stoppedBot();
    const to = await newTarget();
    const bot = await openBot(to, Buffer.alloc(32));
    await bot.cases.open(caseDraft(), 'text', 30);
    await bot.close();
    const before = await tablesOf(to);
    for (const options of [[], ['--replace-unfinished'], ['--dry-run']]) {
      const { code, stderr } = await move('--from', from, '--to', to, ...options);
      expect(code).toBe(1);
      expect(stderr).toContain('The schema “portcullis” of the target has tables already.');
    }
    expect(await tablesOf(to)).toEqual(before);
  });

  it('killed just before its end, it leaves a database that no bot starts with, until it has run again', async () => {
    const from = await stoppedBot();
    const to = await newTarget();
    const client = await connectTo(to);
    const child = startMove('--from', from, '--to', to);
    const isMarked = `SELECT to_regclass('portcullis.unfinished_move') IS NOT NULL AS marked`;
    await vi.waitFor(
      async () => expect((await client.query(isMarked)).rows).toEqual([{ marked: true }]),
      WAIT,
    );
    // The mark's removal has to wait.
    await client.query('BEGIN');
    await client.query('LOCK TABLE portcullis.unfinished_move IN ACCESS SHARE MODE');
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'portcullis.unfinished_move'::regclass`;
    await vi.waitFor(async () => expect((await client.query(waiting)).rows).toHaveLength(1), WAIT);
    child.kill('SIGKILL');
    await child.exit;
    await client.query('COMMIT');

    await expect(openState(to, silentLogger)).rejects.toThrow(
      /“npm run migrate-state” is writing to the schema “portcullis”.*--replace-unfinished/,
    );
    const refused = await move('--from', from, '--to', to);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'The schema “portcullis” of the target has what an interrupted move left. Use --replace-unfinished to lose that.',
    );
    const again = await move('--from', from, '--to', to, '--replace-unfinished');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    const bot = await openBot(to, Buffer.alloc(32));
    expect(await bot.cases.evidence(GUILD, 1)).toBe('text of the case');
    await bot.close();
  });

  it('a failed move leaves nothing, and does not show the value that it failed with', async () => {
    const from = await stoppedBot();
    const to = await newTarget();
    await runSqlite(from, `UPDATE cases SET urgency = 'some words of a member'`);
    const { code, stderr } = await move('--from', from, '--to', to);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'The state was not moved: cases.urgency has a value that is no whole number.\n',
    );
    expect(await tablesOf(to)).toEqual([]);
    await runSqlite(from, 'UPDATE cases SET urgency = 2');
    expect(await move('--from', from, '--to', to)).toMatchObject({ code: 0 });
  });

  it('notices a row that arrives differently', async () => {
    const from = await stoppedBot();
    const url = await newTarget();
    const part = {
      path: sqlitePath(from),
      schema: STATE_SCHEMA,
      migrations: stateMigrations,
      keptRows: () => null,
    };
    const real = await openTarget(url);
    const target: Target = {
      ...real,
      query: (sql, parameters = []) =>
        real.query(
          sql,
          sql.includes('INSERT INTO')
            ? parameters.map((value) => String(value).replace('text of the case', 'another text'))
            : parameters,
        ),
    };
    const parts = await openParts([part], true);
    const progress = { rows: () => undefined, begin: () => undefined };
    await assertFree(target, parts, false);
    await expect(moveParts({ parts, target, url, progress })).rejects.toThrow(
      'These tables of the target differ from the SQLite file: portcullis.case_texts.',
    );
    await closeParts(parts);
    await real.close();
    expect(await tablesOf(url)).toEqual([]);
  });

  it('only one move at a time writes to a database', async () => {
    const to = await newTarget();
    const first = await openTarget(to);
    await expect(openTarget(to, 50)).rejects.toThrow(
      'Another “npm run migrate-state” is writing to this database.',
    );
    await first.close();
  });

  it('refuses the state of a newer version', async () => {
    const from = await stoppedBot();
    const to = await newTarget();
    await runSqlite(from, `INSERT INTO kysely_migration VALUES ('999-x', '')`);
    const { code, stderr } = await move('--from', from, '--to', to);
    expect(code).toBe(1);
    expect(stderr).toContain('Use that version.');
    expect(await tablesOf(to)).toEqual([]);
  });

  it('refuses a file that is no state, and creates none', async () => {
    const { code, stderr } = await move('--from', newSource(), '--to', await newTarget());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The state was not moved: There is no database at /);
  });
});

it('refuses wrong URLs without showing them', async () => {
  const url = 'mysql://user:secret@host/database';
  const { code, stderr } = await move('--from', newSource(), '--to', url);
  expect(code).toBe(64);
  expect(stderr).toContain('--to must be a URL such as postgres://user@host/database.');
  expect(stderr).not.toContain('secret');
  expect(await move('--from', 'sqlite::memory:', '--to', 'postgres://h/d')).toMatchObject({
    code: 64,
  });
});
