import { readFileSync, writeFileSync } from 'node:fs';
import { exitWithUsage, readArguments } from '../../src/lib/command-line.ts';
import { createProgress } from '../progress.ts';
import { benchCharts } from './charts.ts';
import { benchCommands } from './commands/commands.ts';
import { benchIntake } from './messages/intake.ts';
import { benchLatency } from './messages/latency.ts';
import { benchMemory } from './messages/memory.ts';
import { benchRaid } from './raid/raid.ts';
import { currentOrigin, toMarkdown, updateMarkdown, type Results } from './report.ts';
import { benchOnPostgres } from './service/on-postgres.ts';
import { benchService } from './service/service.ts';
import { benchListener } from './webhooks/listener.ts';

const OUTPUT = 'docs/benchmarks.md';

type Bench = Exclude<keyof Results, 'origin'>;

const script = {
  name: 'bench',
  summary:
    'Measures the bot and the service; without names, runs every benchmark. service-postgres needs TEST_POSTGRES_URL, a server on which it creates databases.',
  options: {
    json: { help: 'Print the results as JSON.' },
    write: { help: `Write the results to ${OUTPUT}.` },
  },
  positionals: [
    'intake',
    'latency',
    'memory',
    'service',
    'listener',
    'commands',
    'charts',
    'raid',
    'service-postgres',
  ] satisfies Bench[],
  examples: ['', 'intake listener', '--write', 'raid --write'],
};

const { options, positionals } = readArguments(script);
const postgresServer = process.env.TEST_POSTGRES_URL ?? '';
if (postgresServer === '' && positionals.includes('service-postgres')) {
  exitWithUsage(script, 'service-postgres needs TEST_POSTGRES_URL.');
}
const selected = script.positionals.filter((bench) =>
  positionals.length === 0
    ? bench !== 'service-postgres' || postgresServer !== ''
    : positionals.includes(bench),
);
const isWholeRun = selected.length === script.positionals.length;

const progress = createProgress();
const results: Results = { origin: currentOrigin() };
for (const bench of selected) {
  progress.step(bench);
  await measure(bench);
}
progress.end();
console.log(options.json ? JSON.stringify(results, null, 2) : toMarkdown(results));
if (options.write) {
  const markdown = isWholeRun
    ? toMarkdown(results)
    : updateMarkdown(readFileSync(OUTPUT, 'utf8'), results);
  writeFileSync(OUTPUT, markdown);
}

async function measure(bench: Bench): Promise<void> {
  switch (bench) {
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
    case 'service-postgres':
      results['service-postgres'] = await benchOnPostgres(postgresServer, progress.detail);
      break;
  }
}
