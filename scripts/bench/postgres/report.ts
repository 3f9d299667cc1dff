import { fixed, table, whole, withRange } from '../markdown.ts';
import { median } from '../statistics.ts';
import type { Comparison, PostgresResult } from './postgres.ts';

const micros = (value: number): string =>
  value < 1_000 ? `${whole(value)} µs` : `${fixed(value / 1_000)} ms`;

function ratio(values: readonly number[], bases: readonly number[]): string {
  const ratios = values.map((value, round) => value / (bases[round] ?? Number.NaN));
  return withRange(median(values) / median(bases), ratios);
}

function row(name: string, { sqlite, postgres }: Comparison): string[] {
  const { bot, server } = postgres;
  const all = server === null ? null : bot.map((value, round) => value + (server[round] ?? 0));
  return [
    name,
    micros(median(sqlite.bot)),
    micros(median(bot)),
    server === null ? '–' : micros(median(server)),
    ratio(bot, sqlite.bot),
    all === null ? '–' : ratio(all, sqlite.bot),
  ];
}

/** A table of the costs on SQLite and PostgreSQL, without a heading. */
export function costTable(result: PostgresResult): string[] {
  return table(
    ['CPU time', 'SQLite', 'PostgreSQL: bot', 'its server', 'bot, ratio', 'all, ratio'],
    [
      row('harmless message', result.messages),
      row('case: delete, alert, notice to the author', result.cases),
      row("checkpoint of a server's channel", result.checkpoints),
    ],
  );
}

export function postgresSection(result: PostgresResult): string[] {
  const { messages, cases, checkpoints, casesOnPostgres, checkpointOnPostgres } = result;
  const tables = Object.entries(casesOnPostgres.tableBytes)
    .toSorted(([, a], [, b]) => b - a)
    .map(([table, bytes]) => `${table} ${whole(bytes)}`);
  return [
    '## PostgreSQL',
    '',
    `The bot with SQLite and with ${result.server} on the same machine, with durable commits, in turns: ` +
      `${messages.sqlite.bot.length} rounds of ${whole(messages.count)} harmless messages in 64 servers and of ` +
      `${whole(checkpoints.count)} checkpoints, ${cases.sqlite.bot.length} rounds of ${whole(cases.count)} bad messages in 500 servers. ` +
      'Ratios are to SQLite, with the smallest and largest of the rounds.',
    '',
    ...costTable(result),
    '',
    ...table(
      ['on PostgreSQL, each', 'case', 'checkpoint'],
      [
        [
          'transactions',
          fixed(casesOnPostgres.transactions),
          fixed(checkpointOnPostgres.transactions),
        ],
        [
          'bytes of write-ahead log',
          whole(casesOnPostgres.walBytes),
          whole(checkpointOnPostgres.walBytes),
        ],
        ['requests to Discord', fixed(casesOnPostgres.requests), '0'],
      ],
    ),
    '',
    `A case and what belongs to it take ${whole(result.sqliteBytesPerCase)} bytes in the SQLite file and ` +
      `${whole(casesOnPostgres.compactBytes)} in PostgreSQL after \`VACUUM FULL\`. Before it, by table: ${tables.join(', ')}.`,
  ];
}
