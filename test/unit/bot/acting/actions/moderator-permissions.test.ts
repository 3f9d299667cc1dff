import { PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { hasModeratorPermission } from '../../../../../src/bot/access/permissions.ts';

it.each([
  'Administrator',
  'ManageGuild',
  'ManageChannels',
  'ManageRoles',
  'ManageMessages',
  'KickMembers',
  'BanMembers',
  'ModerateMembers',
] as const)('protects members with only %s', (permission) => {
  expect(hasModeratorPermission(PermissionFlagsBits[permission])).toBe(true);
});

it('does not protect members with all other permissions', () => {
  const moderating =
    PermissionFlagsBits.Administrator |
    PermissionFlagsBits.ManageGuild |
    PermissionFlagsBits.ManageChannels |
    PermissionFlagsBits.ManageRoles |
    PermissionFlagsBits.ManageMessages |
    PermissionFlagsBits.KickMembers |
    PermissionFlagsBits.BanMembers |
    PermissionFlagsBits.ModerateMembers;
  const all = Object.values(PermissionFlagsBits).reduce((bits, bit) => bits | bit, 0n);
  expect(hasModeratorPermission(all & ~moderating)).toBe(false);
  expect(hasModeratorPermission(0n)).toBe(false);
});
