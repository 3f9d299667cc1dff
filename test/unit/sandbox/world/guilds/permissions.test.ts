import { ChannelType, PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import {
  ALL_PERMISSIONS,
  hasPermission,
  outranks,
  outranksRole,
  permissionsIn,
  type PermissionChannel,
  type PermissionGuild,
  type PermissionMember,
  type PermissionOverwrite,
} from '../../../../../src/sandbox/world/guilds/permissions.ts';

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');
const GUILD = '100';
const MODERATOR = '201';
const ADMINISTRATOR = '202';
const MUTED = '203';

function member(id: string, roles: string[] = [], timeoutUntil?: string): PermissionMember {
  return { user: { id }, roles, communication_disabled_until: timeoutUntil };
}

function channel(
  type: ChannelType,
  overwrites: [id: string, allow: bigint, deny: bigint][] = [],
  extra: { parentId?: string; members?: string[] } = {},
): PermissionChannel {
  const permission_overwrites: PermissionOverwrite[] = overwrites.map(([id, allow, deny]) => ({
    id,
    allow: allow.toString(),
    deny: deny.toString(),
  }));
  return {
    payload: { type, parent_id: extra.parentId ?? null, permission_overwrites },
    threadMembers: new Set(extra.members),
  };
}

function guild(channels: Record<string, PermissionChannel> = {}): PermissionGuild {
  const role = (id: string, position: number, permissions: bigint) =>
    [id, { id, position, permissions: permissions.toString() }] as const;
  return {
    id: GUILD,
    payload: { owner_id: '1' },
    channels: new Map(Object.entries(channels)),
    roles: new Map([
      role(
        GUILD,
        0,
        Permission.ViewChannel |
          Permission.SendMessages |
          Permission.SendMessagesInThreads |
          Permission.EmbedLinks |
          Permission.ReadMessageHistory |
          Permission.Connect,
      ),
      role(MODERATOR, 5, Permission.ManageMessages),
      role(ADMINISTRATOR, 4, Permission.Administrator),
      role(MUTED, 5, 0n),
    ]),
  };
}

function can(
  needed: bigint,
  user: PermissionMember,
  where: PermissionChannel | null,
  inGuild = guild(),
) {
  return hasPermission(
    permissionsIn({ guild: inGuild, member: user, channel: where, nowMs: NOW_MS }),
    needed,
  );
}

it('combines the permissions of @everyone and all roles', () => {
  const user = member('2', [MODERATOR]);
  expect(can(Permission.ManageMessages | Permission.SendMessages, user, null)).toBe(true);
  expect(can(Permission.BanMembers, user, null)).toBe(false);
});

it('gives the owner and administrators every permission regardless of overwrites', () => {
  const closed = channel(ChannelType.GuildText, [[GUILD, 0n, ALL_PERMISSIONS]]);
  for (const user of [member('1'), member('2', [ADMINISTRATOR])]) {
    const permissions = permissionsIn({
      guild: guild(),
      member: user,
      channel: closed,
      nowMs: NOW_MS,
    });
    expect(permissions).toBe(ALL_PERMISSIONS);
  }
});

it('applies the overwrites of @everyone, then roles, then the member, with allow after deny in each step', () => {
  const user = member('2', [MODERATOR, MUTED]);
  const deniedToAll = channel(ChannelType.GuildText, [
    [GUILD, 0n, Permission.SendMessages],
    [MODERATOR, Permission.SendMessages, 0n],
    [MUTED, 0n, Permission.SendMessages],
  ]);
  expect(can(Permission.SendMessages, user, deniedToAll)).toBe(true);
  expect(can(Permission.SendMessages, member('3'), deniedToAll)).toBe(false);

  const deniedToOne = channel(ChannelType.GuildText, [
    [MODERATOR, Permission.SendMessages, 0n],
    ['2', 0n, Permission.SendMessages],
  ]);
  expect(can(Permission.SendMessages, user, deniedToOne)).toBe(false);
});

it('removes every permission in a channel the member can’t view', () => {
  const hidden = channel(ChannelType.GuildText, [[GUILD, 0n, Permission.ViewChannel]]);
  const permissions = permissionsIn({
    guild: guild(),
    member: member('2', [MODERATOR]),
    channel: hidden,
    nowMs: NOW_MS,
  });
  expect(permissions).toBe(0n);
});

it('removes the permissions that depend on SEND_MESSAGES', () => {
  const quiet = channel(ChannelType.GuildText, [[GUILD, 0n, Permission.SendMessages]]);
  expect(can(Permission.EmbedLinks, member('2'), quiet)).toBe(false);
  expect(can(Permission.ReadMessageHistory, member('2'), quiet)).toBe(true);
});

it('leaves only VIEW_CHANNEL in a voice channel without CONNECT', () => {
  const closed = channel(ChannelType.GuildVoice, [[GUILD, 0n, Permission.Connect]]);
  const permissions = permissionsIn({
    guild: guild(),
    member: member('2'),
    channel: closed,
    nowMs: NOW_MS,
  });
  expect(permissions).toBe(Permission.ViewChannel);
});

it('takes the permissions of a thread from its parent, with SEND_MESSAGES_IN_THREADS for sending', () => {
  const parent = channel(ChannelType.GuildText, [
    [GUILD, 0n, Permission.SendMessages],
    [MUTED, 0n, Permission.SendMessagesInThreads],
  ]);
  const thread = channel(ChannelType.PublicThread, [], { parentId: '50' });
  const inGuild = guild({ '50': parent });
  expect(can(Permission.SendMessages, member('2'), thread, inGuild)).toBe(true);
  expect(can(Permission.SendMessages, member('2', [MUTED]), thread, inGuild)).toBe(false);
});

it('shows a private thread to its members and to anyone with MANAGE_THREADS', () => {
  const parent = channel(ChannelType.GuildText, [['4', Permission.ManageThreads, 0n]]);
  const thread = channel(ChannelType.PrivateThread, [], { parentId: '50', members: ['2'] });
  const inGuild = guild({ '50': parent });
  const sees = (id: string) => can(Permission.ViewChannel, member(id), thread, inGuild);
  expect([sees('2'), sees('3'), sees('4')]).toEqual([true, false, true]);
});

it('leaves a timed-out member only viewing and reading until the timeout ends', () => {
  const text = channel(ChannelType.GuildText);
  const permissions = permissionsIn({
    guild: guild(),
    member: member('2', [MODERATOR], '2026-01-01T00:00:01Z'),
    channel: text,
    nowMs: NOW_MS,
  });
  expect(permissions).toBe(Permission.ViewChannel | Permission.ReadMessageHistory);
  expect(can(Permission.SendMessages, member('2', [], '2025-12-31T23:59:59Z'), text)).toBe(true);
});

it('exempts administrators from timeouts', () => {
  const user = member('2', [ADMINISTRATOR], '2026-01-01T00:00:01Z');
  expect(can(Permission.SendMessages, user, channel(ChannelType.GuildText))).toBe(true);
});

it('ranks the owner above everyone, others by their highest role, and nobody above an equal', () => {
  const owner = member('1');
  const moderator = member('2', [ADMINISTRATOR, MODERATOR]);
  const administrator = member('3', [ADMINISTRATOR]);
  const nobody = member('4');
  expect(outranks(guild(), owner, moderator)).toBe(true);
  expect(outranks(guild(), moderator, owner)).toBe(false);
  expect(outranks(guild(), moderator, administrator)).toBe(true);
  expect(outranks(guild(), administrator, moderator)).toBe(false);
  expect(outranks(guild(), administrator, nobody)).toBe(true);
  expect(outranks(guild(), nobody, member('5'))).toBe(false);
});

it('ranks the older of two roles at the same position higher', () => {
  expect(outranks(guild(), member('2', [MODERATOR]), member('3', [MUTED]))).toBe(true);
  expect(outranks(guild(), member('3', [MUTED]), member('2', [MODERATOR]))).toBe(false);
});

it('lets a member manage only roles below their highest', () => {
  const inGuild = guild();
  const role = (id: string) => inGuild.roles.get(id) ?? { id, position: 0, permissions: '0' };
  const administrator = member('3', [ADMINISTRATOR]);
  expect(outranksRole(inGuild, administrator, role(MODERATOR))).toBe(false);
  expect(outranksRole(inGuild, administrator, role(ADMINISTRATOR))).toBe(false);
  expect(outranksRole(inGuild, administrator, role(GUILD))).toBe(true);
});
