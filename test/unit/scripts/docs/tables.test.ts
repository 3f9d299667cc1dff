import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { layoutTables, readSection, withSection } from '../../../../scripts/docs/tables.ts';

const document = readFileSync('docs/architecture.md', 'utf8');

it.each(['buildings', 'rooms'] as const)(
  'docs/architecture.md shows the linter’s %s; npm run docs writes them',
  (name) => {
    expect(readSection(document, name)).toBe(layoutTables()[name]);
  },
);

it.each(['docs/architecture.md', 'CONTRIBUTING.md', 'README.md', 'docs/operations.md'])(
  '%s names only paths that exist',
  (file) => {
    const paths = readFileSync(file, 'utf8').matchAll(
      /`((?:src|commands|scripts|test)\/[^`*<>{}… ]+)`/g,
    );
    const missing = [...paths]
      .flatMap(([, path = '']) => [path, `${path}.ts`])
      .filter(
        (path, index, all) =>
          index % 2 === 0 && ![path, all[index + 1] ?? ''].some((name) => existsSync(name)),
      );
    expect(missing).toEqual([]);
  },
);

it('replaces the text between the marks of a section', () => {
  const text = 'a\n<!-- undo: begin -->\nold\n<!-- undo: end -->\nb';
  expect(withSection(text, 'undo', '$1 new')).toBe(
    'a\n<!-- undo: begin -->\n$1 new\n<!-- undo: end -->\nb',
  );
  expect(() => withSection(text, 'rooms', 'new')).toThrow('no section “rooms”');
});

it('the workflow mutates folders that exist', () => {
  const workflow = readFileSync('.github/workflows/check.yml', 'utf8');
  const [, list = ''] = /folder:\n((?: +- .+\n)+)/.exec(workflow) ?? [];
  const folders = [...list.matchAll(/- (.+)/g)].map(([, folder]) => `src/${folder}`);
  expect(folders.length).toBeGreaterThan(0);
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
});
