import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ReleaseError } from './release-error.ts';

/** Licences that require only attribution and allow use in a program under another licence. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

export interface ThirdParty {
  /** The package's folder, such as `node_modules/zod`. */
  readonly path: string;
  readonly version: string;
  /** An SPDX expression; null: the package states none. */
  readonly licence: string | null;
}

/** The packages that are installed with the program, according to the text of package-lock.json. */
export function thirdParties(lockFile: string): ThirdParty[] {
  const { packages } = lockSchema.parse(JSON.parse(lockFile));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version = '', license = null }]) => ({ path, version, licence: license }));
}

/** True if allowed licences satisfy an SPDX expression that uses only AND or only OR. */
function isAllowed(licence: string | null): boolean {
  if (licence === null) return false;
  const names = (operator: string): string[] => licence.replace(/[()]/g, '').split(` ${operator} `);
  return (
    names('AND').every((name) => ALLOWED.has(name)) || names('OR').some((name) => ALLOWED.has(name))
  );
}

/** Throws a `ReleaseError` that names every package whose licence is not on the list. */
export function checkLicences(packages: readonly ThirdParty[]): void {
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  if (refused.length === 0) return;
  const names = refused.map(({ path, licence }) => `${path} (${licence ?? 'no licence'})`);
  throw new ReleaseError(`Licences that are not on the list: ${names.join(', ')}.`);
}

function textsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

/** The texts of all licences, for the archive. Packages for other platforms are not installed, so they are only named. */
export function licenceTexts(packages: readonly ThirdParty[]): string {
  return packages
    .map(({ path, version, licence }) => {
      const heading = `${path.replace(/^.*node_modules\//, '')} ${version} (${licence ?? 'unknown'})`;
      return [`${heading}\n${'='.repeat(heading.length)}`, ...textsIn(path)].join('\n\n');
    })
    .join('\n\n\n')
    .concat('\n');
}
