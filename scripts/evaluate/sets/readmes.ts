import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'node_modules';
const LENGTH = { least: 60, most: 1_500 };

function packagesIn(folder: string): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}

/**
 * The paragraphs of the installed libraries' READMEs, each once: code, links, instructions, and whatever else people paste where
 * they write software. They change with the libraries' versions.
 */
export function readmeParagraphs(): string[] {
  const packages = packagesIn(FOLDER).flatMap((path) =>
    path.startsWith(join(FOLDER, '@')) ? packagesIn(path) : [path],
  );
  const files = packages.map((path) => join(path, 'README.md')).filter((path) => existsSync(path));
  const paragraphs = files.flatMap((path) => readFileSync(path, 'utf8').split(/\n\s*\n/));
  return [...new Set(paragraphs)].filter(
    ({ length }) => length >= LENGTH.least && length <= LENGTH.most,
  );
}
