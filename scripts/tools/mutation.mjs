/*
 * `npm run test:mutation -- FOLDER|FILE …`: changes the code in one place at a time and lists the changes that no unit or
 * integration test notices. coverage/mutation/index.html shows them in the code. `--fast` runs only the tests whose folder
 * matches the code's, which takes minutes instead of hours.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const isFast = process.argv.includes('--fast');
const targets = process.argv.slice(2).filter((argument) => argument !== '--fast');

const EXIT_USAGE = 64;
if (targets.length === 0 || !targets.every((target) => existsSync(target))) {
  const isHelp = targets.includes('--help');
  const usage =
    'Usage: npm run test:mutation -- [--fast] FOLDER|FILE …\n\nExample: npm run test:mutation -- --fast src/bot/domain/words';
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
  env: isFast ? { ...process.env, MUTATION_TESTS: testsOf(targets).join(',') } : process.env,
});
process.exit(status ?? 1);

/**
 * The tests for each target: `src/a/b` and `src/a/b/c.ts` are tested in `test/unit/a/b`, in `test/integration/a/b` and below
 * them.
 */
function testsOf(paths) {
  return paths.flatMap((path) => {
    const directory = path.endsWith('.ts') ? dirname(path) : path;
    const place = directory.replace(/^src\//, '').replace(/\/$/, '');
    return ['unit', 'integration'].map((kind) => `test/${kind}/${place}/**/*.test.ts`);
  });
}
