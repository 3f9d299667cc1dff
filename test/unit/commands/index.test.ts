import { InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { advancedCommands } from '../../../commands/advanced.ts';
import { SUBJECTS } from '../../../commands/help.ts';
import { commands, components } from '../../../commands/index.ts';
import { createRegistry } from '../../../src/bot/interactions/registry.ts';
import { problemsOf } from '../../../src/bot/interactions/registration/check.ts';
import { readCatalogues } from '../../../src/bot/locales/catalogues.ts';
import { languages } from '../../../src/bot/locales/languages.ts';
import { commandsTable } from './table.ts';

const LANGUAGES = languages.filter((language) => language !== 'en');

const FOR_EVERYONE: ReadonlySet<string> = new Set(['Report message', 'help', 'privacy', 'record']);

interface Named {
  readonly name: string;
  readonly name_localizations?: object | null | undefined;
  readonly description?: string | undefined;
  readonly description_localizations?: object | null | undefined;
  readonly options?: readonly Named[] | undefined;
}

/** The paths of parts without a name or description in some language. */
function untranslated(thing: Named, path: string[] = []): string[] {
  const here = [...path, thing.name];
  const lacks = LANGUAGES.filter((language) => {
    const names = Object.keys(thing.name_localizations ?? {});
    const descriptions = Object.keys(thing.description_localizations ?? {});
    const isDescribed = thing.description === undefined || descriptions.includes(language);
    return !names.includes(language) || !isDescribed;
  });
  const inner = (thing.options ?? []).flatMap((option) => untranslated(option, here));
  return [...(lacks.length === 0 ? [] : [`${here.join(' ')}: ${lacks.join(', ')}`]), ...inner];
}

describe.each(commands.map((command) => [command.data.name, command] as const))(
  'the command “%s”',
  (_name, { data }) => {
    it('works in servers only, and requires a permission unless everybody may use it', () => {
      expect(data.contexts).toEqual([InteractionContextType.Guild]);
      const required = data.default_member_permissions ?? null;
      expect(required === null).toBe(FOR_EVERYONE.has(data.name));
      const everyone = PermissionFlagsBits.SendMessages | PermissionFlagsBits.ViewChannel;
      expect(required === null || (BigInt(required) & ~everyone) !== 0n).toBe(true);
    });

    it('is translated into every language', () => {
      expect(untranslated(data)).toEqual([]);
    });
  },
);

/** Keys of subcommands and options that differ from their English names. Handlers read the English names. */
function misnamed(texts: object): string[] {
  return Object.entries(texts).flatMap(([field, entries]: [string, unknown]) => {
    if (typeof entries !== 'object' || entries === null) return [];
    if (field !== 'subcommands' && field !== 'options') return [];
    return Object.entries(entries).flatMap(([key, entry]: [string, unknown]) => {
      if (typeof entry !== 'object' || entry === null || !('name' in entry)) return [key];
      return [...(entry.name === key ? [] : [key]), ...misnamed(entry)];
    });
  });
}

it('name subcommands and options in English as their keys do', () => {
  for (const texts of Object.values(readCatalogues()['en'] ?? {})) {
    expect(typeof texts === 'object' ? misnamed(texts) : []).toEqual([]);
  }
});

it('are commands that Discord accepts', () => {
  expect(problemsOf(commands.map(({ data }) => data))).toEqual([]);
});

it('have unique names and ids', () => {
  expect(() => createRegistry(commands, components)).not.toThrow();
});

it('are in one subject of /help each', () => {
  const names = commands.map(({ data }) => data.name);
  expect(Object.values(SUBJECTS).flat().toSorted()).toEqual(names.toSorted());
});

it('are listed in the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  const [, table] = /<!-- commands: begin -->\n(.*)\n<!-- commands: end -->/s.exec(readme) ?? [];
  expect(table).toBe(commandsTable(commands, advancedCommands));
});
