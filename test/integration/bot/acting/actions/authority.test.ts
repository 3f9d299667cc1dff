import { ChannelType, OverwriteType, PermissionFlagsBits as Permission } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  canAct,
  canModerate,
  type PermissionRequest,
} from '../../../../../src/bot/acting/actions/authority.ts';
import { english } from '../../../../helpers/renderer.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';

let bot: Connected;
beforeAll(async () => {
  bot = await connectToSandbox();
});
afterAll(() => bot.stop());

const action = () => ({ byUserId: bot.sandbox.members.owner.id, reason: null });

function guild() {
  const found = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId);
  if (found === undefined) throw new Error('no guild');
  return found;
}

/** A member whose only role has this position and these permissions. */
async function someone(permissions: bigint, position = 1): Promise<{ id: string; roleId: string }> {
  const { world, guildId } = bot.sandbox;
  const role = world.roles.create(guildId, { name: 'Some', position, permissions }, action());
  await vi.waitFor(() => expect(guild().roles.cache.has(role.id)).toBe(true));
  return { id: bot.join(`someone-${role.id}`, [role.id]), roleId: role.id };
}

type Request = Omit<PermissionRequest, 'guild' | 'by'> & { readonly byId: string };

/** `allowed`, or the reason for the denial. */
async function check({ byId, ...rest }: Request): Promise<string> {
  const by = await guild().members.fetch(byId);
  const authority = await canAct({ guild: guild(), by, ...rest });
  return authority.kind === 'allowed' ? 'allowed' : english.show(authority.reason);
}

describe('acting on a member by hand', () => {
  const cases: [PermissionRequest['act'], bigint, string][] = [
    ['timeout', Permission.ModerateMembers, 'Timeout Members'],
    ['kick', Permission.KickMembers, 'Kick Members'],
    ['ban', Permission.BanMembers, 'Ban Members'],
    ['addRole', Permission.ManageRoles, 'Manage Roles'],
  ];
  it.each(cases)('%s requires its permission', async (act, permission, name) => {
    const targetId = bot.sandbox.members.alice.id;
    const { id: with_ } = await someone(permission);
    const { id: without } = await someone(Permission.ManageMessages);
    expect(await check({ byId: with_, act, targetId })).toBe('allowed');
    expect(await check({ byId: without, act, targetId })).toBe(
      `You lack the permission “${name}”.`,
    );
  });

  it('an administrator has all of them', async () => {
    const { id } = await someone(Permission.Administrator);
    expect(await check({ byId: id, act: 'ban', targetId: bot.sandbox.members.alice.id })).toBe(
      'allowed',
    );
  });

  it('nobody acts on members at or above their position, on the owner, or on themselves', async () => {
    const { id, roleId } = await someone(Permission.BanMembers);
    const beside = bot.join('beside', [roleId]);
    const { overlord, owner } = bot.sandbox.members;
    const ban = (targetId: string) => check({ byId: id, act: 'ban', targetId });
    expect(await ban(overlord.id)).toContain('not below yours');
    expect(await ban(beside)).toContain('not below yours');
    expect(await ban(owner.id)).toContain('own this server');
    expect(await ban(id)).toContain('yourself');
  });

  it('the owner acts with any roles, but cannot time out an administrator', async () => {
    const { owner, overlord } = bot.sandbox.members;
    const { id: administrator } = await someone(Permission.Administrator);
    expect(await check({ byId: owner.id, act: 'kick', targetId: overlord.id })).toBe('allowed');
    expect(await check({ byId: owner.id, act: 'ban', targetId: administrator })).toBe('allowed');
    expect(await check({ byId: owner.id, act: 'timeout', targetId: administrator })).toContain(
      'not allow timing out administrators',
    );
  });

  it('someone who left can be banned by anyone who may ban', async () => {
    const { id } = await someone(Permission.BanMembers);
    const stranger = bot.sandbox.world.users.create({ username: 'stranger' }).id;
    expect(await check({ byId: id, act: 'ban', targetId: stranger })).toBe('allowed');
  });

  it('a moderator who is timed out can do nothing', async () => {
    const { id } = await someone(Permission.BanMembers);
    const until = new Date(Date.now() + 60_000).toISOString();
    bot.sandbox.world.members.update(
      { guildId: bot.sandbox.guildId, userId: id },
      { communication_disabled_until: until },
      action(),
    );
    const alice = bot.sandbox.members.alice.id;
    await vi.waitFor(async () =>
      expect(await check({ byId: id, act: 'ban', targetId: alice })).toBe('You are timed out.'),
    );
    const by = await guild().members.fetch(id);
    expect(canModerate(guild(), by)).toMatchObject({ kind: 'denied' });
  });
});

describe('giving roles by hand', () => {
  it('works for roles below the moderator’s highest role, and for any member', async () => {
    const { id } = await someone(Permission.ManageRoles, 2);
    const { roles, members } = bot.sandbox;
    const give = (roleId: string) =>
      check({ byId: id, act: 'addRole', targetId: members.owner.id, roleId });
    expect(await give(roles.Trusted)).toBe('allowed');
    expect(await give(roles.Above)).toContain('“Above” is not below your highest role');
    expect(await give(roles.Portcullis)).toContain('belongs to an integration');
    expect(await give('100000000000000000')).toBe('The role does not exist.');
  });
});

describe('deleting messages by hand', () => {
  it('requires “Manage Messages” in the channel', async () => {
    const { id, roleId } = await someone(Permission.ManageMessages);
    const { world, channels, members } = bot.sandbox;
    const remove = (channelId: string) =>
      check({ byId: id, act: 'delete', targetId: members.alice.id, channelId, messageId: '1' });
    expect(await remove(channels.random)).toBe('allowed');
    world.channels.setOverwrite(
      channels.random,
      {
        id: roleId,
        type: OverwriteType.Role,
        allow: '0',
        deny: Permission.ManageMessages.toString(),
      },
      action(),
    );
    await vi.waitFor(async () =>
      expect(await remove(channels.random)).toBe(
        'You lack the permission “Manage Messages” in #random.',
      ),
    );
    expect(await remove('100000000000000000')).toContain('cannot see the channel');
  });

  it('works for one’s own messages, but a whole post requires “Manage Threads”', async () => {
    const { id } = await someone(Permission.ManageMessages);
    const { world, channels } = bot.sandbox;
    expect(
      await check({
        byId: id,
        act: 'delete',
        targetId: id,
        channelId: channels.general,
        messageId: '1',
      }),
    ).toBe('allowed');
    const thread = world.threads.start(
      channels.general,
      { name: 'post', type: ChannelType.PublicThread },
      action(),
    );
    await vi.waitFor(() => expect(guild().channels.cache.has(thread.id)).toBe(true));
    expect(
      await check({
        byId: id,
        act: 'delete',
        targetId: id,
        channelId: thread.id,
        messageId: thread.id,
      }),
    ).toContain('“Manage Threads” in #general');
  });
});
