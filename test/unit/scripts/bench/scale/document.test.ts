import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withParts } from '../../../../../scripts/bench/scale/document.ts';

const PART = /<!-- bench: (\w+) -->/g;

it('replaces the parts that were measured and keeps the text around them', () => {
  const before =
    'a\n\n<!-- bench: one -->\n\nold\n\n<!-- end -->\n\nb\n<!-- bench: two -->\n<!-- end -->\n';
  const after = withParts(before, { one: ['new', 'lines'] });
  expect(after).toBe(
    'a\n\n<!-- bench: one -->\n\nnew\nlines\n\n<!-- end -->\n\nb\n<!-- bench: two -->\n<!-- end -->\n',
  );
  expect(withParts(after, { one: ['new', 'lines'] })).toBe(after);
});

it('fills a part that is empty', () => {
  expect(withParts('<!-- bench: one -->\n<!-- end -->\n', { one: ['x'] })).toBe(
    '<!-- bench: one -->\n\nx\n\n<!-- end -->\n',
  );
});

it('finds its parts in docs/scale.md', () => {
  const names = [...readFileSync('docs/scale.md', 'utf8').matchAll(PART)].map(([, name]) => name);
  expect(names).toEqual(['origin', 'measured', 'processes', 'sizes', 'sensitivity']);
});
