import { readFileSync, writeFileSync } from 'node:fs';
import { readArguments } from '../../src/shared/process/command-line.ts';
import { readSection, sections, sectionsOf, withSection } from './tables.ts';
import { measureWalks } from './walks.ts';

const DOCUMENT = 'docs/architecture.md';

const { options } = readArguments({
  name: 'docs',
  summary: `Writes the tables of ${DOCUMENT}: the linter's rules, and three walks through the running bot.`,
  options: { check: { help: 'Change nothing; exit 1 if a table is not up to date.' } },
  examples: ['', '--check'],
});

const generated = sectionsOf(await measureWalks());
const document = readFileSync(DOCUMENT, 'utf8');
const outdated = sections.filter((name) => readSection(document, name) !== generated[name]);
if (options.check) {
  for (const name of outdated) {
    process.stderr.write(`${DOCUMENT}: “${name}” is not up to date; run npm run docs\n`);
  }
  process.exitCode = outdated.length === 0 ? 0 : 1;
} else {
  const updated = outdated.reduce(
    (text, name) => withSection(text, name, generated[name]),
    document,
  );
  if (updated !== document) writeFileSync(DOCUMENT, updated);
}
