import { once } from 'node:events';
import { readArguments } from '../../src/shared/process/command-line.ts';
import { runRepl } from './repl/repl.ts';
import { runSteps } from './script/run-steps.ts';
import { demoPolicy } from './script/messages.ts';
import { demoSteps } from './script/steps.ts';
import { AT_ONCE, createHarness } from './harness.ts';
import { openDemo } from './page/demo.ts';
import { openInBrowser } from './page/open-in-browser.ts';

/** Resolves on Ctrl-C, or when the process is asked to end. */
async function stopped(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

const { options } = readArguments({
  name: 'demo',
  summary:
    'Runs the bot and its moderation service on a simulated Discord, in your browser and here: no token, no network.',
  options: {
    script: { help: 'Run a fixed scenario, print one line per step and exit with 0 if all pass.' },
  },
  examples: ['', '--script'],
});

if (options.script) {
  const harness = await createHarness({ deps: AT_ONCE });
  await harness.bot().policies.set(harness.sandbox.guildId, demoPolicy(harness));
  const { passed, failed } = await runSteps(demoSteps(harness), console.log);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
  await harness.close();
} else {
  const demo = await openDemo();
  console.log(`\nPortcullis is running. Try it in your browser:\n\n  ${demo.url}\n`);
  openInBrowser(demo.url);
  const { hasInputEnded } = await runRepl(demo.harness, process.stdin, process.stdout);
  // Without a terminal the input ends at once, but the page must stay until somebody stops the demo.
  if (hasInputEnded && !process.stdin.isTTY) await stopped();
  await demo.close();
}
