import { Events, type Client } from 'discord.js';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';

/** A command as a clickable mention, such as `</case show:123>`; as plain `/case show` while its id is unknown. */
export type CommandMention = (command: string) => string;

/**
 * Commands of one server hide global ones, as Discord shows them. The ids come from discord.js's cache. `guildId` null: in a
 * direct message.
 */
export function commandMentions(client: Client, guildId: string | null): CommandMention {
  return (command) => {
    const [name] = command.split(' ');
    const caches = [client.guilds.cache.get(guildId ?? '')?.commands, client.application?.commands];
    for (const commands of caches) {
      const registered = commands?.cache.find((entry) => entry.name === name);
      if (registered !== undefined) return `</${command}:${registered.id}>`;
    }
    return `/${command}`;
  };
}

/** Reads the ids at start-up, and again when somebody uses a command that was registered since. Never rejects. */
export async function loadCommandIds({
  client,
  logger,
}: {
  client: Client<true>;
  logger: Logger;
}): Promise<void> {
  async function load(guildId: string | null): Promise<void> {
    try {
      if (guildId === null) await client.application.commands.fetch();
      else await client.guilds.cache.get(guildId)?.commands.fetch();
    } catch (error) {
      logger.info({ guildId, reason: errorMessage(error) }, 'could not read the ids of commands');
    }
  }

  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isCommand() || interaction.guildId === null) return;
    const { commandGuildId, commandId, guildId } = interaction;
    const isKnown =
      client.application.commands.cache.has(commandId) ||
      client.guilds.cache.get(guildId)?.commands.cache.has(commandId) === true;
    if (!isKnown) void load(commandGuildId);
  });
  await load(null);
}
