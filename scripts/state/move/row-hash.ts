import { createHash } from 'node:crypto';
import { withoutNul } from '../../../src/shared/database/postgres-dialect.ts';
import type { SqliteValue } from '../../../src/shared/database/sqlite-connection.ts';

/** A row as SQLite and PostgreSQL return it, by column. */
export type Row = Readonly<Record<string, SqliteValue>>;

/** A summary of a table's content. */
export interface TableHash {
  readonly rows: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

const TYPE = { null: 0, number: 1, text: 2, bytes: 3 } as const;
/** One byte for the type, and eight for a number or a length. */
const VALUE_BYTES = 1 + 8;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
/** Number of 64-bit words in a SHA-256. */
const WORDS = 4;
const WORD_BYTES = 8;

/**
 * Hashes a table's rows in any order: the two databases sort texts differently, and sorting them again would take disk space. The
 * hash is the sum of the rows' SHA-256, in four numbers of 64 bits each, so a row that changed, is missing or occurs twice
 * changes it. Only `columns` are compared.
 */
export async function hashRows(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly string[],
): Promise<TableHash> {
  const sums = new BigUint64Array(WORDS);
  const sorted = [...columns].sort();
  let bytes = Buffer.alloc(4096);
  let rows = 0;
  for await (const page of pages) {
    for (const row of page) {
      const values = sorted.map((column) => row[column] ?? null);
      const needed = values.reduce<number>((sum, value) => sum + maxBytes(value), 0);
      if (needed > bytes.length) bytes = Buffer.alloc(2 * needed);
      let end = 0;
      for (const value of values) end = writeValue(bytes, end, value);
      const digest = createHash('sha256').update(bytes.subarray(0, end)).digest();
      for (let word = 0; word < WORDS; word += 1) {
        // The array's numbers wrap around at 64 bits.
        sums[word] = (sums[word] ?? 0n) + digest.readBigUInt64BE(word * WORD_BYTES);
      }
      rows += 1;
    }
  }
  return { rows, hash: [...sums].map((sum) => sum.toString(16).padStart(16, '0')).join('') };
}

function maxBytes(value: SqliteValue): number {
  const content = typeof value === 'string' || value instanceof Buffer ? value.length : 0;
  return VALUE_BYTES + MAX_BYTES_PER_UNIT * content;
}

/** Writes a value unambiguously; returns the start of the next one. */
function writeValue(bytes: Buffer, start: number, value: SqliteValue): number {
  const content = start + VALUE_BYTES;
  if (value === null) {
    return bytes.writeUInt8(TYPE.null, start);
  }
  if (typeof value === 'number') {
    // Adding 0 removes the minus of -0, which SQLite does not keep.
    return bytes.writeDoubleBE(value + 0, bytes.writeUInt8(TYPE.number, start));
  }
  const isText = typeof value === 'string';
  const length = isText ? bytes.write(withoutNul(value), content) : value.copy(bytes, content);
  bytes.writeDoubleBE(length, bytes.writeUInt8(isText ? TYPE.text : TYPE.bytes, start));
  return content + length;
}
