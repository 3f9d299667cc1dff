import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { loadWeights } from '../../src/service/engine/engine-weights.ts';
import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';
import { createLanguageDetector } from '../../src/service/language/detector.ts';
import { folderOption, readArguments } from '../../src/shared/process/command-line.ts';
import { createProgress } from '../progress.ts';
import { collect } from './figures.ts';
import { loadBaselines } from './baselines.ts';
import { firstTestsTable, runFirstTests } from './presets/first-tests.ts';
import { createJudgeText } from './presets/outcome.ts';
import { measurePresets, readPresetSets } from './presets/preset-figures.ts';
import { presetSection } from './presets/preset-table.ts';
import { writeDocs } from './presets/write-docs.ts';
import { intoSection } from './report.ts';
import { toMarkdown } from './tables.ts';
import { createSubject } from './verdicts/subject.ts';

const CARD = 'src/service/engine/README.md';
const BYTES_PER_MEGABYTE = 1e6;

const { options } = readArguments({
  name: 'evaluate',
  summary: 'Measures the text engine on the test sets and prints the figures as Markdown.',
  options: {
    data: folderOption('data', 'The folder with the datasets, in train/ and test/.'),
    write: {
      help: `Also write the figures to the model card, ${CARD}, and to docs/moderators/coverage.md.`,
    },
  },
  examples: ['--data datasets', '--data datasets --write'],
});

const progress = createProgress();
progress.step('Loading the engine');
const memoryBefore = process.memoryUsage().rss;
const startMs = performance.now();
const weights = loadWeights();
const engine = createTrainedEngine(weights);
engine.assess('the first message fills the caches');
const load = {
  ms: performance.now() - startMs,
  megabytes: (process.memoryUsage().rss - memoryBefore) / BYTES_PER_MEGABYTE,
};

progress.step('Loading the baselines');
const baselines = await loadBaselines();
const detectLanguage = await createLanguageDetector();
const service = createSubject({ engine, detectLanguage, filters: baselines.filters });
const figures = collect(
  { engine, weights: weights.base, detectLanguage, baselines, service },
  options.data,
  progress.step,
);
progress.step('Measuring the presets');
const judge = createJudgeText(engine, detectLanguage);
const presetSets = readPresetSets(options.data);
const presets = measurePresets(judge, presetSets);
const docs = {
  firstTests: firstTestsTable(runFirstTests(judge)),
  presets: presetSection(presets, presetSets),
};
progress.end();
const { text, missed } = toMarkdown({ ...figures, presets }, load);
console.log([text, '### Presets', docs.presets, docs.firstTests].join('\n\n'));
console.error(missed === 0 ? 'all gates met' : `gates missed: ${missed}`);
if (options.write) {
  writeFileSync(CARD, intoSection(readFileSync(CARD, 'utf8'), 'evaluation', text));
  writeDocs(docs);
}
