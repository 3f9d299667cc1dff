import { loadWeights } from '../../../src/service/engine/engine-weights.ts';
import { createTrainedEngine } from '../../../src/service/engine/trained-engine.ts';
import { createLanguageDetector } from '../../../src/service/language/detector.ts';
import {
  folderOption,
  readArguments,
  type ValueOption,
} from '../../../src/shared/process/command-line.ts';
import { firstTestsTable, runFirstTests } from './first-tests.ts';
import { createJudgeText } from './outcome.ts';
import { measurePresets, readPresetSets } from './preset-figures.ts';
import { presetGates, presetSection } from './preset-table.ts';
import { writeDocs } from './write-docs.ts';

const data: ValueOption<string | null> = {
  ...folderOption(
    'data',
    'The folder with the datasets, in train/ and test/. Without it, only the first tests run.',
  ),
  fallback: null,
};

const { options } = readArguments({
  name: 'presets',
  summary: 'Shows what each preset does with typical first tests, and measures the presets.',
  options: { data, write: { help: "Also write the tables to the moderators' documentation." } },
  examples: ['', '--data datasets --write'],
});

const judge = createJudgeText(createTrainedEngine(loadWeights()), await createLanguageDetector());
const firstTests = firstTestsTable(runFirstTests(judge));
console.log(firstTests);
let presets: string | null = null;
if (options.data !== null) {
  const sets = readPresetSets(options.data);
  const figures = measurePresets(judge, sets);
  presets = presetSection(figures, sets);
  console.log(`\n${presets}`);
  const missed = presetGates(figures).filter(({ isMet }) => !isMet);
  for (const { name, target, measured } of missed) {
    console.error(`gate missed: ${name}: ${measured}, not ${target}`);
  }
}
if (options.write) writeDocs({ firstTests, presets });
