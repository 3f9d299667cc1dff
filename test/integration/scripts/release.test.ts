import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { list } from 'tar';
import { expect, it } from 'vitest';
import { sign } from '../../../scripts/release/sign.ts';
import { run } from '../../../scripts/release/run.ts';
import { billOfMaterials } from '../../../scripts/release/sbom.ts';
import { builtLock, builtPackage, pack } from '../../../scripts/release/archive.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

const read = (name: string): string => readFileSync(name, 'utf8');

function folderOf(files: Record<string, string>, modified: Date): string {
  const folder = tempDir();
  mkdirSync(join(folder, 'dist'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), modified, modified);
  }
  return folder;
}

it('the same files give the same archive, whenever and in whatever order they were written', async () => {
  const out = tempDir();
  const [one, other] = [join(out, '1.tar.gz'), join(out, '2.tar.gz')];
  const time = new Date(1_700_000_000_000);
  await pack(folderOf({ 'dist/b.js': 'b', 'a.txt': 'a' }, new Date(1)), one, 'name', time);
  await pack(folderOf({ 'a.txt': 'a', 'dist/b.js': 'b' }, new Date(2)), other, 'name', time);
  expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  const names: string[] = [];
  await list({ file: one, onReadEntry: ({ path }) => names.push(path) });
  expect(names).toEqual(['name/a.txt', 'name/dist/b.js']);
});

it('the archive’s package has scripts that need no build, and no packages for development', () => {
  const built = JSON.parse(builtPackage(read('package.json'), read('tsconfig.release.json')));
  expect(Object.keys(built.scripts)).toEqual(
    expect.arrayContaining(['start', 'demo', 'service', 'deploy-commands', 'backup', 'restore']),
  );
  expect(Object.keys(built.scripts).filter((name) => name.startsWith('pre'))).toEqual([]);
  expect(built.devDependencies).toBeUndefined();
  const { packages } = JSON.parse(builtLock(read('package-lock.json')));
  expect(packages['node_modules/discord.js']).toBeDefined();
  expect(packages['node_modules/vitest']).toBeUndefined();
  expect(packages[''].devDependencies).toBeUndefined();
});

it('the bill of materials names what is installed with the program, the same for the same commit', () => {
  const time = new Date(1_700_000_000_000);
  const text = billOfMaterials(time);
  expect(billOfMaterials(time)).toBe(text);
  const names = JSON.parse(text).components.map(({ name }: { name: string }) => name);
  expect(names).toContain('discord.js');
  expect(names).not.toContain('vitest');
});

const hasSsh = spawnSync('ssh-keygen', ['-?']).error === undefined;

it.runIf(hasSsh)('the signed sums are verified as docs/operations.md says', () => {
  const folder = tempDir();
  const [key, file] = [join(folder, 'key'), join(folder, 'SHA256SUMS')];
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  writeFileSync(file, 'sums');
  sign(file, key);
  writeFileSync(join(folder, 'allowed_signers'), `release ${read(`${key}.pub`)}`);
  const [command = ''] = read('docs/operations.md').match(/^ssh-keygen -Y verify[^#]*/m) ?? [];
  const verify = (): number | null => spawnSync('sh', ['-c', command], { cwd: folder }).status;
  expect(verify()).toBe(0);
  writeFileSync(file, 'other sums');
  expect(verify()).not.toBe(0);
});
