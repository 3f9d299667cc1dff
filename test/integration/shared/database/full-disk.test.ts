import { closeSync, openSync, writeSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../../src/shared/database/database.ts';
import { isDamaged, isStorageFailure } from '../../../../src/shared/database/errors.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';

interface Tables {
  notes: { text: string };
}

const PAGE = 4_096;

async function open(file: string, onFailure?: (error: Error) => void): Promise<Kysely<Tables>> {
  const database = await connect<Tables>({
    url: `sqlite:${file}`,
    schema: '',
    logger: silentLogger,
    ...(onFailure === undefined ? {} : { onFailure }),
  });
  onTestFinished(() => database.destroy());
  return database;
}

const write = (database: Kysely<Tables>, pages: number) =>
  database.transaction().execute((transaction) =>
    transaction
      .insertInto('notes')
      .values({ text: 'x'.repeat(pages * PAGE) })
      .execute(),
  );

/** As a full disk does: the file cannot grow. */
async function fill(database: Kysely<Tables>): Promise<void> {
  await sql`PRAGMA max_page_count = 1`.execute(database);
}

it('names the full disk as the reason why a transaction failed, and works on when there is room', async () => {
  const failures: Error[] = [];
  const database = await open(`${tempDir()}/state.sqlite`, (error) => failures.push(error));
  await database.schema.createTable('notes').addColumn('text', 'text').execute();
  await fill(database);
  const error = await write(database, 100).catch((reason: unknown) => reason);
  expect(isStorageFailure(error)).toBe(true);
  expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('SQLITE_FULL')]);

  await sql`PRAGMA max_page_count = 100000`.execute(database);
  await write(database, 100);
  expect(await database.selectFrom('notes').select('text').execute()).toHaveLength(1);
});

it('does not open a damaged file, and says where the repair is described', async () => {
  const file = `${tempDir()}/state.sqlite`;
  const database = await open(file);
  await database.schema.createTable('notes').addColumn('text', 'text').execute();
  for (let row = 0; row < 200; row += 1) await write(database, 1);
  await database.destroy();
  const handle = openSync(file, 'r+');
  for (let page = 5; page < 15; page += 1) writeSync(handle, 'x'.repeat(PAGE), page * PAGE);
  closeSync(handle);
  await expect(open(file)).rejects.toThrow(/is damaged \(.*docs\/operations\.md/s);
});

it('knows damage from a full disk', async () => {
  const file = `${tempDir()}/state.sqlite`;
  const handle = openSync(file, 'w');
  writeSync(handle, 'no database '.repeat(1_000));
  closeSync(handle);
  const error = await open(file).catch((reason: unknown) => reason);
  expect(isStorageFailure(error) && isDamaged(error)).toBe(true);
});
