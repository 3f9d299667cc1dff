import { stringify } from 'csv-stringify/sync';

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/u;

/** Rows written in one go: of 4000 characters each that takes some 20 ms. */
const PORTION = 100;

export type Cell = string | number | bigint | null;

/**
 * A table as CSV (RFC 4180) that spreadsheets open as UTF-8. A text that would be run as a formula gets an apostrophe before it; numbers
 * stay numbers. Other work goes on in between.
 */
export async function toCsv(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> {
  const portions = [written([header], true)];
  for (let from = 0; from < rows.length; from += PORTION) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    portions.push(written(rows.slice(from, from + PORTION), false));
  }
  return Buffer.concat(portions);
}

function written(rows: readonly (readonly Cell[])[], bom: boolean): Buffer {
  const cells = rows.map((row) => row.map(inert));
  return Buffer.from(
    stringify(cells, { bom, record_delimiter: 'windows', quoted_match: /[\r\n]/u }),
  );
}

function inert(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}
