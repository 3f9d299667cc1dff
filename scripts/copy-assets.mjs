/* The files that the compiler leaves behind: the engine's weights and the catalogues. */
import { cpSync } from 'node:fs';

cpSync('src/service/engine/weights.bin', 'dist/src/service/engine/weights.bin');
cpSync('src/locales', 'dist/src/locales', {
  recursive: true,
  filter: (path) => !path.endsWith('.ts') && !path.endsWith('.md'),
});
