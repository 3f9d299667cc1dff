import { setTimeout as wait } from 'node:timers/promises';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely, Migration } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connect, openDatabase } from '../../../../src/shared/database/database.ts';
import { DatabaseError } from '../../../../src/shared/database/errors.ts';
import type { Migrations } from '../../../../src/shared/database/migrate.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import { describeOnEveryDatabase } from '../../../helpers/test-state.ts';

interface Tables {
  notes: { id: number; text: string };
}

/** SQLite's queries wait two seconds, twice when a file is opened. */
const LONG_MIGRATION_MS = 5_000;

const createNotes: Migration = {
  up: (database) =>
    database.schema
      .createTable('notes')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute(),
};

async function open(
  url: string,
  migrations: Migrations = { '001-notes': createNotes },
): Promise<Kysely<Tables>> {
  const database = await openDatabase<Tables>({
    url,
    migrations,
    schema: 'notes',
    logger: silentLogger,
  });
  onTestFinished(() => database.destroy());
  return database;
}

describeOnEveryDatabase((newDatabase) => {
  it('keeps rows across restarts and applies a migration once', async () => {
    const url = await newDatabase();
    const first = await open(url);
    const time = 1_800_000_000_000;
    await first.insertInto('notes').values({ id: time, text: 'one' }).execute();
    await first.destroy();
    const second = await open(url);
    expect(await second.selectFrom('notes').selectAll().execute()).toEqual([
      { id: time, text: 'one' },
    ]);
  });

  it('waits for a process whose migrations take longer than a query waits', async () => {
    const url = await newDatabase();
    const slow: Migration = {
      async up(database) {
        await createNotes.up(database);
        await wait(LONG_MIGRATION_MS);
      },
    };
    const both = await Promise.all([1, 2].map(() => open(url, { '001-notes': slow })));
    for (const database of both) {
      expect(await database.selectFrom('notes').selectAll().execute()).toEqual([]);
    }
  });

  it('applies new migrations to an existing database, all or none', async () => {
    const url = await newDatabase();
    await (await open(url)).destroy();
    const addTitle: Migration = {
      up: (database) => database.schema.alterTable('notes').addColumn('title', 'text').execute(),
    };
    const broken: Migration = {
      up: async () => {
        throw new Error('a bug');
      },
    };
    const migrations = { '001-notes': createNotes, '002-title': addTitle };
    await expect(open(url, { ...migrations, '003-broken': broken })).rejects.toThrow('a bug');
    // If the second migration had not been rolled back, this would fail because the column exists.
    const database = await open(url, migrations);
    const [table] = await database.introspection.getTables();
    expect(table?.columns.map(({ name }) => name)).toEqual(['id', 'text', 'title']);
  });

  it('applies each migration once if two processes start together', async () => {
    const url = await newDatabase();
    const [first, second] = await Promise.all([open(url), open(url)]);
    await first.insertInto('notes').values({ id: 1, text: 'one' }).execute();
    expect(await second.selectFrom('notes').select('id').execute()).toEqual([{ id: 1 }]);
  });

  it('refuses a database that a newer version wrote', async () => {
    const url = await newDatabase();
    await (
      await open(url, { '001-notes': createNotes, '002-new': { up: async () => {} } })
    ).destroy();
    await expect(open(url)).rejects.toThrow('A newer version of Portcullis wrote this database.');
  });

  it('refuses a database of a layout before there were migrations, and leaves it as it was', async () => {
    const url = await newDatabase();
    const first = await open(url);
    await first.insertInto('notes').values({ id: 1, text: 'one' }).execute();
    await first.schema.dropTable('kysely_migration').execute();
    await first.destroy();
    await expect(open(url, { '001-other': { up: async () => {} } })).rejects.toThrow(
      /^An older version of Portcullis wrote this database, in a layout that this version cannot read\./,
    );
    const database = await connect<Tables>({ url, schema: 'notes', logger: silentLogger });
    onTestFinished(() => database.destroy());
    expect(await database.selectFrom('notes').select('text').execute()).toEqual([{ text: 'one' }]);
  });

  it('undoes a transaction that throws', async () => {
    const database = await open(await newDatabase());
    const failing = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 1, text: 'one' }).execute();
      throw new TypeError('a bug');
    });
    await expect(failing).rejects.toThrow(TypeError);
    expect(await database.selectFrom('notes').selectAll().execute()).toEqual([]);
  });

  it('runs simultaneous transactions one after the other', async () => {
    const database = await open(await newDatabase());
    await database.insertInto('notes').values({ id: 1, text: '0' }).execute();
    const increment = () =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('notes')
          .set(({ ref }) => ({ text: ref('text') }))
          .execute();
        const { text } = await transaction
          .selectFrom('notes')
          .select('text')
          .executeTakeFirstOrThrow();
        await transaction
          .updateTable('notes')
          .set({ text: `${Number(text) + 1}` })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(await database.selectFrom('notes').select('text').execute()).toEqual([{ text: '20' }]);
  });

  it('counts changed rows', async () => {
    const database = await open(await newDatabase());
    await database
      .insertInto('notes')
      .values([1, 2].map((id) => ({ id, text: 'x' })))
      .execute();
    const { numDeletedRows } = await database.deleteFrom('notes').executeTakeFirstOrThrow();
    expect(numDeletedRows).toBe(2n);
  });

  it('keeps text of any kind', async () => {
    const database = await open(await newDatabase());
    const text = 'ä 日本 🔥 \'"; DROP TABLE notes --';
    await database.insertInto('notes').values({ id: 1, text }).execute();
    expect(await database.selectFrom('notes').select('text').execute()).toEqual([{ text }]);
  });

  it('stores a text with a NUL character, which PostgreSQL cannot hold', async () => {
    const database = await open(await newDatabase());
    await database.insertInto('notes').values({ id: 1, text: 'a\u0000b' }).execute();
    const { text } = await database.selectFrom('notes').select('text').executeTakeFirstOrThrow();
    expect(text.replace('\ufffd', '\u0000')).toBe('a\u0000b');
  });

  it('continues after a query failed', async () => {
    const database = await open(await newDatabase());
    const insert = (id: number) => database.insertInto('notes').values({ id, text: 'x' }).execute();
    const results = await Promise.allSettled([insert(1), insert(1), insert(2)]);
    const [first, second, third] = results.map(({ status }) => status);
    // On PostgreSQL either of the two may come first.
    expect(new Set([first, second])).toEqual(new Set(['fulfilled', 'rejected']));
    expect(third).toBe('fulfilled');
  });

  it('throws a DatabaseError when a query fails', async () => {
    const database = await open(await newDatabase());
    await database.insertInto('notes').values({ id: 1, text: 'one' }).execute();
    const duplicate = database.insertInto('notes').values({ id: 1, text: 'two' }).execute();
    await expect(duplicate).rejects.toThrow(DatabaseError);
  });
});

