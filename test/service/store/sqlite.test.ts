import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { StoreError } from '../../../src/service/errors.ts';
import { migrate, openSqlite, type Sqlite } from '../../../src/service/store/sqlite.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

const rowSchema = z.object({ n: z.number() });

async function open(path: string): Promise<Sqlite> {
  const database = await openSqlite(path);
  onTestFinished(() => database.close().catch(() => undefined));
  return database;
}

describe('the driver', () => {
  let path = '';
  let database: Sqlite;

  beforeEach(async () => {
    path = join(tempDir(), 'deep', 'store.sqlite');
    database = await open(path);
    await database.run('CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT');
  });

  const numbers = async (): Promise<number[]> => {
    const rows = await database.all(rowSchema, 'SELECT n FROM numbers ORDER BY n');
    return rows.map(({ n }) => n);
  };

  it('makes the file with its folder', () => {
    expect(readFileSync(path).subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  it('runs statements in the order they were asked', async () => {
    const asked = [1, 2, 3].map((n) => database.run('INSERT INTO numbers VALUES (?)', [n]));
    expect(await numbers()).toEqual([1, 2, 3]);
    expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  });

  it('takes back all of a transaction that fails', async () => {
    const transaction = database.transaction(async (queries) => {
      await queries.run('INSERT INTO numbers VALUES (1)');
      throw new TypeError('halfway');
    });
    await expect(transaction).rejects.toThrow('halfway');
    expect(await numbers()).toEqual([]);
  });

  it('lets no statement of others into a transaction', async () => {
    const transaction = database.transaction(async (queries) => {
      await queries.run('INSERT INTO numbers VALUES (1)');
      const rows = await queries.all(rowSchema, 'SELECT n FROM numbers');
      await queries.run('DELETE FROM numbers');
      return rows;
    });
    const other = database.run('INSERT INTO numbers VALUES (2)');
    expect(await transaction).toEqual([{ n: 1 }]);
    await other;
    expect(await numbers()).toEqual([2]);
  });

  it('goes on after a statement that failed', async () => {
    const failed = database.run('INSERT INTO nowhere VALUES (1)');
    const next = database.run('INSERT INTO numbers VALUES (7)');
    await expect(failed).rejects.toThrow(StoreError);
    expect(await next).toBe(1);
  });

  it('throws a StoreError for a row that is not as expected', async () => {
    const wrong = database.all(z.object({ n: z.string() }), 'SELECT 1 AS n');
    await expect(wrong).rejects.toMatchObject({ code: 'store_failed' });
  });

  it('keeps text of any kind as it is', async () => {
    const text = 'ä 日本 🔥 \u0000 \'"; DROP TABLE numbers';
    const row = await database.get(z.object({ text: z.string() }), 'SELECT ? AS text', [text]);
    expect(row).toEqual({ text });
  });
});

it('throws a StoreError for a file that is no database', async () => {
  await expect(openStore(tempDir())).rejects.toThrow(StoreError);
});

describe('the steps of the schema', () => {
  it('are taken once each', async () => {
    const database = await open(join(tempDir(), 'store.sqlite'));
    await migrate(database, ['CREATE TABLE a (n INTEGER)']);
    await migrate(database, ['CREATE TABLE a (n INTEGER)', 'CREATE TABLE b (n INTEGER)']);
    expect(await database.all(rowSchema, 'SELECT n FROM b')).toEqual([]);
  });

  it('are taken together or not at all', async () => {
    const database = await open(join(tempDir(), 'store.sqlite'));
    await expect(migrate(database, ['CREATE TABLE a (n INTEGER); nonsense'])).rejects.toThrow(
      'could not write',
    );
    await migrate(database, ['CREATE TABLE a (n INTEGER)']);
    expect(await database.all(rowSchema, 'SELECT n FROM a')).toEqual([]);
  });

  it('refuse a file of a newer version', async () => {
    const path = join(tempDir(), 'store.sqlite');
    const database = await open(path);
    await database.run('PRAGMA user_version = 1000');
    await expect(openStore(path)).rejects.toThrow('written by a newer version (1000)');
  });
});
