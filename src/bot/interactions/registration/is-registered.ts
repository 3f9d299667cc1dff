import type { Client } from 'discord.js';
import { differenceOf, isEmpty } from './difference.ts';
import type { CommandData, Scope } from './normal-form.ts';
import { readRegistered } from './registered.ts';

/** Commands are registered in single servers only for trials, so checking a few servers is enough. */
const MAX_GUILDS_CHECKED = 5;

export interface RegisteredCommands {
  readonly inEveryServer: readonly CommandData[];
  /** With those that servers switch on. */
  readonly inTrialServer: readonly CommandData[];
}

/** Whether Discord has these commands, in all servers or in one of the bot's. Throws when Discord does not answer. */
export async function areCommandsRegistered(
  client: Client<true>,
  { inEveryServer, inTrialServer }: RegisteredCommands,
): Promise<boolean> {
  async function registeredIn(guildId: string | null): Promise<'nothing' | 'same' | 'other'> {
    const applicationId = client.application.id;
    const { ours } = await readRegistered(client.rest, { applicationId, guildId });
    const scope: Scope = guildId === null ? 'global' : 'guild';
    const wanted = guildId === null ? inEveryServer : inTrialServer;
    if (isEmpty(differenceOf(wanted, ours, scope))) return 'same';
    return ours.length === 0 ? 'nothing' : 'other';
  }

  const global = await registeredIn(null);
  if (global !== 'nothing') return global === 'same';
  for (const guildId of [...client.guilds.cache.keys()].slice(0, MAX_GUILDS_CHECKED)) {
    if ((await registeredIn(guildId)) === 'same') return true;
  }
  return false;
}
