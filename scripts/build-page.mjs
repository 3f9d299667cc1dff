/* Bundles the sandbox's page for the browser: a script, a style sheet and its fonts. */
import { copyFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SOURCE = 'src/sandbox/page/browser';

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
  });
  for (const name of ['index.html', 'icon.svg']) {
    copyFileSync(`${SOURCE}/${name}`, `${outdir}/${name}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildPage('dist/src/sandbox/page/browser');
}
