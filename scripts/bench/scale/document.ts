import { table, whole } from '../markdown.ts';
import type { Origin } from '../origin.ts';
import { costTable } from '../postgres/report.ts';
import type { PostgresResult } from '../postgres/postgres.ts';
import { DISCORD, BOT } from './assumptions.ts';
import type { ScaleResult } from './scale.ts';
import type { LimitUse, ScaleRow } from './simulate.ts';
import { throughputTable } from './report.ts';

/** One decimal below 10, otherwise three significant digits. */
const fixed = (value: number): string =>
  value < 10 ? value.toFixed(1) : whole(Number(value.toPrecision(3)));
/** Three significant digits: more would suggest precision that isn't there. */
const rounded = (value: number): string => whole(Number(value.toPrecision(3)));
const small = (value: number): string => (value < 1 ? value.toFixed(2) : fixed(value));
const percent = (share: number): string =>
  `${share < 0.1 ? (share * 100).toFixed(1) : whole(share * 100)} %`;

function bytes(value: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let amount = value;
  for (; amount >= 1_000 && unit < units.length - 1; unit += 1) amount /= 1_000;
  return `${unit === 0 ? whole(amount) : fixed(amount)} ${units[unit] ?? ''}`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${fixed(seconds)} s`;
  if (seconds < 7_200) return `${fixed(seconds / 60)} min`;
  return `${fixed(seconds / 3_600)} h`;
}

const LIMITS: Record<LimitUse['limit'], string> = {
  requests: 'requests a second',
  identifies: 'two full restarts in a day',
  groups: '64 groups of shards',
  editSearch: 'the search for edits after a full restart, against an hour',
};

function tableOf(
  rows: readonly ScaleRow[],
  lines: readonly [string, (row: ScaleRow) => string][],
): string[] {
  return table(
    ['servers', ...rows.map(({ servers }) => whole(servers))],
    lines.map(([name, cell]) => [name, ...rows.map(cell)]),
  );
}

function sizes(rows: readonly ScaleRow[]): string[] {
  return tableOf(rows, [
    ['messages a day', ({ traffic }) => rounded(traffic.messagesPerDay)],
    ['messages a second at the peak', ({ traffic }) => fixed(traffic.messages)],
    ['cases a second at the peak', ({ traffic }) => small(traffic.cases)],
    ['**shards** (recommended)', ({ shards }) => whole(shards)],
    [
      'shards that Discord demands',
      ({ servers }) => whole(Math.ceil(servers / DISCORD.maxServersPerShard)),
    ],
    ['**processes** of the bot', ({ processes }) => whole(processes)],
    ['cores they use at the peak', ({ botCores }) => botCores.toFixed(2)],
    ['busiest process, of a core', ({ busiestCore }) => percent(busiestCore)],
    ['memory of a process', ({ bytesPerProcess }) => bytes(bytesPerProcess)],
    [
      'gateway traffic, messages only',
      ({ gatewayBytes }) => `${small((gatewayBytes * 8) / 1e6)} Mbit/s`,
    ],
    ['**transactions** a second at the peak', ({ transactions }) => rounded(transactions)],
    ['checkpoints among them', ({ traffic }) => fixed(traffic.checkpoints)],
    ['write-ahead log a second', ({ walBytes }) => bytes(walBytes)],
    ['cores of PostgreSQL', ({ postgresCores }) => postgresCores.toFixed(2)],
    ['its connections (its default limit: 100)', ({ connections }) => whole(connections)],
    ['**database** after a year: cases', ({ caseBytes }) => bytes(caseBytes)],
    [`texts of cases, ${BOT.textDays} days`, ({ textBytes }) => bytes(textBytes)],
    ['checkpoints and servers', ({ otherBytes }) => bytes(otherBytes)],
    [
      `the embedded service's samples, ${BOT.sampleDays} days`,
      ({ sampleBytes }) => bytes(sampleBytes),
    ],
    ['**requests** a second at the peak (limit: 50)', ({ requests }) => small(requests)],
    ['`max_concurrency`', ({ maxConcurrency }) => whole(maxConcurrency)],
    [
      '**full restart**: until the last shard has identified',
      ({ identifySeconds }) => duration(identifySeconds),
    ],
    ['such restarts in a day', (row) => whole(row.identifiesPerDay / row.shards)],
    [
      'CPU time of the bots to read the servers',
      ({ startCoreSeconds }) => duration(startCoreSeconds),
    ],
    ['CPU time of PostgreSQL', ({ startPostgresSeconds }) => duration(startPostgresSeconds)],
    [
      'requests for missed messages, at 50 a second',
      ({ missedSeconds }) => duration(missedSeconds),
    ],
    [
      'requests to search for edits, at 50 a second',
      ({ editSearchSeconds }) => duration(editSearchSeconds),
    ],
    ['**what breaks first**', ({ limits }) => limitCell(limits[0])],
    ['then', ({ limits }) => limitCell(limits[1])],
  ]);
}

