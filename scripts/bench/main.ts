import { readFileSync, writeFileSync } from 'node:fs';
import { readArguments } from '../../src/shared/process/command-line.ts';
import { createProgress } from '../progress.ts';
import { benchAttacks } from './attacks/attacks.ts';
import { benchCharts } from './charts/charts.ts';
import { benchCommands } from './commands/commands.ts';
import { benchEndpoints } from './endpoints/endpoints.ts';
import { benchDefault, FULL } from './default/default.ts';
import { guardDefault } from './default/guard.ts';
import { committedRatio } from './default/report.ts';
import { benchHistory } from './history/history.ts';
import { benchIntake } from './messages/intake.ts';
import { benchLatency } from './messages/latency.ts';
import { benchMemory } from './messages/memory.ts';
import { benchRaid } from './raid/raid.ts';
import { benchPostgres } from './postgres/postgres.ts';
import { startServer, type BenchServer } from './postgres/server.ts';
import { currentOrigin } from './origin.ts';
import { toMarkdown, updateMarkdown, type Results } from './report.ts';
import { scaleParts, withParts } from './scale/document.ts';
import { benchScale } from './scale/scale.ts';
import { benchOnPostgres } from './service/on-postgres.ts';
import { benchService } from './service/service.ts';
import { benchListener } from './webhooks/listener.ts';

const OUTPUT = 'docs/benchmarks.md';
const SCALE_OUTPUT = 'docs/scale.md';

type Bench = Exclude<keyof Results, 'origin'>;

const script = {
  name: 'bench',
  summary: 'Measures the bot and the service; without names, runs every benchmark.',
  options: {
    json: { help: 'Print the results as JSON.' },
    guard: {
      help: `Only run a short form of default, and fail when Portcullis is much slower than ${OUTPUT} says.`,
    },
    write: { help: `Write the results to ${OUTPUT}, those of scale to ${SCALE_OUTPUT} as well.` },
  },
  positionals: [
    'default',
    'intake',
    'latency',
    'memory',
    'service',
    'endpoints',
    'listener',
    'commands',
    'charts',
    'raid',
    'attacks',
    'history',
    'postgres',
    'scale',
    'service-postgres',
  ] satisfies Bench[],
  examples: [
    '',
    'default --write',
    '--guard',
    'intake listener',
    '--write',
    'raid --write',
    'postgres scale --write',
  ],
};

const { options, positionals } = readArguments(script);
const selected = script.positionals.filter(
  (bench) => positionals.length === 0 || positionals.includes(bench),
);
const isWholeRun = selected.length === script.positionals.length;

const progress = createProgress();
if (options.guard) await guard();
const results: Results = { origin: currentOrigin() };
/** Starts when a benchmark needs it; `stopPostgres` stops it. */
let startedPostgres: Promise<BenchServer | null> | undefined;
for (const bench of selected) {
  progress.step(bench);
  await measure(bench);
}
await stopPostgres();
progress.end();
console.log(options.json ? JSON.stringify(results, null, 2) : toMarkdown(results));
if (options.write) {
  const markdown = isWholeRun
    ? toMarkdown(results)
    : updateMarkdown(readFileSync(OUTPUT, 'utf8'), results);
  writeFileSync(OUTPUT, markdown);
  const { origin, postgres, scale } = results;
  if (postgres !== undefined && scale !== undefined) {
    const parts = scaleParts(origin, postgres, scale);
    writeFileSync(SCALE_OUTPUT, withParts(readFileSync(SCALE_OUTPUT, 'utf8'), parts));
  }
}

/** Ends the process, with an error if Portcullis has become much slower. */
async function guard(): Promise<never> {
  progress.step('guard');
  const committed = committedRatio(readFileSync(OUTPUT, 'utf8'));
  const { measured, allowed, passes } = await guardDefault(committed, progress.detail);
  progress.end();
  console.log(
    `Portcullis takes ${measured.toFixed(2)} times the CPU time of a word list: ${OUTPUT} says ${committed}, ${allowed.toFixed(2)} is allowed.`,
  );
  process.exit(passes ? 0 : 1);
}

/** The server at `BENCH_POSTGRES_URL`, or one that runs as long as this script. */
async function usePostgres(): Promise<BenchServer> {
  startedPostgres ??= startServer();
  const server = await startedPostgres;
  if (server === null) {
    throw new Error('PostgreSQL is not installed here. Set BENCH_POSTGRES_URL to a server.');
  }
  return server;
}

async function stopPostgres(): Promise<void> {
  const server = await startedPostgres;
  await server?.stop();
}

async function measure(bench: Bench): Promise<void> {
  switch (bench) {
    case 'default':
      results.default = await benchDefault(FULL, progress.detail);
      break;
    case 'intake':
      results.intake = await benchIntake(progress.detail);
      break;
    case 'latency':
      results.latency = await benchLatency();
      break;
    case 'memory':
      results.memory = await benchMemory(progress.detail);
      break;
    case 'service':
      results.service = await benchService(progress.detail);
      break;
    case 'endpoints':
      results.endpoints = await benchEndpoints(progress.detail);
      break;
    case 'listener':
      results.listener = await benchListener();
      break;
    case 'commands':
      results.commands = await benchCommands(progress.detail);
      break;
    case 'charts':
      results.charts = await benchCharts();
      break;
    case 'raid':
      results.raid = await benchRaid(progress.detail);
      break;
    case 'attacks':
      results.attacks = await benchAttacks(progress.detail);
      break;
    case 'history':
      results.history = await benchHistory(await usePostgres(), progress.detail);
      break;
    case 'postgres':
      results.postgres = await benchPostgres(await usePostgres(), progress.detail);
      break;
    case 'scale': {
      const server = await usePostgres();
      results.postgres ??= await benchPostgres(server, progress.detail);
      results.scale = await benchScale(server, results.postgres, progress.detail);
      break;
    }
    case 'service-postgres':
      results['service-postgres'] = await benchOnPostgres(await usePostgres(), progress.detail);
      break;
  }
}
