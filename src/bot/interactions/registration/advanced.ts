import { Events, type Client, type Guild } from 'discord.js';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { differenceOf, shownName } from './difference.ts';
import type { CommandData } from './normal-form.ts';
import { readRegistered } from './registered.ts';

/*
 * Advanced commands are registered only in servers that switch them on. Discord keeps which servers have them, so that
 * nothing of ours can differ from it.
 */

/** Whether the server has the commands. Renews those that an update of the bot has changed. */
export async function hasAdvancedCommands(
  guild: Guild,
  advanced: readonly CommandData[],
): Promise<boolean> {
  const names = new Set(advanced.map(shownName));
  const { ours } = await readRegistered(guild.client.rest, {
    applicationId: guild.client.application.id,
    guildId: guild.id,
  });
  const registered = ours.filter((command) => names.has(shownName(command)));
  if (registered.length === 0) return false;
  const { created, changed } = differenceOf(advanced, registered, 'guild');
  const stale = new Set([...created, ...changed.map(({ name }) => name)]);
  await register(
    guild,
    advanced.filter((command) => stale.has(shownName(command))),
  );
  return true;
}

export function addAdvancedCommands(guild: Guild, advanced: readonly CommandData[]): Promise<void> {
  return register(guild, advanced);
}

export async function removeAdvancedCommands(
  guild: Guild,
  advanced: readonly CommandData[],
): Promise<void> {
  const names = new Set(advanced.map(shownName));
  for (const command of (await guild.commands.fetch()).values()) {
    if (names.has(shownName(command))) await guild.commands.delete(command.id);
  }
}

/** Renews a server's advanced commands when one of them is first used after a start. Never rejects. */
export function renewAdvancedCommands({
  client,
  advanced,
  logger,
}: {
  readonly client: Client<true>;
  readonly advanced: readonly CommandData[];
  readonly logger: Logger;
}): void {
  const names = new Set(advanced.map(({ name }) => name));
  const renewed = new Set<string>();

  async function renew(guild: Guild): Promise<void> {
    try {
      await hasAdvancedCommands(guild, advanced);
    } catch (error) {
      renewed.delete(guild.id);
      const reason = errorMessage(error);
      logger.info({ guildId: guild.id, reason }, 'could not renew the commands of a server');
    }
  }

  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isCommand() || interaction.commandGuildId === null) return;
    if (!interaction.inCachedGuild() || renewed.has(interaction.guildId)) return;
    if (!names.has(interaction.commandName)) return;
    renewed.add(interaction.guildId);
    void renew(interaction.guild);
  });
}

async function register(guild: Guild, commands: readonly CommandData[]): Promise<void> {
  for (const command of commands) await guild.commands.create(command);
}
