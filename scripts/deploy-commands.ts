import { loadDotEnv } from '../src/config/dot-env.ts';
import { readOptions, USAGE } from './deploy-commands/options.ts';
import { run } from './deploy-commands/run.ts';

/* Registers the bot's commands with Discord, where they differ from what is registered. */

/** sysexits.h, EX_USAGE. */
const EXIT_USAGE = 64;

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') {
  console.error(`${options}\n${USAGE}`);
  process.exit(EXIT_USAGE);
}
loadDotEnv();
process.exitCode = await run(process.env, options, console);
