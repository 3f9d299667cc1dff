import type { Migrations } from '../../../src/database/migrate.ts';
import { DatabaseError } from '../../../src/database/errors.ts';
import { hashRows, type TableHash } from './row-hash.ts';
import { openSource, type Source, type SourceCount, type SourceTable } from './source.ts';
import { removeMark, type Target } from './target.ts';
import { openTargetTable, type TargetTable } from './target-table.ts';

/** A SQLite file and the PostgreSQL schema that it becomes. */
export interface Part {
  readonly path: string;
  readonly schema: string;
  readonly migrations: Migrations;
  /** See `SourceOptions`. */
  readonly keptRows: (table: string) => string | null;
  /** Creates the tables in the target's schema, which exists. */
  createTables(): Promise<void>;
}

/** A part whose file is open. */
export interface OpenPart extends Part {
  readonly source: Source;
}

export interface TableFigures {
  readonly schema: string;
  readonly table: string;
  readonly expired: number;
  readonly from: TableHash;
  readonly to: TableHash;
}

/** How far a step is, for people who wait. */
export type ReportProgress = (step: string, done: number, of: number) => void;

interface MovedTable {
  readonly part: OpenPart;
  readonly table: SourceTable;
  readonly target: TargetTable;
  readonly count: SourceCount;
  readonly pageRows: number;
}

/** What is in memory of a table at once: three times this much, in each of a few forms. */
const PAGE_BYTES = 4 * 1024 * 1024;
const MAX_PAGE_ROWS = 1_000;

/** The content of a table differs after the move. */
export class MoveError extends DatabaseError {}

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

/**
 * Fills the tables of the target, whose schemas are marked as unfinished, in one transaction. Afterwards it reads both
 * sides again; if a table differs it throws a `MoveError`, and the target stays as it was.
 */
export async function moveParts(
  parts: readonly OpenPart[],
  target: Target,
  report: ReportProgress,
): Promise<readonly TableFigures[]> {
  await target.query('BEGIN');
  const moved: MovedTable[] = [];
  for (const part of parts) {
    for (const table of part.source.tables) {
      moved.push(await copyTable(part, table, target, report));
    }
  }
  const figures: TableFigures[] = [];
  for (const table of moved) figures.push(await compareTable(table, report));
  const different = figures.filter(
    ({ from, to }) => from.rows !== to.rows || from.hash !== to.hash,
  );
  if (different.length > 0) {
    const names = different.map(({ schema, table }) => `${schema}.${table}`).join(', ');
    throw new MoveError(`These tables differ from the SQLite file: ${names}.`);
  }
  for (const { schema } of parts) await removeMark(target, schema);
  await target.query('COMMIT');
  return figures;
}

async function copyTable(
  part: OpenPart,
  table: SourceTable,
  target: Target,
  report: ReportProgress,
): Promise<MovedTable> {
  const { source, schema } = part;
  const count = await source.count(table);
  const pageRows = pageRowsOf(count);
  const copy = await openTargetTable(target, schema, table);
  let done = 0;
  for await (const rows of source.pages(table, pageRows)) {
    await copy.insert(rows);
    done += rows.length;
    report(`copying ${schema}.${table.name}`, done, count.rows);
  }
  await copy.finish(await source.lastNumber(table));
  return { part, table, target: copy, count, pageRows };
}

async function compareTable(
  { part, table, target, count, pageRows }: MovedTable,
  report: ReportProgress,
): Promise<TableFigures> {
  const { columns, name } = table;
  let done = 0;
  async function* counted<T>(pages: AsyncIterable<readonly T[]>): AsyncIterable<readonly T[]> {
    for await (const rows of pages) {
      yield rows;
      done += rows.length;
      report(`comparing ${part.schema}.${name}`, done, 2 * count.rows);
    }
  }
  const [from, to] = await Promise.all([
    hashRows(counted(part.source.pages(table, pageRows)), columns),
    hashRows(counted(target.pages(pageRows)), columns),
  ]);
  return { schema: part.schema, table: name, expired: count.expired, from, to };
}

/** So many rows of a table that they fit into memory even if all are as long as the longest. */
function pageRowsOf({ largest }: SourceCount): number {
  return Math.min(MAX_PAGE_ROWS, Math.max(1, Math.floor(PAGE_BYTES / Math.max(1, largest))));
}
