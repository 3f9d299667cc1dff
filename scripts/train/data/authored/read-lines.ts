import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Families } from './families.ts';

const FOLDER = resolve('scripts/train/data/authored/lines');
const FAMILY = /^##\s*(.+)$/;

/**
 * Reads `lines/NAME.txt`: one template per line, in families that begin with `## name`. Lines that begin with `# ` are comments.
 */
export function readLines(name: string): Families {
  const families = new Map<string, string[]>();
  let family: string[] = [];
  for (const line of readFileSync(`${FOLDER}/${name}.txt`, 'utf8').split('\n')) {
    const title = FAMILY.exec(line)?.[1];
    if (title !== undefined) {
      family = families.get(title) ?? [];
      families.set(title, family);
    } else if (line.trim() !== '' && !line.startsWith('# ')) {
      family.push(line.trim());
    }
  }
  return Object.fromEntries(families);
}
