import type { Kysely } from 'kysely';
import type { Migrations } from '../../../src/shared/database/migrate.ts';
import { openSource, type Source } from './source.ts';

/** A SQLite file and the PostgreSQL schema that it becomes. */
export interface Part {
  readonly path: string;
  readonly schema: string;
  readonly migrations: Migrations;
  /** See `SourceOptions`. */
  readonly keptRows: (table: string) => string | null;
  /** Creates what the rows need in addition to the tables of the migrations. */
  readonly prepareTables?: (database: Kysely<unknown>) => Promise<void>;
}

/** A part whose file is open. */
export interface OpenPart extends Part {
  readonly source: Source;
}

/** Opens the files of all parts, or of none. */
export async function openParts(
  parts: readonly Part[],
  isExclusive: boolean,
): Promise<readonly OpenPart[]> {
  const open: OpenPart[] = [];
  try {
    for (const part of parts) {
      open.push({ ...part, source: await openSource({ ...part, isExclusive }) });
    }
    return open;
  } catch (error) {
    await closeParts(open);
    throw error;
  }
}

export async function closeParts(parts: readonly OpenPart[]): Promise<void> {
  for (const { source } of parts) await source.close();
}
