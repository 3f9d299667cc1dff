import { cpus, totalmem } from 'node:os';
import type { CommandFigures } from './commands.ts';
import type { ChartsResult } from './charts.ts';
import type { IntakeResult } from './intake.ts';
import type { LatencyResult } from './latency.ts';
import type { ListenerResult } from './listener.ts';
import type { MemoryResult } from './memory.ts';
import type { ServiceResult } from './service.ts';

/** What `npm run bench` measured; a benchmark that was not chosen is absent. */
export interface Results {
  /** When, as an ISO date. */
  date: string;
  machine: string;
  intake?: IntakeResult;
  latency?: LatencyResult;
  memory?: MemoryResult;
  service?: ServiceResult;
  listener?: ListenerResult;
  charts?: ChartsResult;
  commands?: CommandFigures[];
}

/** The machine the figures belong to. */
export function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} cores (${model}), ${memoryGiB} GiB, Node ${process.version}`;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const fixed = (value: number, digits = 1): string => value.toFixed(digits);
const mib = (bytes: number): string => `${whole(bytes / 2 ** 20)} MiB`;

function intakeTable({ messages, ours, bare, ratio }: IntakeResult): string {
  return [
    `**Intake** (${whole(messages)} messages as fast as the bot takes them)`,
    '',
    '| | messages/s | CPU a message | lost |',
    '|---|---:|---:|---:|',
    `| Portcullis | ${whole(ours.perSecond)} | ${fixed(ours.cpuMicros)} µs | ${ours.lost} |`,
    `| bare bot (discord.js + undici + JSON.parse) | ${whole(bare.perSecond)} | ${fixed(bare.cpuMicros)} µs | ${bare.lost} |`,
    '',
    `The bare bot's CPU a message divided by ours: **${fixed(ratio, 2)}** (goal: at least 0.6).`,
  ].join('\n');
}

function latencyTable(result: LatencyResult): string {
  const row = (name: string, { p50Ms, p99Ms }: LatencyResult['added']): string =>
    `| ${name} | ${fixed(p50Ms, 2)} ms | ${fixed(p99Ms, 2)} ms |`;
  return [
    `**Latency** (${result.perSecond} messages a second, ${whole(result.messages)} in all, ${result.lost} lost)`,
    '',
    '| | p50 | p99 |',
    '|---|---:|---:|',
    row('gateway frame → request to the service', result.frameToRequest),
    row('gateway frame → delete request', result.frameToDelete),
    row('what the bot adds to a deletion (goal: p99 at most 5 ms)', result.added),
  ].join('\n');
}

function memoryTable(result: MemoryResult): string {
  return [
    '**Memory** (resident set, after a garbage collection)',
    '',
    '| | |',
    '|---|---:|',
    `| 1 guild | ${mib(result.oneGuild)} |`,
    `| 1,000 guilds × 50 channels | ${mib(result.manyGuilds)} |`,
    `| after 20,000 messages | ${mib(result.afterEarly)} |`,
    `| after 200,000 messages | ${mib(result.afterLate)} |`,
    '',
    `Growth from 20,000 to 200,000 messages: **${fixed(result.growth * 100)} %** (goal: within 10 %).`,
  ].join('\n');
}

function serviceTable({ ingest, insights, search, keywords }: ServiceResult): string {
  return [
    '**Embedded service**',
    '',
    '| | |',
    '|---|---:|',
    `| samples moderated and stored, a second (${whole(ingest.samples)} over HTTP, ${ingest.lost} lost) | ${whole(ingest.perSecond)} |`,
    `| CPU a sample: HTTP, engine, language, store | ${fixed(ingest.cpuMicros)} µs |`,
    `| insights query over ${whole(insights.samples)} samples, to Finished with ${whole(insights.results)} results | ${fixed(insights.finishedMs)} ms |`,
    `| reading those results | ${fixed(insights.resultsMs)} ms |`,
    `| peak memory then, and what of it is new since the query | ${mib(insights.peakRssBytes)}, ${mib(insights.grownBytes)} |`,
    `| the store with these samples | ${mib(insights.storeBytes)} |`,
    `| statistics search of ${whole(search.records)} records | ${fixed(search.ms)} ms |`,
    ...keywords.map(
      (result) =>
        `| ${whole(result.keywords)} keywords, CPU for a message of 200 characters ${result.written} (goal for 10,000: at most 20 µs) | ${fixed(result.micros)} µs |`,
    ),
  ].join('\n');
}

function listenerTable(result: ListenerResult): string {
  return [
    `**Listener** (${result.perSecond} keyword events a second, ${whole(result.events)} in all, each stored before its answer; ${result.refused} refused, ${result.lost} lost)`,
    '',
    '| | |',
    '|---|---:|',
    `| answer, p50 | ${fixed(result.p50Ms)} ms |`,
    `| answer, p99 (goal: at most 50 ms) | ${fixed(result.p99Ms)} ms |`,
    `| event loop lag, p99 | ${fixed(result.lagP99Ms)} ms |`,
    `| event loop lag, the longest | ${fixed(result.lagMaxMs)} ms |`,
    `| CPU an event | ${fixed(result.cpuMicros)} µs |`,
  ].join('\n');
}

function commandsTable(commands: readonly CommandFigures[]): string {
  return [
    '**Commands** (as a member sees them on the sandbox Discord; bot, service and sandbox in one process)',
    '',
    '| | uses | failed | acknowledged p50 | p99 | answered p50 | p99 |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...commands.map(({ command, uses, failed, acknowledged, answered }) => {
      const times = [acknowledged.p50Ms, acknowledged.p99Ms, answered.p50Ms, answered.p99Ms];
      const cells = times.map((ms) => `${fixed(ms)} ms`);
      return `| ${[command, whole(uses), whole(failed), ...cells].join(' | ')} |`;
    }),
  ].join('\n');
}

function chartsTable(result: ChartsResult): string {
  return [
    `**Charts** (${result.charts} line charts of ${whole(result.points)} × ${result.series} points, one after the other)`,
    '',
    '| | |',
    '|---|---:|',
    `| a chart, p50 | ${fixed(result.p50Ms)} ms |`,
    `| a chart, p99 | ${fixed(result.p99Ms)} ms |`,
    `| the first one, which starts the worker | ${fixed(result.firstMs)} ms |`,
    `| event loop lag meanwhile, the longest (goal: at most 50 ms) | ${fixed(result.lagMaxMs)} ms |`,
    `| memory taken by the worker and the charts | ${mib(result.grownBytes)} |`,
  ].join('\n');
}

/** The results as Markdown. */
export function toMarkdown(results: Results): string {
  return [
    `Measured on ${results.date} by \`npm run bench\` on ${results.machine}.`,
    ...(results.intake === undefined ? [] : [intakeTable(results.intake)]),
    ...(results.latency === undefined ? [] : [latencyTable(results.latency)]),
    ...(results.memory === undefined ? [] : [memoryTable(results.memory)]),
    ...(results.service === undefined ? [] : [serviceTable(results.service)]),
    ...(results.listener === undefined ? [] : [listenerTable(results.listener)]),
    ...(results.commands === undefined ? [] : [commandsTable(results.commands)]),
    ...(results.charts === undefined ? [] : [chartsTable(results.charts)]),
  ].join('\n\n');
}

const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';

/** Puts the figures between the README's two marks; throws where a mark is missing. */
export function intoReadme(readme: string, markdown: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md lacks the marks ${BEGIN} and ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n${markdown}\n${readme.slice(end)}`;
}
