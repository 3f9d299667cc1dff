import type { Client } from 'discord.js';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { differenceOf, isNothing, type CommandData, type Scope } from './difference.ts';
import { readRegistered } from './registered.ts';

export interface HintOptions {
  readonly client: Client<true>;
  readonly commands: readonly CommandData[];
  readonly logger: Logger;
}

/** Who tries things out registers in one server; looking at so many of them costs nothing. */
const GUILDS_LOOKED_AT = 5;

/** Writes a hint into the log where the registered commands are not the bot's own. Never rejects. */
export async function hintAtRegistration({ client, commands, logger }: HintOptions): Promise<void> {
  async function registeredIn(guildId: string | null): Promise<'nothing' | 'same' | 'other'> {
    const applicationId = client.application.id;
    const { ours } = await readRegistered(client.rest, { applicationId, guildId });
    const scope: Scope = guildId === null ? 'global' : 'guild';
    if (isNothing(differenceOf(commands, ours, scope))) return 'same';
    return ours.length === 0 ? 'nothing' : 'other';
  }

  async function isRegistered(): Promise<boolean> {
    const everywhere = await registeredIn(null);
    if (everywhere !== 'nothing') return everywhere === 'same';
    for (const guildId of [...client.guilds.cache.keys()].slice(0, GUILDS_LOOKED_AT)) {
      if ((await registeredIn(guildId)) === 'same') return true;
    }
    return false;
  }

  try {
    if (await isRegistered()) return;
    logger.warn(
      'the commands registered with Discord are not those of this version: run `npm run deploy-commands` once',
    );
  } catch (error) {
    logger.info({ reason: messageOf(error) }, 'the registered commands could not be looked at');
  }
}
