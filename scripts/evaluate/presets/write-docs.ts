import { readFileSync, writeFileSync } from 'node:fs';
import { intoSection } from '../report.ts';

const DOCS = 'docs/moderators/coverage.md';

/** Replaces the tables in the moderators' documentation. Null: that table stays unchanged. */
export function writeDocs(tables: { firstTests: string; presets: string | null }): void {
  const { firstTests, presets } = tables;
  const docs = intoSection(readFileSync(DOCS, 'utf8'), 'first tests', firstTests);
  writeFileSync(DOCS, presets === null ? docs : intoSection(docs, 'presets', presets));
}
