import { parseArgs } from 'node:util';
import { converse } from './demo/converse.ts';
import { play } from './demo/play.ts';
import { scenario, scenarioPolicy } from './demo/scenario.ts';
import { createStage } from './demo/stage.ts';

/*
 * The whole bot with its own moderation service, on a Discord of its own: no token, no network.
 * `--script` plays a fixed scenario and ends; without it, you are the members.
 */

const { values } = parseArgs({ options: { script: { type: 'boolean' } } });

const stage = await createStage();
await stage.bot().policies.set(stage.sandbox.guildId, scenarioPolicy(stage));
if (values.script === true) {
  const { passed, failed } = await play(scenario(stage), console.log);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  await converse(stage, process.stdin, process.stdout);
}
await stage.close();
