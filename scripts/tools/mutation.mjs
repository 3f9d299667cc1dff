/*
 * `npm run test:mutation -- FOLDER|FILE …`: changes the code in one place at a time and lists the changes that no unit or
 * integration test notices. coverage/mutation/index.html shows them in their place.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const targets = process.argv.slice(2);

const EXIT_USAGE = 64;
if (targets.length === 0 || !targets.every((target) => existsSync(target))) {
  const isHelp = targets.includes('--help');
  const usage =
    'Usage: npm run test:mutation -- FOLDER|FILE …\n\nExample: npm run test:mutation -- src/bot/domain';
  if (isHelp) console.log(usage);
  else console.error(usage);
  process.exit(isHelp ? 0 : EXIT_USAGE);
}

const patterns = targets.map((target) =>
  target.endsWith('.ts') ? target : `${target.replace(/\/$/, '')}/**/*.ts`,
);
const args = [
  'stryker',
  'run',
  'scripts/tools/stryker.config.json',
  '--mutate',
  patterns.join(','),
];
const { status } = spawnSync(process.execPath, [join(folder, 'run.mjs'), ...args], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
