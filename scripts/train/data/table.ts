import { readFileSync } from 'node:fs';

export interface TableFormat {
  delimiter: string;
  /** Allows fields in `"`, which is doubled inside them. */
  quoted: boolean;
}

/** Reads the rows of a CSV or TSV file as arrays of fields, including the header. */
export function readTable(path: string, { delimiter, quoted }: TableFormat): string[][] {
  const text = readFileSync(path, 'utf8');
  if (!quoted) {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/\r$/, '').split(delimiter));
  }
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        if (end === -1) throw new SyntaxError(`unclosed quote in ${path}`);
        field += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        field += '"';
        at += 1;
      }
    }
    let end = at;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
    field += text.slice(at, end).replace(/\r$/, '');
    row.push(field);
    if (end >= text.length || text[end] === '\n') {
      rows.push(row);
      row = [];
    }
    at = end + 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** Reads rows as records keyed by the header's names. */
export function readRecords(path: string, format: TableFormat): Map<string, string>[] {
  const [header = [], ...rows] = readTable(path, format);
  return rows.map((row) => new Map(header.map((name, column) => [name, row[column] ?? ''])));
}
