import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import type { CommandFigures } from './commands/commands.ts';
import type { ChartsResult } from './charts.ts';
import type { IntakeResult } from './messages/intake.ts';
import type { LatencyResult } from './messages/latency.ts';
import type { ListenerResult } from './webhooks/listener.ts';
import type { MemoryResult } from './messages/memory.ts';
import type { ServerFigures } from './raid/one-server.ts';
import type { RaidResult } from './raid/raid.ts';
import type { PostgresResult } from './postgres/postgres.ts';
import { postgresSection } from './postgres/report.ts';
import { throughputSection } from './scale/report.ts';
import type { ScaleResult } from './scale/scale.ts';
import type { OnPostgresResult } from './service/on-postgres.ts';
import type { IngestResult } from './service/service-client.ts';
import type { ServiceResult } from './service/service.ts';

export interface Origin {
  /** An ISO date. */
  date: string;
  machine: string;
  /** A short hash; null outside a git checkout. */
  commit: string | null;
}

/** The results of `npm run bench`; a benchmark that was not chosen is absent. */
export interface Results {
  origin: Origin;
  intake?: IntakeResult;
  latency?: LatencyResult;
  memory?: MemoryResult;
  service?: ServiceResult;
  listener?: ListenerResult;
  commands?: CommandFigures[];
  charts?: ChartsResult;
  raid?: RaidResult;
  postgres?: PostgresResult;
  scale?: ScaleResult;
  'service-postgres'?: OnPostgresResult;
}

export function currentOrigin(): Origin {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} cores (${model}), ${memoryGiB} GiB, Node ${process.version}`,
    commit: currentCommit(),
  };
}

/** Marked with `+` when files differ from the commit. */
function currentCommit(): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    return null;
  }
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const fixed = (value: number, digits = 1): string => value.toFixed(digits);
const mib = (bytes: number): string => `${whole(bytes / 2 ** 20)} MiB`;

function intakeSection({ messages, portcullis, baseline, ratio }: IntakeResult): string[] {
  const row = (name: string, { perSecond, cpuMicros, lost }: IntakeResult['baseline']): string =>
    `| ${name} | ${whole(perSecond)} | ${fixed(cpuMicros)} µs | ${lost} |`;
  return [
    '## Message intake',
    '',
    `${whole(messages)} messages as fast as the bot takes them. The baseline is a bot of discord.js, undici and \`JSON.parse\`,`,
    'without validation, limits, retries or storage. Both alternate within one run, so the ratio does not depend on the machine.',
    '',
    '| | messages per second | CPU per message | lost |',
    '|---|---:|---:|---:|',
    row('Portcullis', portcullis),
    row('baseline', baseline),
    '',
    `Baseline CPU divided by Portcullis CPU: **${fixed(ratio, 2)}** (goal: at least 0.6).`,
  ];
}

function latencySection(result: LatencyResult): string[] {
  const row = (name: string, { p50Ms, p99Ms }: LatencyResult['added']): string =>
    `| ${name} | ${fixed(p50Ms, 2)} ms | ${fixed(p99Ms, 2)} ms |`;
  return [
    '## Latency',
    '',
    `${result.perSecond} messages a second, ${whole(result.messages)} in total, ${result.lost} lost. The service answers at once.`,
    '',
    '| | p50 | p99 |',
    '|---|---:|---:|',
    row('gateway frame to request to the service', result.frameToRequest),
    row('gateway frame to delete request', result.frameToDelete),
    row("the bot's share of a deletion (goal: p99 at most 5 ms)", result.added),
  ];
}

function memorySection(result: MemoryResult): string[] {
  return [
    '## Memory',
    '',
    'Resident set after a garbage collection.',
    '',
    '| | |',
    '|---|---:|',
    `| 1 server | ${mib(result.oneGuild)} |`,
    `| 1,000 servers with 50 channels each | ${mib(result.manyGuilds)} |`,
    `| after 20,000 messages | ${mib(result.afterEarly)} |`,
    `| after 200,000 messages | ${mib(result.afterLate)} |`,
    '',
    `Growth from 20,000 to 200,000 messages: **${fixed(result.growth * 100)} %** (goal: at most 10 %).`,
  ];
}