function limitCell(use: LimitUse | undefined): string {
  return use === undefined ? '–' : `${LIMITS[use.limit]}: ${percent(use.used)}`;
}

function sensitivity(variants: ScaleResult['variants']): string[] {
  const rows = variants[0]?.rows ?? [];
  return table(
    [
      'processes; requests a second; database after a year',
      ...rows.map(({ servers }) => `${whole(servers)} servers`),
    ],
    variants.map(({ name, rows: changed }) => [
      name,
      ...changed.map((row) => {
        const stored = row.caseBytes + row.textBytes + row.otherBytes;
        return `${whole(row.processes)}; ${small(row.requests)}; ${bytes(stored)}`;
      }),
    ]),
  );
}

function measured(postgres: PostgresResult, { costs, footprint }: ScaleResult): string[] {
  const perSecond = (micros: number): string => whole((0.5 * 1e6) / micros);
  return [
    ...costTable(postgres),
    '',
    ...table(
      ['', ''],
      [
        ['messages a second in half a core, with PostgreSQL', perSecond(costs.message.bot)],
        ['cases a second in half a core', perSecond(costs.case.bot)],
        [
          'PostgreSQL: transactions per case, per checkpoint',
          `${fixed(costs.case.transactions)}, ${fixed(costs.checkpoint.transactions)}`,
        ],
        [
          'write-ahead log per case, per checkpoint',
          `${bytes(costs.case.walBytes)}, ${bytes(costs.checkpoint.walBytes)}`,
        ],
        [
          'stored per case, and per text while it is kept',
          `${bytes(costs.case.bytes)}, ${bytes(costs.case.textBytes)}`,
        ],
        ['requests to Discord per case', fixed(costs.case.requests)],
        [
          `memory: a process, each group of shards, each server with ${footprint.channelsPerServer} channels`,
          `${bytes(costs.baseBytes)}, ${bytes(costs.groupBytes)}, ${bytes(costs.serverBytes)}`,
        ],
        [
          'without traffic: transactions a second of a process, of each group',
          `${fixed(costs.idle.transactions)}, ${small(costs.idleGroup.transactions)}`,
        ],
        [
          'when a process takes over a server: CPU time of the bot, of PostgreSQL; transactions',
          `${whole(costs.start.bot)} µs, ${whole(costs.start.postgres)} µs; ${fixed(costs.start.transactions)}`,
        ],
      ],
    ),
  ];
}

/** The generated parts of docs/scale.md, by name. */
export function scaleParts(
  { date, commit, machine }: Origin,
  postgres: PostgresResult,
  scale: ScaleResult,
): Record<string, string[]> {
  return {
    origin: [
      `Measured with ${postgres.server} on ${date} at commit ${commit ?? 'unknown'}, on ${machine}.`,
    ],
    measured: measured(postgres, scale),
    processes: throughputTable(scale.throughput),
    sizes: sizes(scale.rows),
    sensitivity: sensitivity(scale.variants),
  };
}

/** Replaces the parts between `<!-- bench: NAME -->` and `<!-- end -->`. */
export function withParts(
  document: string,
  parts: Readonly<Record<string, readonly string[]>>,
): string {
  return document.replaceAll(
    /(<!-- bench: (\w+) -->\n)[^]*?(<!-- end -->)/g,
    (part, start: string, name: string, end: string) => {
      const lines = parts[name];
      return lines === undefined ? part : `${start}\n${lines.join('\n')}\n\n${end}`;
    },
  );
}
