/* The files that the compiler leaves behind: the engine's weights and lists, and the catalogues. */
import { cpSync, statSync } from 'node:fs';

cpSync('src/service/engine', 'dist/src/service/engine', {
  recursive: true,
  filter: (path) => path.endsWith('.bin') || statSync(path).isDirectory(),
});
cpSync('src/bot/locales', 'dist/src/bot/locales', {
  recursive: true,
  filter: (path) => !path.endsWith('.ts') && !path.endsWith('.md'),
});
