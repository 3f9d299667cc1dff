import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import { z } from 'zod';
import { buildPage } from '../build-page.mjs';
import { run } from './run.ts';

const TSC = 'node_modules/typescript/bin/tsc';
/** Files that people need in addition to the program. */
const DOCUMENTS = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'docs'];

const packageSchema = z.looseObject({ scripts: z.record(z.string(), z.string()) });
const lockedSchema = z.looseObject({ dev: z.boolean().optional() });
const lockSchema = z.looseObject({ packages: z.record(z.string(), lockedSchema) });
const configSchema = z.object({ files: z.array(z.string()) });

const toFile = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const parseWithoutDev = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === 'devDependencies' ? undefined : value));

/** The package.json of the built program, with only those scripts that run built files. */
export function builtPackage(text: string, configText: string): string {
  const built = packageSchema.parse(parseWithoutDev(text));
  const { files } = configSchema.parse(JSON.parse(configText));
  const commands = new Set(files.map((file) => `node dist/${file.replace(/\.ts$/, '.js')}`));
  const kept = Object.entries(built.scripts).filter(([, command]) => commands.has(command));
  return toFile({ ...built, scripts: Object.fromEntries(kept) });
}

/** The package-lock.json without development packages. */
export function builtLock(text: string): string {
  const lock = lockSchema.parse(parseWithoutDev(text));
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
  return toFile({ ...lock, packages: Object.fromEntries(packages) });
}

/** Builds the program into a folder, in the layout of the archive. Throws a `ReleaseError` with the compiler's output. */
export async function buildProgram(folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  run('node', [TSC, '-p', 'tsconfig.release.json', '--outDir', dist]);
  run('node', ['scripts/copy-assets.mjs', dist]);
  await buildPage(join(dist, 'src/sandbox/page/browser'));
  for (const name of DOCUMENTS) cpSync(name, join(folder, name), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const read = (name: string): string => readFileSync(name, 'utf8');
  write('package.json', builtPackage(read('package.json'), read('tsconfig.release.json')));
  write('package-lock.json', builtLock(read('package-lock.json')));
}

/** Packs the files in a folder. The same files and time give the same bytes. */
export async function pack(folder: string, file: string, name: string, time: Date): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: base }) => join(parentPath, base).slice(folder.length + 1))
    .toSorted();
  // `portable` leaves out who owns the files.
  await create(
    { file, cwd: folder, gzip: true, portable: true, mtime: time, prefix: name, strict: true },
    files,
  );
}
