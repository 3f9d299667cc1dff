import { existsSync } from 'node:fs';
import { sqlitePath } from '../../../src/shared/sqlite-url.ts';
import { stateKeyPath } from '../../../src/bot/storage/secrets/state-key.ts';
import type { Progress, TableFigures } from './move.ts';
import type { OpenPart } from './parts.ts';

/* Output of `npm run migrate-state`: figures and table names, no content. */

const PROGRESS_INTERVAL_MS = 5_000;
/** Work on fewer rows takes only a moment. */
const MANY_ROWS = 100_000;
/** Shown digits of a hash, enough for people to compare. The program compares all of them. */
const SHOWN_DIGITS = 16;

const number = (value: number): string => value.toLocaleString('en');

/** Writes to standard error: one line every few seconds, and one before work that may take long. */
export function createProgress(): Progress {
  let last = Date.now();
  return {
    rows(work, done, of) {
      const now = Date.now();
      if (now - last < PROGRESS_INTERVAL_MS) return;
      last = now;
      process.stderr.write(`${work}: ${number(done)} of ${number(of)} rows\n`);
    },
    begin(work, rows) {
      if (rows < MANY_ROWS) return;
      process.stderr.write(`${work} …\n`);
    },
  };
}

export async function countsText(parts: readonly OpenPart[]): Promise<string> {
  const rows: string[][] = [['table', 'rows to move', 'expired']];
  for (const { schema, source } of parts) {
    for (const table of source.tables) {
      const count = await source.count(table);
      rows.push([`${schema}.${table.name}`, number(count.rows), number(count.expired)]);
    }
  }
  return `${tableText(rows)}\nNothing was moved.\n`;
}

export function figuresText(figures: readonly TableFigures[]): string {
  const head = ['table', 'SQLite', 'PostgreSQL', 'expired', 'hash in SQLite', 'hash in PostgreSQL'];
  const rows = figures.map(({ schema, table, expired, from, to }) => [
    `${schema}.${table}`,
    number(from.rows),
    number(to.rows),
    number(expired),
    from.hash.slice(0, SHOWN_DIGITS),
    to.hash.slice(0, SHOWN_DIGITS),
  ]);
  return `${tableText([head, ...rows])}\nMoved everything. Both sides are equal.\n`;
}

/** `isService`: the state belongs to `npm run service`. */
export function nextStepsText({ from, isService }: { from: string; isService: boolean }): string {
  const keyFile = stateKeyPath(sqlitePath(from));
  const steps = isService
    ? ['Set SERVICE_STATE_URL to the PostgreSQL database, and start the service.']
    : [
        'Set STATE_URL to the PostgreSQL database.',
        existsSync(keyFile)
          ? `Set STATE_KEY to what this prints: base64 < ${quote(keyFile)}`
          : 'Set STATE_KEY to a new key: openssl rand -base64 32',
        'Start the bot. When it runs as it should, keep the SQLite files safe or delete them: they contain texts of members.',
      ];
  return `${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}\n`;
}

/** Quotes a path for a POSIX shell. */
const quote = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** Names on the left, figures on the right. */
function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
}
