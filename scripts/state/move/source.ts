import { escapeIdentifier } from 'pg';
import { z } from 'zod';
import { openToRead } from '../../../src/shared/database/existing.ts';
import type { Migrations } from '../../../src/shared/database/migrate.ts';
import type { Row } from './row-hash.ts';

/* The SQLite file to move, which is only read. */

export interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that contain texts or bytes. */
  readonly texts: readonly string[];
}

export interface Source {
  /** The tables to move, without those of SQLite and the migrations. */
  readonly tables: readonly SourceTable[];
  count(table: SourceTable): Promise<SourceCount>;
  /** All rows to move, `pageRows` at a time. Reads the next page while the current one is processed. */
  pages(table: SourceTable, pageRows: number): AsyncIterable<readonly Row[]>;
  /**
   * The highest number that an AUTOINCREMENT column has given out, including deleted rows; null: the table has no such column.
   */
  lastNumber(table: SourceTable): Promise<number | null>;
  close(): Promise<void>;
}

export interface SourceCount {
  readonly rows: number;
  readonly expired: number;
  /** The size of the texts in the largest row, in bytes. */
  readonly largest: number;
}

export interface SourceOptions {
  readonly path: string;
  readonly migrations: Migrations;
  /** An SQL condition that selects the rows to move; null: all rows. */
  readonly keptRows: (table: string) => string | null;
  /** Locks the file, so that nobody else can use it. */
  readonly isExclusive: boolean;
}

const nameSchema = z.array(z.object({ name: z.string() }));
const columnSchema = z.array(z.object({ name: z.string(), type: z.string() }));
const countSchema = z.tuple([z.object({ rows: z.number(), largest: z.number() })]);
const totalSchema = z.tuple([z.object({ total: z.number() })]);
const sequenceSchema = z.array(z.object({ seq: z.number() }));

/** Throws a `DatabaseError` if another version wrote the file, or if `isExclusive` is set and the file is in use. */
export async function openSource(options: SourceOptions): Promise<Source> {
  const connection = await openToRead(options.path, options.migrations, options.isExclusive);
  const where = ({ name }: SourceTable): string => options.keptRows(name) ?? 'true';
  try {
    const names = nameSchema.parse(
      await connection.all(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT LIKE 'kysely\\_%' ESCAPE '\\' ORDER BY name`,
      ),
    );
    const tables: SourceTable[] = [];
    for (const { name } of names) {
      const columns = columnSchema.parse(
        await connection.all('SELECT name, type FROM pragma_table_info(?)', [name]),
      );
      tables.push({
        name,
        columns: columns.map((column) => column.name),
        texts: columns
          .filter(({ type }) => /char|text|blob/i.test(type))
          .map((column) => column.name),
      });
    }
    const hasSequences =
      (await connection.all(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'`)).length >
      0;

    return {
      tables,
      async count(table) {
        const from = `FROM ${escapeIdentifier(table.name)}`;
        // Cast to a blob, because the length of a blob is in bytes.
        const sizes = table.texts.map(
          (column) => `coalesce(length(CAST(${escapeIdentifier(column)} AS BLOB)), 0)`,
        );
        const [{ rows, largest }] = countSchema.parse(
          await connection.all(
            `SELECT count(*) AS rows, coalesce(max(${['0', ...sizes].join(' + ')}), 0) AS largest
             ${from} WHERE ${where(table)}`,
          ),
        );
        const [{ total }] = totalSchema.parse(
          await connection.all(`SELECT count(*) AS total ${from}`),
        );
        return { rows, largest, expired: total - rows };
      },
      async *pages(table, pageRows) {
        const columns = table.columns.map(escapeIdentifier).join(', ');
        const read = async (after: number | null): Promise<readonly Row[]> => {
          const rows = await connection.all(
            `SELECT rowid AS "${ROWID}", ${columns} FROM ${escapeIdentifier(table.name)}
             WHERE ${after === null ? 'true' : 'rowid > ?'} AND (${where(table)})
             ORDER BY rowid LIMIT ?`,
            after === null ? [pageRows] : [after, pageRows],
          );
          // SQLite has no other types of values.
          return rows as Row[];
        };
        let page = await read(null);
        while (page.length > 0) {
          const next = read(z.number().parse(page.at(-1)?.[ROWID]));
          // The reader may stop before it takes this page.
          next.catch(() => undefined);
          yield page;
          page = await next;
        }
      },
      async lastNumber({ name }) {
        if (!hasSequences) return null;
        const [sequence] = sequenceSchema.parse(
          await connection.all('SELECT seq FROM sqlite_sequence WHERE name = ?', [name]),
        );
        return sequence?.seq ?? null;
      },
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** The name under which a page has the row's number; no column has this name. */
const ROWID = ' rowid';
