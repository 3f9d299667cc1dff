import type { GuildMember } from 'discord.js';
import { type Call, canModerate } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** Throws a `UserError` unless the person may moderate the server. Discord checks this for commands, not for components. */
export function checkMayModerate({
  guild,
  interaction,
  show,
}: Pick<Call<{ readonly member: GuildMember }>, 'guild' | 'interaction' | 'show'>): void {
  const authority = canModerate(guild, interaction.member);
  if (authority.kind === 'denied') throw new UserError(show(authority.reason));
}
