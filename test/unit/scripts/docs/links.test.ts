import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');

/** As hosting services make them of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchorsOf = (page: string): Set<string> =>
  new Set(
    Array.from(readFileSync(page, 'utf8').matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
      anchorOf(heading),
    ),
  );

it.each(pages)('the links and pictures of %s lead somewhere', (page) => {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const dead = Array.from(
    text.matchAll(/(?:\]\(|<img src=")(?!https?:|mailto:)([^)"\s]+)[)"]/g),
    ([, to = '']) => to,
  ).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor);
  });
  expect(dead).toEqual([]);
});
