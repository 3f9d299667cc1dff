import {
  SlashCommandBuilder,
  SlashCommandSubcommandBuilder,
  SlashCommandSubcommandGroupBuilder,
} from '@discordjs/builders';
import type {
  AutocompleteCall,
  Choice,
  CommandDeps,
  Reply,
  SlashCall,
  SlashCommand,
} from '../../src/bot/command-kit.ts';
import { describe, forGuilds, nameOf, type DescribedKey } from './describe.ts';

export interface Subcommand {
  readonly key: DescribedKey;
  readonly options?: (builder: SlashCommandSubcommandBuilder) => unknown;
  readonly run: (call: SlashCall, deps: CommandDeps) => Promise<Reply>;
  readonly suggest?: (call: AutocompleteCall, deps: CommandDeps) => Promise<readonly Choice[]>;
}

export interface SubcommandGroup {
  readonly key: DescribedKey;
  readonly members: readonly Subcommand[];
}

export interface CommandOfSubcommands {
  readonly key: DescribedKey;
  /** Required by default, but servers can change it; null: none. */
  readonly permission: bigint | null;
  readonly members: readonly (Subcommand | SubcommandGroup)[];
}

/** Builds a command from its subcommands; all its replies are private. */
export function commandOf({
  key,
  permission,
  members,
}: CommandOfSubcommands): SlashCommand<CommandDeps> {
  const builder = forGuilds(describe(new SlashCommandBuilder(), key));
  builder.setDefaultMemberPermissions(permission);
  /** By `subcommand` or `group subcommand`. */
  const byPath = new Map<string, Subcommand>();
  for (const member of members) {
    const name = nameOf(member.key);
    if (!('members' in member)) {
      builder.addSubcommand(built(member));
      byPath.set(name, member);
      continue;
    }
    const group = describe(new SlashCommandSubcommandGroupBuilder(), member.key);
    for (const sub of member.members) {
      group.addSubcommand(built(sub));
      byPath.set(`${name} ${nameOf(sub.key)}`, sub);
    }
    builder.addSubcommandGroup(group);
  }

  function subcommandOf({ subcommand }: { readonly subcommand: string }): Subcommand {
    const member = byPath.get(subcommand);
    if (member === undefined) throw new Error(`/${nameOf(key)} has no subcommand ${subcommand}`);
    return member;
  }

  return {
    kind: 'slash',
    data: builder.toJSON(),
    visibility: () => 'private',
    run: async (call, deps) => subcommandOf(call).run(call, deps),
    autocomplete: async (call, deps) => (await subcommandOf(call).suggest?.(call, deps)) ?? [],
  };
}

function built({ key, options }: Subcommand): SlashCommandSubcommandBuilder {
  const builder = describe(new SlashCommandSubcommandBuilder(), key);
  options?.(builder);
  return builder;
}
