import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { silentLogger } from '../../src/lib/logger.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { createWriteAheadLog } from '../../src/storage/write-ahead-log.ts';
import { tempDir } from '../helpers/temp-dir.ts';

it('what was written is moved to the database in small parts, before SQLite would in the midst of a write', async () => {
  const path = join(tempDir(), 'state.sqlite');
  const database = await openDatabase(`sqlite:${path}`, silentLogger);
  onTestFinished(() => database.close());
  const value = 'x'.repeat(10_000);
  // Two thirds of a megabyte; SQLite lets four gather.
  for (let n = 0; n < 65; n += 1) await database.setMany([{ key: `row:${n}`, value }]);
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(400_000), 5000);
});

it('a log that cannot be kept short is told of, and closes all the same', async () => {
  const troubles: unknown[] = [];
  const path = join(tempDir(), 'missing', 'state.sqlite');
  const log = createWriteAheadLog(`sqlite://${path}`, (error) => troubles.push(error));
  await vi.waitFor(() => expect(troubles).toHaveLength(1), 5000);
  await log.close();
  expect(String(troubles[0])).toContain('SQLITE_CANTOPEN');
});