function serviceSection({ ingest, insights, search, keywords }: ServiceResult): string[] {
  const queried = whole(insights.samples);
  return [
    '## Embedded service',
    '',
    '| | |',
    '|---|---:|',
    `| samples moderated and stored per second (${whole(ingest.samples)} over HTTP, ${ingest.lost} lost) | ${whole(ingest.perSecond)} |`,
    `| CPU per sample: HTTP, engine, language detection, store | ${fixed(ingest.cpuMicros)} µs |`,
    `| insights query over ${queried} samples with ${whole(insights.results)} results | ${fixed(insights.finishedMs)} ms |`,
    `| reading these results | ${fixed(insights.resultsMs)} ms |`,
    `| peak memory afterwards | ${mib(insights.peakRssBytes)} |`,
    `| growth of the peak memory by the query | ${mib(insights.grownBytes)} |`,
    `| size of the store with ${queried} samples | ${mib(insights.storeBytes)} |`,
    `| statistics search over ${whole(search.records)} records | ${fixed(search.ms)} ms |`,
    ...keywords.map((result) => {
      const goal = result.keywords === 10_000 ? ' (goal: at most 20 µs)' : '';
      return `| search for ${whole(result.keywords)} keywords in 200 characters, ${result.letters}${goal} | ${fixed(result.micros)} µs |`;
    }),
  ];
}

function onPostgresSection(result: OnPostgresResult): string[] {
  const { sqlite, postgres, twoInstances, purge } = result;
  const row = (name: string, { perSecond, cpuMicros, senderCpuMicros, lost }: IngestResult) =>
    `| ${name} | ${whole(perSecond)} | ${fixed(cpuMicros)} µs | ${fixed(senderCpuMicros)} µs | ${lost} |`;
  return [
    '## Service on PostgreSQL',
    '',
    `${whole(sqlite.samples)} samples over HTTP, on SQLite, on PostgreSQL and with two instances on PostgreSQL in turn; medians of three rounds.`,
    'The process that sends them and PostgreSQL use the same cores.',
    '',
    '| | samples per second | CPU of the service per sample | CPU of the sender | lost |',
    '|---|---:|---:|---:|---:|',
    row('SQLite', sqlite),
    row('PostgreSQL', postgres),
    row('PostgreSQL, two instances', twoInstances),
    '',
    `Removing ${whole(purge.samples)} samples of a day: ${whole(purge.deleteMs)} ms row by row, **${whole(purge.dropMs)} ms** as a partition.`,
  ];
}

function listenerSection(result: ListenerResult): string[] {
  return [
    '## Webhook listener',
    '',
    `${result.perSecond} signed keyword events a second, ${whole(result.events)} in total, each stored before its response; ` +
      `${result.refused} refused, ${result.lost} lost.`,
    '',
    '| | |',
    '|---|---:|',
    `| response, p50 | ${fixed(result.p50Ms)} ms |`,
    `| response, p99 (goal: at most 50 ms) | ${fixed(result.p99Ms)} ms |`,
    `| event loop delay, p99 | ${fixed(result.lagP99Ms)} ms |`,
    `| event loop delay, maximum | ${fixed(result.lagMaxMs)} ms |`,
    `| CPU per event | ${fixed(result.cpuMicros)} µs |`,
  ];
}

function commandsSection(commands: readonly CommandFigures[]): string[] {
  return [
    '## Commands',
    '',
    'As a member of the sandbox Discord sees them. Bot, service and sandbox share one process.',
    '',
    '| | uses | failed | acknowledged p50 | p99 | replied p50 | p99 |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...commands.map(({ command, uses, failed, acknowledged, replied }) => {
      const times = [acknowledged.p50Ms, acknowledged.p99Ms, replied.p50Ms, replied.p99Ms];
      const cells = times.map((ms) => `${fixed(ms)} ms`);
      return `| ${[command, whole(uses), whole(failed), ...cells].join(' | ')} |`;
    }),
  ];
}

function chartsSection(result: ChartsResult): string[] {
  return [
    '## Charts',
    '',
    `${result.charts} bar charts with ${result.series} series of ${whole(result.points)} bars, one after the other.`,
    '',
    '| | |',
    '|---|---:|',
    `| per chart, p50 | ${fixed(result.p50Ms)} ms |`,
    `| per chart, p99 | ${fixed(result.p99Ms)} ms |`,
    `| the first chart, with the start of the worker | ${fixed(result.firstMs)} ms |`,
    `| event loop delay, maximum (goal: at most 50 ms) | ${fixed(result.lagMaxMs)} ms |`,
    `| memory of the worker and the charts | ${mib(result.grownBytes)} |`,
  ];
}

const seconds = (ms: number | null): string =>
  ms === null ? 'not in time' : `${fixed(ms / 1000)} s`;

/** Flagged messages are not deleted. */
function goneCell({ messages, goneMs, left }: ServerFigures): string {
  if (goneMs !== null) return seconds(goneMs);
  return left === 0 ? '–' : `${whole(left)} of ${whole(messages)} left`;
}

