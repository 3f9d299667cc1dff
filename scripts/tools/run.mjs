/* Runs a tool of scripts/tools/package.json, e.g. `run.mjs oxlint --fix`. Installs the tools when a version is missing. */
import { execSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const readPackage = (path) => JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));

function isInstalled([name, version]) {
  try {
    return readPackage(join('node_modules', name)).version === version;
  } catch {
    return false;
  }
}

if (!Object.entries(readPackage('.').dependencies).every(isInstalled)) {
  execSync('npm install --no-audit --no-fund', { cwd: folder, stdio: ['ignore', 2, 2] });
}

const [tool, ...args] = process.argv.slice(2);
const commands = join(folder, 'node_modules', '.bin');
const isWindows = process.platform === 'win32';
const { status } = spawnSync(join(commands, isWindows ? `${tool}.cmd` : tool), args, {
  stdio: 'inherit',
  shell: isWindows,
  // oxlint looks for its type-aware part on the PATH.
  env: { ...process.env, PATH: `${commands}${delimiter}${process.env.PATH}` },
});
process.exit(status ?? 1);
