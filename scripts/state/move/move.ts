import { Kysely } from 'kysely';
import { DatabaseError } from '../../../src/shared/database/errors.ts';
import { migrate } from '../../../src/shared/database/migrate.ts';
import { createPostgresDialect } from '../../../src/shared/database/postgres-dialect.ts';
import { createSchema } from '../../../src/shared/database/postgres-schema.ts';
import { REPLACE_OPTION } from '../../../src/shared/database/unfinished-move.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import type { OpenPart, Part } from './parts.ts';
import { hashRows, type TableHash } from './row-hash.ts';
import type { SourceCount, SourceTable } from './source.ts';
import { markUnfinished, removeMark, schemaState, undoMove, type Target } from './target.ts';
import { openTargetTable, type TargetTable } from './target-table.ts';

export interface TableFigures {
  readonly schema: string;
  readonly table: string;
  readonly expired: number;
  readonly from: TableHash;
  readonly to: TableHash;
}

/** Reports progress to people. */
export interface Progress {
  /** Progress of some work on a table. */
  rows(work: string, done: number, of: number): void;
  /** Starts work that has no steps, on a table with this many rows. */
  begin(work: string, rows: number): void;
}

export interface Move {
  readonly parts: readonly OpenPart[];
  readonly target: Target;
  /** The URL of the target. */
  readonly url: string;
  readonly progress: Progress;
}

interface MovedTable {
  readonly part: OpenPart;
  readonly table: SourceTable;
  readonly target: TargetTable;
  readonly count: SourceCount;
  readonly pageRows: number;
}

/** Maximum memory for a page of rows. Three pages exist at a time, each in a few forms. */
const PAGE_BYTES = 4 * 1024 * 1024;
const MAX_PAGE_ROWS = 1_000;

/**
 * Throws a `DatabaseError` unless the schemas of all parts are empty or, with `mayReplace`, contain the rows of an interrupted
 * move.
 */
export async function assertFree(
  target: Target,
  parts: readonly Part[],
  mayReplace: boolean,
): Promise<void> {
  for (const { schema } of parts) {
    const state = await schemaState(target, schema);
    if (state === 'in use') {
      throw new DatabaseError(
        `The schema “${schema}” of the target has tables already. Choose another database.`,
      );
    }
    if (state === 'unfinished' && !mayReplace) {
      throw new DatabaseError(
        `The schema “${schema}” of the target has what an interrupted move left. Use --${REPLACE_OPTION} to lose that.`,
      );
    }
  }
}

/**
 * Fills the schemas of all parts, which must be free, and compares both sides. Throws a `DatabaseError` if a table differs. After
 * any failure the schemas are empty. If this process is killed or loses its connection, the schemas stay marked as unfinished,
 * and no process starts with them.
 */
export async function moveParts({
  parts,
  target,
  url,
  progress,
}: Move): Promise<readonly TableFigures[]> {
  try {
    for (const part of parts) await prepareSchema(target, url, part);
    await target.query('BEGIN');
    const figures = await copyAndCompare(parts, target, progress);
    for (const { schema } of parts) await removeMark(target, schema);
    await target.query('COMMIT');
    return figures;
  } catch (error) {
    const schemas = parts.map(({ schema }) => schema);
    await undoMove(target, schemas).catch(() => undefined);
    throw error;
  }
}

/** Marks a schema as unfinished, then creates the tables of this version in it. */
async function prepareSchema(
  target: Target,
  url: string,
  { schema, migrations, prepareTables }: Part,
): Promise<void> {
  const database = new Kysely<unknown>({
    dialect: createPostgresDialect(url, { schema, use: 'migrating', logger: silentLogger }),
  });
  try {
    await createSchema(database, schema);
    await markUnfinished(target, schema);
    await migrate(database, migrations, schema);
    await prepareTables?.(database);
  } finally {
    await database.destroy();
  }
}

async function copyAndCompare(
  parts: readonly OpenPart[],
  target: Target,
  progress: Progress,
): Promise<readonly TableFigures[]> {
  const moved: MovedTable[] = [];
  for (const part of parts) {
    for (const table of part.source.tables) {
      moved.push(await copyTable(part, table, target, progress));
    }
  }
  const figures: TableFigures[] = [];
  for (const table of moved) figures.push(await compareTable(table, progress));
  const different = figures.filter(
    ({ from, to }) => from.rows !== to.rows || from.hash !== to.hash,
  );
  if (different.length === 0) return figures;
  const names = different.map(({ schema, table }) => `${schema}.${table}`).join(', ');
  throw new DatabaseError(`These tables of the target differ from the SQLite file: ${names}.`);
}

async function copyTable(
  part: OpenPart,
  table: SourceTable,
  target: Target,
  progress: Progress,
): Promise<MovedTable> {
  const { source, schema } = part;
  const count = await source.count(table);
  const pageRows = pageRowsOf(count);
  const copy = await openTargetTable(target, schema, table);
  let done = 0;
  for await (const rows of source.pages(table, pageRows)) {
    await copy.insert(rows);
    done += rows.length;
    progress.rows(`copying ${schema}.${table.name}`, done, count.rows);
  }
  progress.begin(`building the indexes of ${schema}.${table.name}`, count.rows);
  await copy.finish(await source.lastNumber(table));
  return { part, table, target: copy, count, pageRows };
}

async function compareTable(
  { part, table, target, count, pageRows }: MovedTable,
  progress: Progress,
): Promise<TableFigures> {
  const { columns, name } = table;
  let done = 0;
  async function* counted<T>(pages: AsyncIterable<readonly T[]>): AsyncIterable<readonly T[]> {
    for await (const rows of pages) {
      yield rows;
      // The rows of both sides are counted.
      done += rows.length / 2;
      progress.rows(`comparing ${part.schema}.${name}`, Math.floor(done), count.rows);
    }
  }
  const [from, to] = await Promise.all([
    hashRows(counted(part.source.pages(table, pageRows)), columns),
    hashRows(counted(target.pages(pageRows)), columns),
  ]);
  return { schema: part.schema, table: name, expired: count.expired, from, to };
}

/** Number of rows per page that fits into memory even if all rows are as long as the longest. */
function pageRowsOf({ largest }: SourceCount): number {
  return Math.min(MAX_PAGE_ROWS, Math.max(1, Math.floor(PAGE_BYTES / Math.max(1, largest))));
}
