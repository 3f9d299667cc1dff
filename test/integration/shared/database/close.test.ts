import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../src/shared/database/database.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';

it('closes after the queries that are running', async () => {
  const url = `sqlite:${join(tempDir(), 'state.sqlite')}`;
  const database = await openDatabase<{ notes: { id: number } }>({
    url,
    schema: 'notes',
    logger: silentLogger,
    migrations: {
      '001-notes': {
        up: (kysely) => kysely.schema.createTable('notes').addColumn('id', 'bigint').execute(),
      },
    },
  });
  const inserts = Array.from({ length: 20 }, (_, id) =>
    database.insertInto('notes').values({ id }).execute(),
  );
  // Lets the first query reach the driver.
  await inserts[0];
  await database.destroy();
  const results = await Promise.allSettled(inserts);
  expect(results[0]?.status).toBe('fulfilled');
});
