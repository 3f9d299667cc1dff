import { AuditLogActionTypes, ChannelTypes, OverwriteTypes, Permissions } from 'oceanic.js';
import { expect, it } from 'vitest';

import { useOceanic } from './oceanic.ts';

const start = useOceanic();

it('times members out', async () => {
  const { client, guild, sandbox, next } = start();
  const until = new Date(Date.now() + 60_000).toISOString();
  const updated = next('guildMemberUpdate');
  const member = await client.rest.guilds.editMember(guild.id, sandbox.members.alice.id, {
    communicationDisabledUntil: until,
    reason: 'calm down',
  });
  expect(member.communicationDisabledUntil?.toISOString()).toBe(until);
  expect((await updated)[0].communicationDisabledUntil?.toISOString()).toBe(until);
  await member.edit({ communicationDisabledUntil: null });
});

it('creates, assigns, edits and deletes roles', async () => {
  const { guild, sandbox, next } = start();
  const created = next('guildRoleCreate');
  const role = await guild.createRole({
    name: 'Painter',
    color: 0x00ff00,
    hoist: true,
    permissions: String(Permissions.SEND_MESSAGES),
  });
  expect((await created)[0].id).toBe(role.id);
  const updated = next('guildMemberUpdate');
  await guild.addMemberRole(sandbox.members.alice.id, role.id, 'paints');
  expect((await updated)[0].roles).toContain(role.id);
  await guild.removeMemberRole(sandbox.members.alice.id, role.id);
  expect((await role.edit({ name: 'Artist' })).name).toBe('Artist');
  await guild.editRolePositions([{ id: role.id, position: 1 }]);
  const deleted = next('guildRoleDelete');
  await role.delete();
  expect((await deleted)[0].id).toBe(role.id);
});

it('changes nicknames', async () => {
  const { guild, sandbox } = start();
  const member = await guild.editMember(sandbox.members.bob.id, { nick: 'Bobby' });
  expect(member.nick).toBe('Bobby');
  expect((await guild.editCurrentMember({ nick: 'Gate' })).nick).toBe('Gate');
});

it('kicks, bans, bans in bulk and unbans', async () => {
  const { guild, sandbox, next } = start();
  const { carol, bob, trusted } = sandbox.members;
  const banned = next('guildBanAdd');
  await guild.createBan(carol.id, { deleteMessageSeconds: 60, reason: 'spam ü' });
  expect((await banned)[1].id).toBe(carol.id);
  expect((await guild.getBan(carol.id)).reason).toBe('spam ü');
  const removed = next('guildMemberRemove');
  await guild.removeMember(bob.id, 'away');
  expect((await removed)[0].id).toBe(bob.id);
  const bulk = await guild.bulkBan({ userIDs: [trusted.id], reason: 'raid' });
  expect(bulk.bannedUsers).toEqual([trusted.id]);
  expect((await guild.getBans()).map(({ user }) => user.id)).toEqual(
    expect.arrayContaining([carol.id, trusted.id]),
  );
  const unbanned = next('guildBanRemove');
  await guild.removeBan(carol.id);
  expect((await unbanned)[1].id).toBe(carol.id);
});

it('reads the audit log', async () => {
  const { guild, client, sandbox } = start();
  const log = await guild.getAuditLog({ actionType: AuditLogActionTypes.MEMBER_BAN_ADD });
  expect(log.entries).toMatchObject([
    { targetID: sandbox.members.trusted.id, reason: 'raid' },
    { targetID: sandbox.members.carol.id, userID: client.user.id, reason: 'spam ü' },
  ]);
  expect(log.users.map(({ id }) => id)).toContain(client.user.id);
});

it('creates, edits, moves and deletes channels', async () => {
  const { guild, client, sandbox, next } = start();
  const created = next('channelCreate');
  const channel = await guild.createChannel(ChannelTypes.GUILD_TEXT, {
    name: 'project',
    topic: 'A topic',
    permissionOverwrites: [
      { id: guild.id, type: OverwriteTypes.ROLE, allow: 0n, deny: Permissions.VIEW_CHANNEL },
    ],
  });
  expect((await created)[0].id).toBe(channel.id);
  expect((await channel.edit({ topic: 'Another', rateLimitPerUser: 5 })).topic).toBe('Another');
  await channel.editPermission(sandbox.members.alice.id, {
    type: OverwriteTypes.MEMBER,
    allow: Permissions.VIEW_CHANNEL,
  });
  await channel.deletePermission(sandbox.members.alice.id);
  await guild.editChannelPositions([{ id: channel.id, position: 0 }]);
  await channel.sendTyping();
  const deleted = next('channelDelete');
  await client.rest.channels.delete(channel.id, 'done');
  expect((await deleted)[0].id).toBe(channel.id);
});

it('creates, reads and deletes invites', async () => {
  const { general, guild, client, next } = start();
  const created = next('inviteCreate');
  const invite = await general.createInvite({ maxAge: 60, maxUses: 1 });
  expect((await created)[0].code).toBe(invite.code);
  expect((await guild.getInvites()).map(({ code }) => code)).toEqual([invite.code]);
  const read = await client.rest.channels.getInvite(invite.code, { withCounts: true });
  expect(read).toMatchObject({ channelID: general.id, approximateMemberCount: guild.memberCount });
  const deleted = next('inviteDelete');
  await invite.deleteInvite();
  expect((await deleted)[0].code).toBe(invite.code);
});

it('edits the guild and pauses its invites', async () => {
  const { guild, next } = start();
  const updated = next('guildUpdate');
  await guild.edit({ name: 'Renamed' });
  expect((await updated)[0].name).toBe('Renamed');
  const until = new Date(Date.now() + 60_000).toISOString();
  const paused = await guild.editIncidentActions({ invitesDisabledUntil: until });
  expect(paused.invitesDisabledUntil).toBe(until);
});

it('waits for rate limits', async () => {
  const { client, guild, sandbox, general } = start();
  const { id } = sandbox.members.alice;
  // The limit is twenty in a second.
  const calls = Array.from({ length: 22 }, () => client.rest.guilds.getMember(guild.id, id));
  expect((await Promise.all(calls)).map((member) => member.id)).toEqual(Array(22).fill(id));
  for (const global of [true, false]) {
    sandbox.faults.rateLimitNext({ retryAfterSeconds: 0.1, global });
    expect((await general.createMessage({ content: 'late' })).content).toBe('late');
  }
});

it('reports no error or warning', () => {
  expect(start().complaints).toEqual([]);
});
