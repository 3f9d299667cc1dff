import type { GuildMember } from 'discord.js';
import { canManageServer } from '../../src/discord/actions/authority.ts';
import type { Call } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';

/** Throws a `UserError` unless the person owns or manages the server. Discord checks that of commands, not of components. */
export function checkMayConfigure({
  guild,
  interaction,
  show,
}: Pick<Call<{ readonly member: GuildMember }>, 'guild' | 'interaction' | 'show'>): void {
  const permission = canManageServer(guild, interaction.member);
  if (permission.kind === 'denied') throw new UserError(show(permission.reason));
}
