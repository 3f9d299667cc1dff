import { loadSettings } from '../../src/bot/composition/ask-for-token.ts';
import { AppError } from '../../src/shared/errors.ts';
import { readArguments } from '../../src/shared/process/command-line.ts';
import { script } from './options.ts';
import { run } from './run.ts';

const { options } = readArguments(script);
try {
  await loadSettings();
  process.exitCode = await run(process.env, options, console);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
