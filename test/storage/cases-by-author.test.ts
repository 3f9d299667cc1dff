import { expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../src/lib/logger.ts';
import { createCases } from '../../src/storage/cases.ts';
import { openDatabase, type Database } from '../../src/storage/database.ts';
import { caseDraft } from '../helpers/cases.ts';

const GUILD = caseDraft().guildId;
const BY = `case-by:${GUILD}:`;

async function opened(): Promise<Database> {
  const database = await openDatabase('sqlite::memory:', silentLogger);
  onTestFinished(() => database.close());
  return database;
}

/** A database as an earlier version left it: cases, and no list of them by author. */
async function earlier(authorIds: readonly string[]): Promise<Database> {
  const database = await opened();
  const cases = createCases(database, silentLogger);
  for (const id of authorIds) {
    await cases.open(caseDraft({ author: { id, name: 'x' } }), 'text', 30);
  }
  await database.deleteMany(await database.keys(BY));
  return database;
}

it('cases of an earlier version are listed by their authors, too', async () => {
  const cases = createCases(await earlier(['1', '2', '1']), silentLogger);
  const records = await cases.list(GUILD, { authorId: '1', limit: 10 });
  expect(records.map(({ number }) => number)).toEqual([3, 1]);
});

it('texts of an earlier version are forgotten, too', async () => {
  const cases = createCases(await earlier(['1', '2', '1']), silentLogger);
  expect(await cases.forgetTexts(GUILD, '1')).toBe(2);
  expect(await cases.evidence(GUILD, 1)).toBeNull();
  expect(await cases.evidence(GUILD, 2)).toBe('text');
});

it('all cases are looked through for that once, also by the next process', async () => {
  const database = await earlier(['1']);
  await createCases(database, silentLogger).list(GUILD, { authorId: '1', limit: 1 });
  await database.deleteMany(await database.keys(BY));
  const next = createCases(database, silentLogger);
  expect(await next.list(GUILD, { authorId: '1', limit: 1 })).toEqual([]);
});

it('more cases than are read at once are all found', async () => {
  const database = await earlier(Array.from({ length: 501 }, () => '1'));
  const cases = createCases(database, silentLogger);
  expect(await cases.forgetTexts(GUILD, '1')).toBe(501);
  expect(await cases.evidence(GUILD, 1)).toBeNull();
  expect(await cases.list(GUILD, { authorId: '1', limit: 1000 })).toHaveLength(501);
});