function raidSection({
  oneChannel,
  threeChannels,
  oneMember,
  isolation,
  peakRssBytes,
}: RaidResult): string[] {
  const runs = [oneChannel, threeChannels, oneMember];
  const row = (name: string, cell: (figures: ServerFigures) => string): string =>
    `| ${[name, ...runs.map(cell)].join(' | ')} |`;
  const { raid, other } = isolation;
  return [
    '## Raids',
    '',
    'The whole bot in a sandbox with Discord’s rate limits; the service answers at once. 200 new members post one text within',
    '5 s, and one member posts 180 messages in 60 s that only alert the moderators. Then another member posts something urgent.',
    '',
    '| | 200 members, one channel | three channels | 180 messages of one member |',
    '|---|---:|---:|---:|',
    row('from the last message until all are gone (goal: at most 10 s)', goneCell),
    row('requests to Discord (goal: at most 60)', ({ requests }) => whole(requests)),
    row('of them rate limited (goal: 0)', ({ rateLimited }) => whole(rateLimited)),
    row('posts for the moderators (goal: at most 3; of one member 2)', ({ posts }) => whole(posts)),
    row('notices to their authors (goal: 0)', ({ notices }) => whole(notices)),
    row('delay of the urgent alert (goal: at most 3 s)', ({ urgentMs }) => seconds(urgentMs)),
    '',
    `${whole(raid.messages)} messages raid one server, ${whole(raid.perSecond)} a second, while another has ordinary traffic since 5 s before ` +
      `(${whole(other.messages)} messages, ${whole(other.bad)} of them bad):`,
    '',
    '| | |',
    '|---|---:|',
    `| gateway frame to delete request in the other server, p50 | ${whole(other.p50Ms)} ms |`,
    `| p99 (goal: at most 500 ms) | ${whole(other.p99Ms)} ms |`,
    `| maximum | ${whole(other.maxMs)} ms |`,
    `| bad messages left in the other server, harmless ones lost (goal: 0) | ${other.left}, ${other.lost} |`,
    `| from the last message until the raided server is clean | ${seconds(raid.goneMs)} |`,
    `| messages left in the raided server (goal: 0) | ${whole(raid.left)} |`,
    `| posts for its moderators, notices to its members | ${whole(raid.posts)}, ${whole(raid.notices)} |`,
    `| requests to Discord, of them rate limited | ${whole(isolation.requests)}, ${whole(isolation.rateLimited)} |`,
    `| peak memory of the bot | ${mib(peakRssBytes)} |`,
  ];
}

function sectionsOf(results: Results): string[][] {
  const { intake, latency, memory, service, listener, commands, charts, raid } = results;
  const { postgres, scale } = results;
  const { 'service-postgres': onPostgres } = results;
  return [
    ...(intake === undefined ? [] : [intakeSection(intake)]),
    ...(latency === undefined ? [] : [latencySection(latency)]),
    ...(memory === undefined ? [] : [memorySection(memory)]),
    ...(service === undefined ? [] : [serviceSection(service)]),
    ...(listener === undefined ? [] : [listenerSection(listener)]),
    ...(commands === undefined ? [] : [commandsSection(commands)]),
    ...(charts === undefined ? [] : [chartsSection(charts)]),
    ...(raid === undefined ? [] : [raidSection(raid)]),
    ...(postgres === undefined ? [] : [postgresSection(postgres)]),
    ...(scale === undefined ? [] : [throughputSection(scale.throughput)]),
    ...(onPostgres === undefined ? [] : [onPostgresSection(onPostgres)]),
  ];
}

/** The whole of `docs/benchmarks.md`. */
export function toMarkdown(results: Results): string {
  const { date, machine, commit } = results.origin;
  return [
    '# Benchmarks',
    '',
    `\`npm run bench -- --write\` wrote this file on ${date} at commit ${commit ?? 'unknown'}, on ${machine}.`,
    'Compare figures only within one run: other load on the machine changes all of them.',
    ...sectionsOf(results).flatMap((lines) => ['', ...lines]),
    '',
  ].join('\n');
}

/** `docs/benchmarks.md` with new sections for these results, which name their own run; the others stay. */
export function updateMarkdown(current: string, results: Results): string {
  const { date, commit } = results.origin;
  const [head = '', ...sections] = current.trimEnd().split(/\n\n(?=## )/);
  for (const [heading = '', ...lines] of sectionsOf(results)) {
    const run = `Measured on ${date} at commit ${commit ?? 'unknown'}.`;
    const section = [heading, '', run, ...lines].join('\n');
    const index = sections.findIndex((other) => other.split('\n', 1)[0] === heading);
    if (index < 0) sections.push(section);
    else sections[index] = section;
  }
  return `${[head, ...sections].join('\n\n')}\n`;
}
