import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { hasPermission, outranks } from '../../../../src/bot/access/permissions.ts';

const low = { id: '100', name: 'Member', position: 1 };
const high = { id: '300', name: 'Staff', position: 9 };

describe('hasPermission', () => {
  it('gives an administrator every permission', () => {
    expect(hasPermission(PermissionFlagsBits.Administrator, 'BanMembers')).toBe(true);
  });

  it('requires the exact permission of everybody else', () => {
    expect(hasPermission(PermissionFlagsBits.KickMembers, 'KickMembers')).toBe(true);
    expect(hasPermission(PermissionFlagsBits.KickMembers, 'BanMembers')).toBe(false);
  });
});

describe('outranks', () => {
  it('compares positions', () => {
    expect(outranks(high, low)).toBe(true);
    expect(outranks(low, high)).toBe(false);
  });

  it('puts the older of two roles at the same position above the younger', () => {
    const younger = { ...low, id: '101' };
    expect(outranks(low, younger)).toBe(true);
    expect(outranks(younger, low)).toBe(false);
  });

  it('never puts a role above itself', () => {
    expect(outranks(low, low)).toBe(false);
  });
});
