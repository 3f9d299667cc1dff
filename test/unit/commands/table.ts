import { ApplicationCommandOptionType, PermissionsBitField } from 'discord.js';
import type { commands } from '../../../commands/index.ts';

type Command = (typeof commands)[number];

const NESTED: ReadonlySet<number> = new Set([
  ApplicationCommandOptionType.Subcommand,
  ApplicationCommandOptionType.SubcommandGroup,
]);

/** The ways to use a command: `/case show`, `/case list` …, or the menu. */
function usesOf({ kind, data }: Command): string {
  if (kind !== 'slash') return `**${data.name}**`;
  const options = 'options' in data ? (data.options ?? []) : [];
  const nested = options.filter(({ type }) => NESTED.has(type));
  if (nested.length === 0) return `\`/${data.name}\``;
  return `\`/${data.name}\` ${nested.map(({ name }) => `\`${name}\``).join(' ')}`;
}

/** Menus have no description of their own. */
function purposeOf({ kind, data }: Command): string {
  switch (kind) {
    case 'user menu':
      return 'in the menu of a member, under Apps';
    case 'message menu':
      return 'in the menu of a message, under Apps';
    case 'slash':
      return 'description' in data ? (data.description ?? '') : '';
  }
}

/** Discord's settings use other names for these. */
const OTHER_NAMES: Record<string, string> = {
  ManageGuild: 'Manage Server',
  ModerateMembers: 'Timeout Members',
};

/** `ManageMessages` as people know it. */
function permissionsOf({ data }: Command): string {
  if (data.default_member_permissions === null) return 'everyone';
  const names = new PermissionsBitField(BigInt(data.default_member_permissions ?? '0')).toArray();
  return names
    .map((name) => OTHER_NAMES[name] ?? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '))
    .join(', ');
}

/** The README's table of commands. */
export function commandsTable(all: readonly Command[], advanced: readonly Command[]): string {
  const rows = all
    .toSorted((a, b) => a.data.name.localeCompare(b.data.name, 'en'))
    .map((command) => {
      const once = advanced.includes(command) ? ', once added in `/help`' : '';
      return `| ${usesOf(command)} | ${purposeOf(command)} | ${permissionsOf(command)}${once} |`;
    });
  return ['| command | what it is for | who, at first |', '|---|---|---|', ...rows].join('\n');
}