it('creates the SQLite file and its folders, in WAL mode, readable by its user only', async () => {
  const path = join(tempDir(), 'deep', 'state.sqlite');
  await open(`sqlite:${path}`);
  expect(existsSync(`${path}-wal`)).toBe(true);
  for (const suffix of ['', '-wal']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
});

it('names the SQLite file that it cannot open', async () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'file'), '');
  await expect(open(`sqlite:${join(dir, 'file', 'state.sqlite')}`)).rejects.toThrow(
    /ENOTDIR|EEXIST/,
  );
  writeFileSync(join(dir, 'not-a-database'), 'a text file, which SQLite rejects'.repeat(50));
  await expect(open(`sqlite:${join(dir, 'not-a-database')}`)).rejects.toThrow(/not-a-database/);
});

it('throws a DatabaseError when PostgreSQL cannot be reached', async () => {
  await expect(open('postgres://127.0.0.1:1/none')).rejects.toThrow(DatabaseError);
});

it('runs a WAL checkpoint before SQLite would run its own', async () => {
  const path = join(tempDir(), 'state.sqlite');
  const database = await open(`sqlite:${path}`);
  const text = 'x'.repeat(10_000);
  // 650 kB. SQLite itself runs a checkpoint at 4 MB.
  for (let id = 0; id < 65; id += 1) {
    await database.insertInto('notes').values({ id, text }).execute();
  }
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(400_000), 5000);
});
