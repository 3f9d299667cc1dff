import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** A folder that git ignores, inside the repository so that packages resolve. */
const CACHE = 'node_modules/.cache';
/** An environment variable with the folder of this run's bundles. The workers inherit it. */
const VARIABLE = 'TEST_BUNDLES';

/** The scripts that tests run as processes or threads. */
const SCRIPTS = [
  'src/main.ts',
  'src/bot/charts/worker.ts',
  'src/bot/pictures/worker.ts',
  'scripts/bench/main.ts',
  'scripts/demo/main.ts',
  'scripts/deploy-commands/main.ts',
  'scripts/evaluate/main.ts',
  'scripts/contract/main.ts',
  'scripts/rescore.ts',
  'scripts/sandbox.ts',
  'scripts/service.ts',
  'scripts/state/backup.ts',
  'scripts/state/export.ts',
  'scripts/state/migrate-state.ts',
  'scripts/state/restore.ts',
  'scripts/train/main.ts',
  'test/integration/bot/leases/process.ts',
];

/** Packages with binaries or files of their own, optional ones that are absent, and a large one that few scripts load. */
const NOT_BUNDLED = [
  'sqlite3',
  '@keyv/sqlite',
  '@keyv/postgres',
  '@resvg/resvg-js',
  '@silvia-odwyer/photon-node',
  'esbuild',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
  'zlib-sync',
  'eld',
  'oceanic.js',
  'pino',
  'pino-pretty',
];

/** Gives bundles a `require` for packages that are CommonJS modules. */
const REQUIRE = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/** Makes scripts find files beside their source, not beside the bundle. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

/**
 * Vitest's global setup: bundles the scripts once per run, into a folder of its own, because simultaneous runs may have
 * different sources. A bundle that includes its packages starts several times faster than the source, with hundreds of files
 * that every process would read again.
 */
export default async function bundleScripts(): Promise<(() => Promise<void>) | undefined> {
  // Another project of the same run has already done this.
  if (process.env[VARIABLE] !== undefined) return undefined;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'portcullis-test-'));
  process.env[VARIABLE] = folder;
  await build({
    entryPoints: SCRIPTS,
    outbase: '.',
    outdir: folder,
    bundle: true,
    splitting: true,
    external: NOT_BUNDLED,
    banner: { js: REQUIRE },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
    plugins: [sourceUrls],
  });
  return () => rm(folder, { recursive: true });
}

/** The bundle of a script such as `src/main.ts`. */
export function bundleOf(script: string): string {
  return resolve(process.env[VARIABLE] ?? CACHE, relative('.', script).replace(/\.ts$/, '.mjs'));
}
