import { escapeIdentifier } from 'pg';
import { z } from 'zod';
import { DatabaseError } from '../../../src/shared/database/errors.ts';
import { withoutNul } from '../../../src/shared/database/postgres-dialect.ts';
import type { SqliteValue } from '../../../src/shared/database/sqlite-connection.ts';
import type { Row } from './row-hash.ts';
import type { SourceTable } from './source.ts';
import type { Target } from './target.ts';

/** A table of the target with the source's columns. Everything happens in one transaction. */
export interface TargetTable {
  insert(rows: readonly Row[]): Promise<void>;
  /** Numbered columns continue after `lastNumber`. Also updates the planner's statistics. */
  finish(lastNumber: number | null): Promise<void>;
  /** All rows, `pageRows` at a time. */
  pages(pageRows: number): AsyncIterable<readonly Row[]>;
}

type Kind = 'whole number' | 'number' | 'text' | 'bytes';

/** The PostgreSQL types that the migrations use. */
const KINDS: Readonly<Record<string, Kind>> = {
  integer: 'whole number',
  bigint: 'whole number',
  'double precision': 'number',
  text: 'text',
  'character varying': 'text',
  bytea: 'bytes',
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly kind: Kind;
  /** The sequence that numbers the column. */
  readonly sequence: string | null;
}

const columnsSchema = z.array(
  z.object({ name: z.string(), type: z.string(), sequence: z.string().nullable() }),
);
const indexesSchema = z.array(z.object({ name: z.string(), definition: z.string() }));

/**
 * Empties a table and prepares it for its rows. Drops the indexes and builds them once all rows are there, which is much faster
 * than keeping them up to date. Throws a `DatabaseError` if the table lacks a column of the source.
 */
export async function openTargetTable(
  target: Target,
  schema: string,
  source: SourceTable,
): Promise<TargetTable> {
  const table = `${escapeIdentifier(schema)}.${escapeIdentifier(source.name)}`;
  const columns = await columnsOf(target, table, source);
  const names = columns.map(({ name }) => escapeIdentifier(name));
  const record = columns.map(({ name, type }) => `${escapeIdentifier(name)} ${type}`).join(', ');
  const insertSql = `INSERT INTO ${table} (${names.join(', ')})
    SELECT ${names.join(', ')} FROM json_to_recordset($1) AS row (${record})`;
  const indexes = await dropIndexes(target, table);
  // A migration may have inserted rows.
  await target.query(`DELETE FROM ${table}`);

  return {
    async insert(rows) {
      const records = rows.map((row) =>
        Object.fromEntries(
          columns.map((column) => [
            column.name,
            toJson(source.name, column, row[column.name] ?? null),
          ]),
        ),
      );
      // PostgreSQL reads one long text much faster than one parameter per value.
      await target.query(insertSql, [JSON.stringify(records)]);
    },
    async finish(lastNumber) {
      for (const { definition } of indexes) await target.query(definition);
      for (const { name, sequence } of columns) {
        if (sequence === null) continue;
        await target.query(
          `SELECT setval($1, last + 1, false) FROM (
             SELECT greatest($2::bigint, coalesce(max(${escapeIdentifier(name)}), 0)) AS last FROM ${table}
           ) AS numbers`,
          [sequence, lastNumber ?? 0],
        );
      }
      await target.query(`ANALYZE ${table}`);
    },
    async *pages(pageRows) {
      await target.query(
        `DECLARE moved NO SCROLL CURSOR FOR SELECT ${names.join(', ')} FROM ${table}`,
      );
      for (;;) {
        // The columns have no other types of values.
        const rows = (await target.query(`FETCH ${pageRows} FROM moved`)) as readonly Row[];
        if (rows.length === 0) break;
        yield rows;
      }
      await target.query('CLOSE moved');
    },
  };
}

async function columnsOf(
  target: Target,
  table: string,
  source: SourceTable,
): Promise<readonly Column[]> {
  const found = columnsSchema.parse(
    await target.query(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type,
         pg_get_serial_sequence($1, attname) AS sequence
       FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [table],
    ),
  );
  return source.columns.map((name) => {
    const column = found.find((other) => other.name === name);
    const kind = column === undefined ? undefined : KINDS[column.type];
    if (column === undefined || kind === undefined) {
      throw new DatabaseError(`The target has no column for ${source.name}.${name}.`);
    }
    return { ...column, kind };
  });
}

/** Leaves the indexes of constraints and partitions alone. */
async function dropIndexes(target: Target, table: string) {
  const indexes = indexesSchema.parse(
    await target.query(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
       WHERE indrelid = to_regclass($1) AND relkind = 'r'
         AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
      [table],
    ),
  );
  for (const { name } of indexes) await target.query(`DROP INDEX ${name}`);
  return indexes;
}

/** Converts a value for `json_to_recordset`. SQLite lets any column hold any type; PostgreSQL does not. */
function toJson(table: string, { name, kind }: Column, value: SqliteValue): string | number | null {
  if (value === null) return null;
  if (typeof value === 'string' && kind === 'text') return withoutNul(value).toWellFormed();
  if (value instanceof Buffer && kind === 'bytes') return `\\x${value.toString('hex')}`;
  if (typeof value === 'number') {
    if (kind === 'whole number' && Number.isSafeInteger(value)) return value;
    // JSON has no infinity.
    if (kind === 'number') return Number.isFinite(value) ? value : String(value);
  }
  throw new DatabaseError(`${table}.${name} has a value that is no ${kind}.`);
}
