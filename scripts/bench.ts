import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchCharts } from './bench/charts.ts';
import { benchCommands } from './bench/commands.ts';
import { benchIntake } from './bench/intake.ts';
import { benchLatency } from './bench/latency.ts';
import { benchListener } from './bench/listener.ts';
import { benchMemory } from './bench/memory.ts';
import { intoReadme, machine, toMarkdown, type Results } from './bench/report.ts';
import { benchService } from './bench/service.ts';

const BENCHES = [
  'intake',
  'latency',
  'memory',
  'service',
  'listener',
  'commands',
  'charts',
] as const;
type Bench = (typeof BENCHES)[number];

const USAGE = `npm run bench -- [--json] [--write] [${BENCHES.join('] [')}]`;

function isBench(name: string): name is Bench {
  return BENCHES.some((bench) => bench === name);
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !isBench(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Usage: ${USAGE}`);
  process.exit(64);
}
const chosen = BENCHES.filter((bench) => positionals.length === 0 || positionals.includes(bench));
if (values.write === true && chosen.length < BENCHES.length) {
  console.error('The README holds the figures of one whole run: choose no names with --write.');
  process.exit(64);
}

const results: Results = { date: new Date().toISOString().slice(0, 10), machine: machine() };
for (const bench of chosen) {
  console.error(`measuring ${bench} …`);
  switch (bench) {
    case 'intake':
      results.intake = await benchIntake();
      break;
    case 'latency':
      results.latency = await benchLatency();
      break;
    case 'memory':
      results.memory = await benchMemory();
      break;
    case 'service':
      results.service = await benchService();
      break;
    case 'listener':
      results.listener = await benchListener();
      break;
    case 'charts':
      results.charts = await benchCharts();
      break;
    case 'commands':
      results.commands = await benchCommands();
      break;
  }
}

console.log(values.json === true ? JSON.stringify(results, null, 2) : toMarkdown(results));
if (values.write === true) {
  writeFileSync('README.md', intoReadme(readFileSync('README.md', 'utf8'), toMarkdown(results)));
}
