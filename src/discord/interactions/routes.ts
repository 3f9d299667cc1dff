import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Client,
  CommandInteraction,
  Interaction,
  MessageContextMenuCommandInteraction,
  RepliableInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';
import { inviteUrl } from '../invite.ts';
import { attempted } from './acknowledge.ts';
import { createClicks } from './clicks.ts';
import type { Call, Command, Component, Reply, SlashCommand, Visibility } from './command.ts';
import { perform, type PerformDeps } from './perform.ts';
import { refuse } from './refuse.ts';
import { createRegistry } from './registry.ts';
import { suggest } from './suggest.ts';
import { dispatchTexts } from './texts.ts';

export interface RoutesDeps<Deps> extends PerformDeps {
  readonly client: Client;
  readonly commands: readonly Command<Deps>[];
  readonly components: readonly Component<Deps>[];
  /** What handlers get. */
  readonly deps: Deps;
}

/** Sees what an interaction is for, and has it done. */
export interface Routes {
  handle(interaction: Interaction): Promise<void>;
}

export function createRoutes<Deps>(options: RoutesDeps<Deps>): Routes {
  const { client, deps } = options;
  const registry = createRegistry(options.commands, options.components);
  const clicks = createClicks({ ...options, registry });

  async function slash(interaction: ChatInputCommandInteraction<'cached'>): Promise<void> {
    const command = registry.command('slash', interaction.commandName);
    if (command === null) return unknown(interaction);
    const words = wordsOf(interaction);
    await perform(
      {
        command: words,
        name: `/${words}`,
        interaction,
        manner: visibilityOf(command, interaction),
        run: (call) => command.run(call, deps),
      },
      options,
    );
  }

  async function userMenu(interaction: UserContextMenuCommandInteraction<'cached'>): Promise<void> {
    const command = registry.command('user menu', interaction.commandName);
    if (command === null) return unknown(interaction);
    const { name } = command.data;
    const run = (call: Call<typeof interaction>): Promise<Reply> => command.run(call, deps);
    await perform({ command: name, name, interaction, manner: 'private', run }, options);
  }

  async function messageMenu(
    interaction: MessageContextMenuCommandInteraction<'cached'>,
  ): Promise<void> {
    const command = registry.command('message menu', interaction.commandName);
    if (command === null) return unknown(interaction);
    const { name } = command.data;
    const run = (call: Call<typeof interaction>): Promise<Reply> => command.run(call, deps);
    await perform({ command: name, name, interaction, manner: 'private', run }, options);
  }

  async function suggestions(interaction: AutocompleteInteraction): Promise<void> {
    const command = registry.command('slash', interaction.commandName);
    const autocomplete = command?.autocomplete?.bind(command);
    if (!interaction.inCachedGuild() || autocomplete === undefined) {
      await attempted(interaction.respond([]));
      return;
    }
    const words = `${wordsOf(interaction)} (suggestions)`;
    await suggest(
      { command: words, interaction, suggest: (call) => autocomplete(call, deps) },
      options,
    );
  }

  async function unknown(interaction: CommandInteraction): Promise<void> {
    const { logger } = options;
    logger.warn({ command: interaction.commandName }, 'a command is registered that is not there');
    await refuse(interaction, dispatchTexts.unknownCommand, options);
  }

  async function elsewhere(interaction: RepliableInteraction): Promise<void> {
    const sentence =
      interaction.guildId === null || !client.isReady()
        ? dispatchTexts.guildsOnly
        : dispatchTexts.notHere(inviteUrl(client));
    await refuse(interaction, sentence, options);
  }

  return {
    async handle(interaction) {
      if (interaction.isAutocomplete()) return suggestions(interaction);
      if (interaction.isChatInputCommand()) {
        return interaction.inCachedGuild() ? slash(interaction) : elsewhere(interaction);
      }
      if (interaction.isUserContextMenuCommand()) {
        return interaction.inCachedGuild() ? userMenu(interaction) : elsewhere(interaction);
      }
      if (interaction.isMessageContextMenuCommand()) {
        return interaction.inCachedGuild() ? messageMenu(interaction) : elsewhere(interaction);
      }
      if (interaction.isMessageComponent()) {
        return interaction.inCachedGuild() ? clicks.clicked(interaction) : elsewhere(interaction);
      }
      if (interaction.isModalSubmit()) {
        return interaction.inCachedGuild() ? clicks.submitted(interaction) : elsewhere(interaction);
      }
      return unknown(interaction);
    },
  };
}

/** The command with its group and subcommand. */
function wordsOf({
  commandName,
  options,
}: ChatInputCommandInteraction<'cached'> | AutocompleteInteraction): string {
  const group = options.getSubcommandGroup(false);
  const subcommand = options.getSubcommand(false);
  return [commandName, group, subcommand].filter((word) => word !== null).join(' ');
}

/** A command that cannot tell will fail when it runs, too: what comes of that is for who asked. */
function visibilityOf<Deps>(
  command: SlashCommand<Deps>,
  interaction: ChatInputCommandInteraction<'cached'>,
): Visibility {
  try {
    return command.visibility(interaction);
  } catch {
    return 'private';
  }
}
