/* Bundles the sandbox's page for the browser: one script, one style sheet, its fonts. */
import { copyFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SOURCE = 'src/browser';

/** Every browser that can show the page reads WOFF2; the fallbacks of the font packages would only take space. */
const onlyWoff2 = {
  name: 'only-woff2',
  setup({ onLoad }) {
    onLoad({ filter: /@fontsource.*\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(/, url\([^)]+\.woff\) format\('woff'\)/g, ''),
      loader: 'css',
    }));
  },
};

/** Writes the page to a folder, in about 100 ms. */
export async function buildPage(outdir) {
  await build({
    entryPoints: { page: `${SOURCE}/main.ts`, 'page-style': `${SOURCE}/styles/page.css` },
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome120', 'firefox121', 'safari17'],
    loader: { '.woff2': 'file' },
    assetNames: '[name]',
    logLevel: 'warning',
    plugins: [onlyWoff2],
  });
  for (const name of ['index.html', 'icon.svg']) copyFileSync(`${SOURCE}/${name}`, `${outdir}/${name}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildPage('dist/src/browser');
}
