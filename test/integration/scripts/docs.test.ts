import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSection, sections, sectionsOf } from '../../../scripts/docs/tables.ts';
import { measureWalks } from '../../../scripts/docs/walks.ts';

it('docs/architecture.md shows the walks as the running bot makes them; npm run docs writes them', async () => {
  const document = readFileSync('docs/architecture.md', 'utf8');
  const generated = sectionsOf(await measureWalks());
  for (const name of sections) expect(readSection(document, name)).toBe(generated[name]);
}, 120_000);
