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
import { inviteUrl } from '../gateway/invite.ts';
import { tryResponse, refuse } from './acknowledge.ts';
import { createComponentHandlers } from './components.ts';
import type { AnyComponent, Command, SlashCommand, Visibility } from './command.ts';
import { runInteraction, type RunDeps } from './run-interaction.ts';
import { createRegistry } from './registry.ts';
import { callerOf } from './replyable.ts';
import { runAutocomplete } from './autocomplete.ts';

export interface RoutesDeps<Deps> extends RunDeps {
  readonly client: Client;
  readonly commands: readonly Command<Deps>[];
  readonly components: readonly AnyComponent<Deps>[];
  /** Passed to handlers. */
  readonly deps: Deps;
}

/** Routes interactions to commands and components. */
export interface Routes {
  handle(interaction: Interaction): Promise<void>;
}

export function createRoutes<Deps>(options: RoutesDeps<Deps>): Routes {
  const { client, deps } = options;
  const registry = createRegistry(options.commands, options.components);
  const componentHandlers = createComponentHandlers({ ...options, registry });

  async function slash(interaction: ChatInputCommandInteraction<'cached'>): Promise<void> {
    const command = registry.command('slash', interaction.commandName);
    if (command === null) return unknown(interaction);
    const subcommand = subcommandOf(interaction);
    const words = wordsOf(command, subcommand);
    await runInteraction(
      {
        command: words,
        name: `/${words}`,
        interaction,
        mode: visibilityOf(command, interaction),
        run: (use) => command.run({ ...callerOf(interaction), ...use, subcommand }, deps),
      },
      options,
    );
  }

  async function userMenu(interaction: UserContextMenuCommandInteraction<'cached'>): Promise<void> {
    const command = registry.command('user menu', interaction.commandName);
    if (command === null) return unknown(interaction);
    const { name } = command.data;
    await runInteraction(
      {
        command: name,
        name,
        interaction,
        mode: 'private',
        run: (use) => command.run({ ...callerOf(interaction), ...use }, deps),
      },
      options,
    );
  }

  async function messageMenu(
    interaction: MessageContextMenuCommandInteraction<'cached'>,
  ): Promise<void> {
    const command = registry.command('message menu', interaction.commandName);
    if (command === null) return unknown(interaction);
    const { name } = command.data;
    await runInteraction(
      {
        command: name,
        name,
        interaction,
        mode: 'private',
        run: (use) => command.run({ ...callerOf(interaction), ...use }, deps),
      },
      options,
    );
  }

  async function suggestions(interaction: AutocompleteInteraction): Promise<void> {
    const command = registry.command('slash', interaction.commandName);
    const autocomplete = command?.autocomplete?.bind(command);
    if (!interaction.inCachedGuild() || command === null || autocomplete === undefined) {
      await tryResponse(interaction.respond([]));
      return;
    }
    const subcommand = subcommandOf(interaction);
    await runAutocomplete(
      {
        command: `${wordsOf(command, subcommand)} (suggestions)`,
        interaction,
        suggest: (call) => autocomplete({ ...call, subcommand }, deps),
      },
      options,
    );
  }

  async function unknown(interaction: CommandInteraction): Promise<void> {
    const { logger } = options;
    logger.warn({ command: interaction.commandName }, 'unknown command used');
    await refuse(interaction, { key: 'interactions:unknownCommand' }, options);
  }

  async function elsewhere(interaction: RepliableInteraction): Promise<void> {
    if (interaction.guildId === null || !client.isReady()) {
      await refuse(interaction, { key: 'interactions:serversOnly' }, options);
    } else {
      const values = { url: inviteUrl(client) };
      await refuse(interaction, { key: 'interactions:notHere', values }, options);
    }
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
        return interaction.inCachedGuild() || componentHandlers.worksAnywhere(interaction)
          ? componentHandlers.clicked(interaction)
          : elsewhere(interaction);
      }
      if (interaction.isModalSubmit()) {
        return interaction.inCachedGuild() || componentHandlers.worksAnywhere(interaction)
          ? componentHandlers.submitted(interaction)
          : elsewhere(interaction);
      }
      return unknown(interaction);
    },
  };
}

/** The subcommand after its group; empty if the command has none. */
function subcommandOf({
  options,
}: ChatInputCommandInteraction<'cached'> | AutocompleteInteraction): string {
  const words = [options.getSubcommandGroup(false), options.getSubcommand(false)];
  return words.filter((word) => word !== null).join(' ');
}

function wordsOf<Deps>({ data }: SlashCommand<Deps>, subcommand: string): string {
  return `${data.name} ${subcommand}`.trim();
}

/** If this throws, the command will fail as well, and that is shown privately. */
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
