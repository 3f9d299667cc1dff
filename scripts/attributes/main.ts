import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';
import {
  exitWithUsage,
  folderOption,
  optionalOption,
  readArguments,
  textOption,
} from '../../src/shared/process/command-line.ts';
import { intoSection } from '../evaluate/report.ts';
import { calibrationModule, fitAttributes } from './fit.ts';
import { measureAttributes } from './measure.ts';

const MODULE = 'src/service/attributes/calibration.ts';
const DOCUMENT = 'docs/service.md';

const script = {
  name: 'attributes',
  summary:
    "Fits Perspective's attributes to the engine's scores, or measures them on the test sets.",
  options: {
    data: folderOption('data', 'The folder with the datasets, in train/ and test/.'),
    perspective: optionalOption(
      textOption('FILE', "Perspective's own scores, to compare with: its published sample.", ''),
    ),
    write: { help: `Write the calibration to ${MODULE}, or the figures to ${DOCUMENT}.` },
  },
  positionals: ['fit', 'measure'],
  examples: ['fit --data datasets --write', 'measure --data datasets --write'],
};

const { options, positionals } = readArguments(script);
const [command] = positionals;
if (command === undefined || positionals.length > 1) exitWithUsage(script, 'Use fit or measure.');
const engine = createTrainedEngine();

if (command === 'fit') {
  const fits = calibrationModule(fitAttributes(engine, join(options.data, 'train')));
  if (options.write) writeFileSync(MODULE, fits);
  else process.stdout.write(fits);
} else {
  const { perspective } = options;
  if (perspective !== null && !existsSync(perspective)) {
    exitWithUsage(script, 'The file of --perspective does not exist.');
  }
  const text = measureAttributes(engine, { folder: join(options.data, 'test'), perspective });
  if (options.write) {
    writeFileSync(DOCUMENT, intoSection(readFileSync(DOCUMENT, 'utf8'), 'attributes', text));
  } else process.stdout.write(`${text}\n`);
}
