import { roomOf } from '../tools/check-import.js';
import { buildings } from '../tools/buildings.js';
import { rooms } from '../tools/layers.js';
import type { Walks } from './walks.ts';

/* The tables of docs/architecture.md, as Markdown. */

/** Generated text stands between `<!-- NAME: begin -->` and `<!-- NAME: end -->`. */
export const sections = ['buildings', 'rooms', 'message', 'service', 'keyword', 'undo'] as const;
export type Section = (typeof sections)[number];
type LayoutSection = 'buildings' | 'rooms';
type WalkSection = Exclude<Section, LayoutSection>;

export function sectionsOf(walks: Walks): Readonly<Record<Section, string>> {
  return { ...layoutTables(), ...walkTables(walks) };
}

/** Generated from the linter's table alone. */
export function layoutTables(): Readonly<Record<LayoutSection, string>> {
  return {
    buildings: table(
      ['building', 'contains', 'may know'],
      Object.entries(buildings).map(([name, { contains, buildings: others }]) => [
        code(name),
        contains,
        listed(others),
      ]),
    ),
    rooms: table(
      ['room', 'contains', 'may import', 'packages'],
      Object.entries(rooms).map(([name, { contains, rooms: others, packages }]) => [
        code(name),
        contains,
        listed(others),
        listed(packages),
      ]),
    ),
  };
}

function walkTables(walks: Walks): Readonly<Record<WalkSection, string>> {
  const { messageToCase, messageToAlert, service, keyword, undo } = walks;
  return {
    message: walkTable({ 'to the stored case': messageToCase, 'to the alert': messageToAlert }),
    service: walkTable({ 'to the answer': service }),
    keyword: walkTable({ 'to the post': keyword }),
    undo: walkTable({ 'to the reply': undo }),
  };
}

/** One row per room. A module is listed in the first column whose walk passes through it. */
function walkTable(walks: Readonly<Record<string, readonly string[]>>): string {
  const columns = Object.entries(walks);
  const seen = new Set<string>();
  const fresh = columns.map(([, modules]) => {
    const added = modules.filter((module) => !seen.has(module));
    for (const module of added) seen.add(module);
    return added;
  });
  const rows = Object.keys(rooms)
    .map((room) => [
      code(room),
      ...fresh.map((modules) =>
        modules
          .filter((module) => roomOf(module) === room)
          .map((module) => code(module.slice(room.length + 1).replace(/\.ts$/, '')))
          .join(', '),
      ),
    ])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  const totals = columns.map(([, modules]) => {
    const entered = new Set(modules.map((module) => roomOf(module)));
    return `**${modules.length}** modules in ${entered.size === 1 ? 'one room' : `${entered.size} rooms`}`;
  });
  return table(['room', ...columns.map(([name]) => name)], [...rows, ['', ...totals]]);
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return '–';
  if (names.includes('*')) return 'everything';
  return names.map(code).join(', ');
}

const code = (name: string): string => `\`${name}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The generated text between a section's markers; throws if the document lacks them. */
export function readSection(document: string, section: Section): string {
  const found = pattern(section).exec(document);
  if (found === null) throw new Error(`docs/architecture.md has no section “${section}”.`);
  return found[2] ?? '';
}

export function withSection(document: string, section: Section, text: string): string {
  readSection(document, section);
  return document.replace(pattern(section), (_all, begin: string, _text, end: string) =>
    [begin, text, end].join(''),
  );
}

function pattern(section: Section): RegExp {
  return new RegExp(`(<!-- ${section}: begin -->\\n)(.*?)(\\n<!-- ${section}: end -->)`, 's');
}
