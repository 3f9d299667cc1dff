import { parseArgs } from 'node:util';
import { messageOf } from '../src/lib/errors.ts';
import { converse } from './demo/converse.ts';
import { play } from './demo/play.ts';
import { scenarioPolicy } from './demo/scenario.ts';
import { script } from './demo/script.ts';
import { createStage } from './demo/stage.ts';

/*
 * The whole bot with its own moderation service, on a Discord of its own: no token, no network.
 * `--script` plays a fixed scenario and ends; without it, you are the members.
 */

/** sysexits.h, EX_USAGE. */
const EXIT_USAGE = 64;

function isScripted(): boolean {
  try {
    return parseArgs({ options: { script: { type: 'boolean' } } }).values.script === true;
  } catch (error) {
    console.error(`${messageOf(error)}\nUsage: npm run demo [-- --script]`);
    process.exit(EXIT_USAGE);
  }
}

const scripted = isScripted();
const stage = await createStage();
await stage.bot().policies.set(stage.sandbox.guildId, scenarioPolicy(stage));
if (scripted) {
  const { passed, failed } = await play(script(stage), console.log);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  await converse(stage, process.stdin, process.stdout);
}
await stage.close();
