import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const packageSchema = z.object({ name: z.string(), version: z.string() });

/** Sources, the build and test bundles lie at different depths below the package. */
function versionAbove(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    const read = packageSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (read.success && read.data.name === 'portcullis') return read.data.version;
  }
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json of portcullis is missing');
  return versionAbove(parent);
}

/** The version of this program according to package.json. */
export const VERSION = versionAbove(import.meta.dirname);
