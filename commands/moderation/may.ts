import { canAutomate, defuse, type Effect } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import type { CheckedCall } from './change.ts';

/** Throws a `UserError` unless the person has the permissions for the effects they automate, and the bot does too. */
export function checkEffects(call: CheckedCall, effects: readonly Effect[]): void {
  const { guild, interaction } = call;
  for (const effect of effects) {
    if (effect.kind === 'alert') continue;
    const permission = canAutomate(guild, interaction.member, effect.kind);
    if (permission.kind === 'denied') {
      const reason = call.show(permission.reason);
      throw new UserError(call.t('moderation:reply.problem.notPermitted', { reason }));
    }
    if ('roleId' in effect) checkRole(call, effect.roleId);
  }
}

function checkRole({ guild, interaction, t }: CheckedCall, roleId: string): void {
  const by = interaction.member;
  const role = guild.roles.cache.get(roleId);
  if (role === undefined || role.id === guild.id || role.managed) {
    throw new UserError(t('moderation:reply.problem.roleGone'));
  }
  const values = { role: defuse(role.name, 100) };
  const me = guild.members.me?.roles.highest;
  if (me !== undefined && role.comparePositionTo(me) >= 0) {
    throw new UserError(t('moderation:reply.problem.roleAboveBot', values));
  }
  if (by.id !== guild.ownerId && role.comparePositionTo(by.roles.highest) >= 0) {
    throw new UserError(t('moderation:reply.problem.roleAboveYou', values));
  }
}
