import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { layoutTables, readSection, sectionsOf } from '../../../scripts/docs/tables.ts';
import { measureWalks } from '../../../scripts/docs/walks.ts';

const walks = ['message', 'service', 'keyword', 'undo'] as const;

/** On a slow machine, checks that run every few seconds fall into a walk. They are about so many of its modules. */
const BY_CHANCE = 0.3;

const document = readFileSync('docs/architecture.md', 'utf8');

/** The modules of a table, each with its room. */
function modulesIn(table: string): Set<string> {
  return new Set(
    table.split('\n').flatMap((row) => {
      const [room = '', ...modules] = row.match(/`[^`]+`/g) ?? [];
      return modules.map((module) => `${room} ${module}`);
    }),
  );
}

it('docs/architecture.md shows the buildings and rooms of the linter; npm run docs writes them', () => {
  const generated = layoutTables();
  for (const name of ['buildings', 'rooms'] as const) {
    expect(readSection(document, name)).toBe(generated[name]);
  }
});

it('docs/architecture.md shows the walks as the running bot makes them', async () => {
  const generated = sectionsOf(await measureWalks());
  for (const name of walks) {
    const shown = modulesIn(readSection(document, name));
    const measured = modulesIn(generated[name]);
    const different = [
      ...[...shown].filter((module) => !measured.has(module)),
      ...[...measured].filter((module) => !shown.has(module)),
    ];
    expect(different.slice(0, Math.floor(different.length - shown.size * BY_CHANCE))).toEqual([]);
  }
}, 120_000);
