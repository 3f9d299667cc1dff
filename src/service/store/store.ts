import { migrate, openSqlite, type Sqlite } from './sqlite.ts';

/** How the file came to be what it is, a step an entry. A step that was released is never changed: add another. */
const STEPS: readonly string[] = [];

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
