import { ADDONS_SCHEMA } from './addons.ts';
import { JOBS_SCHEMA } from './jobs.ts';
import { OUTBOX_SCHEMA } from './outbox.ts';
import { PROPERTY_SCHEMA } from './property.ts';
import { SAMPLES_SCHEMA } from './samples.ts';
import { SESSIONS_SCHEMA } from './sessions.ts';
import { migrate, openSqlite, type Sqlite } from './sqlite.ts';
import { STATISTICS_SCHEMA } from './statistics.ts';

/** How the file came to be what it is, a step an entry. A step that was released is never changed: add another. */
const STEPS: readonly string[] = [
  [
    SAMPLES_SCHEMA,
    STATISTICS_SCHEMA,
    JOBS_SCHEMA,
    ADDONS_SCHEMA,
    OUTBOX_SCHEMA,
    SESSIONS_SCHEMA,
    PROPERTY_SCHEMA,
  ].join(';'),
];

/** Opens the service's store at a path (`:memory:`: gone with the process) and brings it to the newest schema. */
export async function openStore(path: string): Promise<Sqlite> {
  const database = await openSqlite(path);
  try {
    await migrate(database, STEPS);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
