import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createTrainedEngine, loadWeights } from '../../src/service/engine/trained-engine.ts';
import { createLanguageDetector } from '../../src/service/language.ts';
import { collect } from './figures.ts';
import { loadPeers } from './peers.ts';
import { intoCard } from './report.ts';
import { toMarkdown } from './tables.ts';

const CARD = 'src/service/engine/README.md';
const BYTES_PER_MEGABYTE = 1e6;

const { values } = parseArgs({ options: { data: { type: 'string' }, write: { type: 'boolean' } } });
if (values.data === undefined) {
  console.error('Usage: npm run evaluate -- --data DIR [--write]');
  process.exit(64);
}

const memoryBefore = process.memoryUsage().rss;
const startMs = performance.now();
const weights = loadWeights();
const engine = createTrainedEngine(weights);
engine.assess('the first message builds what is built on demand');
const load = {
  ms: performance.now() - startMs,
  megabytes: (process.memoryUsage().rss - memoryBefore) / BYTES_PER_MEGABYTE,
};

const peers = await loadPeers();
const detectLanguage = await createLanguageDetector();
const figures = collect({ engine, weights, detectLanguage, peers }, `${values.data}/test`);
const { text, missed } = toMarkdown(figures, load);
console.log(text);
console.error(missed === 0 ? 'every gate met' : `${missed} gates missed`);
if (values.write === true) writeFileSync(CARD, intoCard(readFileSync(CARD, 'utf8'), text));
