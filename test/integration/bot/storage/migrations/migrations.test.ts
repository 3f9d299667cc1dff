import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../../src/shared/database/database.ts';
import type { Migrations } from '../../../../../src/shared/database/migrate.ts';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { stateMigrations } from '../../../../../src/bot/storage/migrations/migrations.ts';
import type { StateDatabase, StateTables } from '../../../../../src/bot/storage/tables.ts';
import { describeOnEveryDatabase } from '../../../../helpers/test-state.ts';

const GUILD = '1';

async function open(url: string, migrations: Migrations): Promise<StateDatabase> {
  const database = await openDatabase<StateTables>({
    url,
    migrations,
    schema: 'portcullis',
    logger: silentLogger,
  });
  onTestFinished(() => database.destroy());
  return database;
}

function rowOf(number: number) {
  return {
    guild_id: GUILD,
    number,
    message_id: `${number}`,
    channel_id: '2',
    author_id: '3',
    opened_at: number,
    unfinished: 0 as const,
    next_action: null,
    urgency: 2,
    result: 'deleted',
    category: null,
    handled_by: null,
    handled_as: null,
    false_positive: 0 as const,
    by_webhook: 0 as const,
    alert_id: null,
    incident: null,
    similar_to: null,
    outcomes: 'delete:done',
    record: '{}',
  };
}

describeOnEveryDatabase((newDatabase) => {
  it('cases from before the history count unless they were taken back, and “watch only” has its name', async () => {
    const url = await newDatabase();
    const { '001-initial': initial, ...others } = stateMigrations;
    if (initial === undefined) throw new Error('There is no first migration.');
    const old: Migrations = { '001-initial': initial };
    const before = await open(url, old);
    await before
      // The column `stands` comes with the migration.
      .insertInto('cases' as never)
      .values([
        rowOf(1),
        { ...rowOf(2), false_positive: 1 },
        { ...rowOf(3), handled_as: 'undo' },
        { ...rowOf(4), result: 'shadowed', outcomes: 'delete:shadowed timeout:shadowed' },
      ] as never)
      .execute();
    await before.destroy();
    const after = await open(url, { ...old, ...others });
    const rows = await after
      .selectFrom('cases')
      .select(['number', 'stands', 'result', 'outcomes'])
      .orderBy('number')
      .execute();
    expect(rows).toEqual([
      { number: 1, stands: 1, result: 'deleted', outcomes: 'delete:done' },
      { number: 2, stands: 0, result: 'deleted', outcomes: 'delete:done' },
      { number: 3, stands: 0, result: 'deleted', outcomes: 'delete:done' },
      { number: 4, stands: 1, result: 'watched', outcomes: 'delete:watched timeout:watched' },
    ]);
  });
});
