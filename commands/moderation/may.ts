import { authorityToOrder } from '../../src/discord/interactions/authority.ts';
import type { SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { Effect } from '../../src/moderation/effects.ts';
import { problems } from '../texts/moderation.ts';

/**
 * What the bot is to do by itself must be something that whoever says so may do by hand, and that the bot can do. Throws a
 * `UserError` otherwise.
 */
export function checkEffects(call: SlashCall, effects: readonly Effect[]): void {
  const { guild, interaction } = call;
  for (const effect of effects) {
    if (effect.kind === 'alert') continue;
    const may = authorityToOrder(guild, interaction.member, effect.kind);
    if (may.kind === 'may not') throw new UserError(problems.notYours(may.reason));
    if ('roleId' in effect) checkRole(call, effect.roleId);
  }
}

function checkRole({ guild, interaction }: SlashCall, roleId: string): void {
  const by = interaction.member;
  const role = guild.roles.cache.get(roleId);
  if (role === undefined || role.id === guild.id || role.managed) {
    throw new UserError(problems.roleGone);
  }
  const name = `“${defuse(role.name, 100)}”`;
  const me = guild.members.me?.roles.highest;
  if (me !== undefined && role.comparePositionTo(me) >= 0) {
    throw new UserError(problems.roleTooHigh(name));
  }
  if (by.id !== guild.ownerId && role.comparePositionTo(by.roles.highest) >= 0) {
    throw new UserError(problems.roleAboveYou(name));
  }
}
