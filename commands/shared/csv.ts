import { stringify } from 'csv-stringify/sync';

/** Matches texts that spreadsheets take for formulas. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/u;

/** Rows per batch: with 4000 characters each, a batch takes about 20 ms. */
const BATCH_SIZE = 100;

export type Cell = string | number | bigint | null;

/**
 * A table as CSV (RFC 4180) that spreadsheets open as UTF-8. Texts that would run as formulas are prefixed with an
 * apostrophe; numbers stay numbers. Yields to the event loop between batches.
 */
export async function toCsv(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> {
  const batches = [encode([header], true)];
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    batches.push(encode(rows.slice(from, from + BATCH_SIZE), false));
  }
  return Buffer.concat(batches);
}

function encode(rows: readonly (readonly Cell[])[], bom: boolean): Buffer {
  const cells = rows.map((row) => row.map(escapeFormula));
  return Buffer.from(
    stringify(cells, { bom, record_delimiter: 'windows', quoted_match: /[\r\n]/u }),
  );
}

function escapeFormula(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}
