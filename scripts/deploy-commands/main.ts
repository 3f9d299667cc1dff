import { loadDotEnv } from '../../src/config/environment.ts';
import { readArguments } from '../../src/lib/command-line.ts';
import { script } from './options.ts';
import { run } from './run.ts';

const { options } = readArguments(script);
loadDotEnv();
process.exitCode = await run(process.env, options, console);
