import { loadDotEnv } from '../../src/shared/environment/environment.ts';
import { readArguments } from '../../src/shared/process/command-line.ts';
import { script } from './options.ts';
import { run } from './run.ts';

const { options } = readArguments(script);
loadDotEnv();
process.exitCode = await run(process.env, options, console);
