import { InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands, components } from '../../commands/index.ts';
import { createRegistry } from '../../src/discord/interactions/registry.ts';
import { problemsOf } from '../../src/discord/registration/check.ts';
import { commandsTable } from './table.ts';

const LANGUAGES = ['de', 'fr', 'es-ES', 'ja'];

interface Named {
  readonly name: string;
  readonly name_localizations?: object | null | undefined;
  readonly description?: string | undefined;
  readonly description_localizations?: object | null | undefined;
  readonly options?: readonly Named[] | undefined;
}

/** The paths of what has no name or description in some language. */
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
    it('is for servers, and for who has a permission of their own there', () => {
      expect(data.contexts).toEqual([InteractionContextType.Guild]);
      expect(data.default_member_permissions ?? '').toMatch(/^[1-9]\d*$/);
      const asked = BigInt(data.default_member_permissions ?? '0');
      const everyone = PermissionFlagsBits.SendMessages | PermissionFlagsBits.ViewChannel;
      expect(asked & ~everyone).not.toBe(0n);
    });

    it('is there in every language', () => {
      expect(untranslated(data)).toEqual([]);
    });
  },
);

it('are commands that Discord takes', () => {
  expect(problemsOf(commands.map(({ data }) => data))).toEqual([]);
});

it('have names and ids of their own', () => {
  expect(() => createRegistry(commands, components)).not.toThrow();
});

it('stand in the README as they are', () => {
  const readme = readFileSync('README.md', 'utf8');
  const [, table] = /<!-- commands: begin -->\n(.*)\n<!-- commands: end -->/s.exec(readme) ?? [];
  expect(table).toBe(commandsTable(commands));
});
