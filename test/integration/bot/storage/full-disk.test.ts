import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import { openTestState } from '../../../helpers/test-state.ts';

it('a state in which a case did not fit is not usable until there is room again', async () => {
  const state = await openTestState(`sqlite:${tempDir()}/state.sqlite`);
  const cases = createCases(state.database, createFakeClock(), silentLogger);
  await state.probe(1);
  await sql`PRAGMA max_page_count = 1`.execute(state.database);
  await expect(cases.open(caseDraft(), 'x'.repeat(100_000), 30)).rejects.toThrow('SQLITE_FULL');
  // A small write still fits.
  await expect(state.probe(2)).rejects.toThrow('SQLITE_FULL');
  await expect(state.probe(3)).rejects.toThrow('SQLITE_FULL');

  await sql`PRAGMA max_page_count = 100000`.execute(state.database);
  await state.probe(4);
  expect((await cases.open(caseDraft(), 'x'.repeat(100_000), 30)).number).toBe(1);
});
