import { PermissionFlagsBits, roleMention, type Role } from 'discord.js';
import type { SettingCall } from '../settings/setting.ts';
import { UserError } from '../../src/shared/errors.ts';

/** Throws a `UserError` if the caller may not ping a role: the bot must not do it for them. */
export function checkMayPing(
  { interaction, t }: Pick<SettingCall, 'interaction' | 't'>,
  role: Role,
): void {
  const mayPing =
    role.mentionable || interaction.member.permissions.has(PermissionFlagsBits.MentionEveryone);
  const values = { role: roleMention(role.id) };
  if (!mayPing) throw new UserError(t('keywords:reply.problem.role', values));
}
