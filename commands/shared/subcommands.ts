import {
  SlashCommandBuilder,
  SlashCommandSubcommandBuilder,
  SlashCommandSubcommandGroupBuilder,
} from '@discordjs/builders';
import type {
  AutocompleteCall,
  Choice,
  Reply,
  SlashCall,
  SlashCommand,
} from '../../src/discord/interactions/command.ts';
import type { CommandDeps } from '../deps.ts';
import { describe, forGuilds, type Described } from '../texts/localise.ts';

/** A subcommand, all of it in one place. */
export interface Subcommand {
  readonly texts: Described;
  /** Adds its options. */
  readonly options?: (builder: SlashCommandSubcommandBuilder) => unknown;
  readonly run: (call: SlashCall, deps: CommandDeps) => Promise<Reply>;
  /** For the option that is being typed. */
  readonly suggest?: (call: AutocompleteCall, deps: CommandDeps) => Promise<readonly Choice[]>;
}

export interface SubcommandGroup {
  readonly texts: Described;
  readonly members: readonly Subcommand[];
}

export interface CommandOfSubcommands {
  readonly texts: Described;
  /** Who may use it unless a server decides otherwise. */
  readonly permission: bigint;
  readonly members: readonly (Subcommand | SubcommandGroup)[];
}

/** A command whose answers only who asked sees, put together from its subcommands. */
export function commandOf({
  texts,
  permission,
  members,
}: CommandOfSubcommands): SlashCommand<CommandDeps> {
  const builder = forGuilds(describe(new SlashCommandBuilder(), texts));
  builder.setDefaultMemberPermissions(permission);
  /** By `subcommand` or `group subcommand`. */
  const byPath = new Map<string, Subcommand>();
  for (const member of members) {
    const name = member.texts.name.en;
    if (!('members' in member)) {
      builder.addSubcommand(built(member));
      byPath.set(name, member);
      continue;
    }
    const group = describe(new SlashCommandSubcommandGroupBuilder(), member.texts);
    for (const sub of member.members) {
      group.addSubcommand(built(sub));
      byPath.set(`${name} ${sub.texts.name.en}`, sub);
    }
    builder.addSubcommandGroup(group);
  }

  function chosen(options: {
    getSubcommandGroup(required: false): string | null;
    getSubcommand(): string;
  }): Subcommand {
    const group = options.getSubcommandGroup(false);
    const path = `${group === null ? '' : `${group} `}${options.getSubcommand()}`;
    const found = byPath.get(path);
    if (found === undefined) throw new Error(`/${texts.name.en} has no ${path}`);
    return found;
  }

  return {
    kind: 'slash',
    data: builder.toJSON(),
    visibility: () => 'private',
    run: async (call, deps) => chosen(call.interaction.options).run(call, deps),
    autocomplete: async (call, deps) =>
      (await chosen(call.interaction.options).suggest?.(call, deps)) ?? [],
  };
}

function built({ texts, options }: Subcommand): SlashCommandSubcommandBuilder {
  const builder = describe(new SlashCommandSubcommandBuilder(), texts);
  options?.(builder);
  return builder;
}
