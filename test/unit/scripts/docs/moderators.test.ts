import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const MAX_WORDS = 25;
const CONTENTS = 'docs/moderators.md';

const list = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
const read = (file: string): string => readFileSync(file, 'utf8');

const pages = list('docs/moderators/*.md');

/** Paragraphs, items of lists and cells of tables, without code, comments, pictures and headings. */
function blocksOf(markdown: string): string[] {
  return markdown
    .replace(/^```[\s\S]*?^```|<!--[\s\S]*?-->|<img[\s\S]*?>|^#.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\|/)
    .map((block) => block.replace(/\s+/g, ' ').trim());
}

const sentencesOf = (markdown: string): string[] =>
  blocksOf(markdown).flatMap((block) => block.split(/(?<=[.?!])[*”]*\s+/));

describe('the documentation for moderators', () => {
  it('begins with contents that lead to every page, and then the set-up', () => {
    const text = read(CONTENTS);
    const links = Array.from(text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm), ([, to]) => to);
    expect(links[0]).toBe('#set-it-up');
    expect(new Set(links.slice(1))).toEqual(
      new Set(pages.map((page) => page.replace('docs/', ''))),
    );
    expect(text.indexOf('## ')).toBe(text.indexOf('## Set it up'));
    for (const page of pages) expect(read(page)).toContain('[All pages](../moderators.md)');
  });

  it.each([CONTENTS, ...pages])('has no sentence of more than 25 words in %s', (page) => {
    const long = sentencesOf(read(page)).filter(
      (sentence) => sentence.split(' ').length > MAX_WORDS,
    );
    expect(long).toEqual([]);
  });
});

it('every picture of the repository is shown in a document', () => {
  const documents = list('*.md').map(read).join('\n');
  const pictures = list('*.png', '*.webp', '*.gif', '*.jpg', '*.svg').filter((file) =>
    file.startsWith('.github/'),
  );
  expect(pictures).not.toEqual([]);
  expect(pictures.filter((picture) => !documents.includes(picture))).toEqual([]);
});
