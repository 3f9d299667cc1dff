import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { compact } from '../../../../src/shared/database/compact.ts';
import { openDatabase } from '../../../../src/shared/database/database.ts';
import { DAY_MS } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';

it('rewrites a large file once a week, and a small one each time', async () => {
  const database = await openDatabase<{ rows: { text: string } }>({
    url: `sqlite:${tempDir()}/state.sqlite`,
    schema: 'test',
    migrations: {},
    logger: silentLogger,
  });
  await sql`CREATE TABLE rows (text TEXT)`.execute(database);
  const { logger, lines } = createLogSink();
  const dayOf = async () => {
    const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(database);
    return rows[0]?.user_version;
  };
  const at = (day: number) => ({ largeBytes: 1, nowMs: day * DAY_MS });
  for (const day of [20_000, 20_006, 20_007]) await compact(database, logger, at(day));
  expect(await dayOf()).toBe(20_007);
  expect(lines.filter((line) => line.includes('rewriting'))).toHaveLength(2);
  await compact(database, logger, { nowMs: 20_008 * DAY_MS });
  expect(await dayOf()).toBe(20_008);
  await database.destroy();
});
