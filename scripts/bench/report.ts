import type { ChartsResult } from './charts/charts.ts';
import { chartsSection } from './charts/report.ts';
import type { CommandFigures } from './commands/commands.ts';
import { commandsSection } from './commands/report.ts';
import type { EndpointsResult } from './endpoints/endpoints.ts';
import { endpointsSection } from './endpoints/report.ts';
import type { DefaultResult } from './default/default.ts';
import { defaultSection } from './default/report.ts';
import type { IntakeResult } from './messages/intake.ts';
import type { LatencyResult } from './messages/latency.ts';
import type { MemoryResult } from './messages/memory.ts';
import { intakeSection, latencySection, memorySection } from './messages/report.ts';
import type { Origin } from './origin.ts';
import type { PostgresResult } from './postgres/postgres.ts';
import { postgresSection } from './postgres/report.ts';
import type { AttacksResult } from './attacks/attacks.ts';
import { attacksSection } from './attacks/report.ts';
import type { HistoryResult } from './history/history.ts';
import { historySection } from './history/report.ts';
import type { RaidResult } from './raid/raid.ts';
import { raidSection } from './raid/report.ts';
import { throughputSection } from './scale/report.ts';
import type { ScaleResult } from './scale/scale.ts';
import type { OnPostgresResult } from './service/on-postgres.ts';
import { onPostgresSection, serviceSection } from './service/report.ts';
import type { ServiceResult } from './service/service.ts';
import type { ListenerResult } from './webhooks/listener.ts';
import { listenerSection } from './webhooks/report.ts';

/** The results of `npm run bench`; a benchmark that was not chosen is absent. */
export interface Results {
  origin: Origin;
  default?: DefaultResult;
  intake?: IntakeResult;
  latency?: LatencyResult;
  memory?: MemoryResult;
  service?: ServiceResult;
  endpoints?: EndpointsResult;
  listener?: ListenerResult;
  commands?: CommandFigures[];
  charts?: ChartsResult;
  raid?: RaidResult;
  attacks?: AttacksResult;
  history?: HistoryResult;
  postgres?: PostgresResult;
  scale?: ScaleResult;
  'service-postgres'?: OnPostgresResult;
}

function sectionsOf(results: Results): string[][] {
  const { intake, latency, memory, service, listener, commands, charts, raid } = results;
  const { postgres, scale, endpoints } = results;
  const { 'service-postgres': onPostgres } = results;
  return [
    ...(results.default === undefined ? [] : [defaultSection(results.default)]),
    ...(intake === undefined ? [] : [intakeSection(intake)]),
    ...(latency === undefined ? [] : [latencySection(latency)]),
    ...(memory === undefined ? [] : [memorySection(memory)]),
    ...(service === undefined ? [] : [serviceSection(service)]),
    ...(endpoints === undefined ? [] : [endpointsSection(endpoints)]),
    ...(listener === undefined ? [] : [listenerSection(listener)]),
    ...(commands === undefined ? [] : [commandsSection(commands)]),
    ...(charts === undefined ? [] : [chartsSection(charts)]),
    ...(raid === undefined ? [] : [raidSection(raid)]),
    ...(results.attacks === undefined ? [] : [attacksSection(results.attacks)]),
    ...(results.history === undefined ? [] : [historySection(results.history)]),
    ...(postgres === undefined ? [] : [postgresSection(postgres)]),
    ...(scale === undefined ? [] : [throughputSection(scale.throughput)]),
    ...(onPostgres === undefined ? [] : [onPostgresSection(onPostgres)]),
  ];
}

/** The complete content of `docs/benchmarks.md`. */
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

/** `docs/benchmarks.md` with new sections for these results, each of which names its own run. All other sections stay. */
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
