import type { GuildMember } from 'discord.js';
import { type Call, canManageServer } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/**
 * Throws a `UserError` unless the person owns or manages the server. Discord checks this for commands, not for
 * components.
 */
export function checkMayConfigure({
  guild,
  interaction,
  show,
}: Pick<Call<{ readonly member: GuildMember }>, 'guild' | 'interaction' | 'show'>): void {
  const permission = canManageServer(guild, interaction.member);
  if (permission.kind === 'denied') throw new UserError(show(permission.reason));
}
