import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

/** Inside the repository, so that packages resolve. */
const BUILT = resolve('node_modules/.cache/portcullis-image');

/* The container image without a container: it holds exactly what tsconfig.image.json and copy-assets.mjs write. */
beforeAll(() => {
  rmSync(BUILT, { recursive: true, force: true });
  mkdirSync(BUILT, { recursive: true });
  cpSync('package.json', join(BUILT, 'package.json'));
  const node = (...args: string[]): Buffer => execFileSync(process.execPath, args);
  // The types are checked elsewhere.
  const tsc = 'node_modules/typescript/bin/tsc';
  node(tsc, '-p', 'tsconfig.image.json', '--noCheck', '--outDir', BUILT);
  node('scripts/copy-assets.mjs', BUILT);
}, 60_000);
afterAll(() => rmSync(BUILT, { recursive: true, force: true }));

const foldersIn = (folder: string): string[] =>
  readdirSync(join(BUILT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

it('the image holds bot, service and commands, and no sandbox, benchmarks or training', () => {
  expect(foldersIn('.')).toEqual(['commands', 'scripts', 'src']);
  expect(foldersIn('src')).toEqual(['bot', 'service', 'service-api', 'shared']);
  expect(foldersIn('scripts')).toEqual(['deploy-commands', 'state']);
});

it('the Dockerfile builds that, and copies every folder it needs', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(dockerfile).toContain('RUN npm run build:image');
  expect(scripts['build:image']).toBe('tsc -p tsconfig.image.json && node scripts/copy-assets.mjs');
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)]
    .flatMap(([, paths = '']) => paths.split(' '))
    .filter((path) => !ignored.includes(`!${path}`));
  expect(copied).toEqual([]);
});

it.each([
  'src/main.js',
  'scripts/state/backup.js',
  'scripts/state/export.js',
  'scripts/state/migrate-state.js',
  'scripts/state/restore.js',
])('%s of the image starts', (script) => {
  const { status, stdout } = spawnSync(process.execPath, [join(BUILT, script), '--help'], {
    encoding: 'utf8',
  });
  expect(stdout).toContain('Usage:');
  expect(status).toBe(0);
});

it('the service of the image finds its weights, its page and the threads for batches', async () => {
  const service = spawn(process.execPath, [join(BUILT, 'scripts/service.js')], { cwd: tempDir() });
  onTestFinished(() => void service.kill('SIGKILL'));
  const [line] = await once(createInterface(service.stdout), 'line');
  const { baseUrl, apiKey, pageUrl } = JSON.parse(String(line));
  expect((await fetch(pageUrl)).status).toBe(200);
  const batch = await fetch(`${baseUrl}/v1alpha1/comments:analyzeBatch?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"comment":{"text":"hello"},"requestedAttributes":{"TOXICITY":{}}}\n',
  });
  expect(JSON.parse(await batch.text())).toHaveProperty('attributeScores.TOXICITY');
}, 60_000);

it('the commands of the image find their texts', async () => {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.stop());
  const deploy = spawn(
    process.execPath,
    [join(BUILT, 'scripts/deploy-commands/main.js'), '--dry-run'],
    {
      cwd: tempDir(),
      env: { DISCORD_TOKEN: sandbox.botToken, DISCORD_API_URL: sandbox.apiUrl },
    },
  );
  expect(await once(deploy, 'exit')).toEqual([0, null]);
});
