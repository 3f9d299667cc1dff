/*
 * Copies the files that the compiler leaves behind: the service's weights, lists, vector code and page, and the catalogues. They
 * go to the folder in the argument; default: dist.
 */
import { cpSync, statSync } from 'node:fs';

const [folder = 'dist'] = process.argv.slice(2);
cpSync('src/service', `${folder}/src/service`, {
  recursive: true,
  filter: (path) => /\.(?:bin|wasm)$/.test(path) || statSync(path).isDirectory(),
});
cpSync('src/service/page/browser', `${folder}/src/service/page/browser`, { recursive: true });
cpSync('src/bot/locales', `${folder}/src/bot/locales`, {
  recursive: true,
  filter: (path) => !path.endsWith('.ts') && !path.endsWith('.md'),
});
