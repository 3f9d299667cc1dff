import { ChannelType, OverwriteType, PermissionFlagsBits as Permission } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  authorityOver,
  authorityToModerate,
  type Act,
  type Intent,
} from '../../src/discord/interactions/authority.ts';
import { connectToSandbox, type Connected } from './fixture.ts';

let bot: Connected;
beforeAll(async () => {
  bot = await connectToSandbox();
});
afterAll(() => bot.stop());

const deed = () => ({ byUserId: bot.sandbox.members.owner.id, reason: null });

function guild() {
  const found = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId);
  if (found === undefined) throw new Error('no guild');
  return found;
}

/** Someone whose only role stands there and allows this. */
async function someone(permissions: bigint, position = 1): Promise<{ id: string; roleId: string }> {
  const { world, guildId } = bot.sandbox;
  const role = world.roles.create(guildId, { name: 'Some', position, permissions }, deed());
  await vi.waitFor(() => expect(guild().roles.cache.has(role.id)).toBe(true));
  return { id: bot.join(`someone-${role.id}`, [role.id]), roleId: role.id };
}

type Asked = Omit<Intent, 'guild' | 'by'> & { readonly byId: string };

/** `may`, or why not. */
async function asked({ byId, ...rest }: Asked): Promise<string> {
  const by = await guild().members.fetch(byId);
  const authority = await authorityOver({ guild: guild(), by, ...rest });
  return authority.kind === 'may' ? 'may' : authority.reason;
}

describe('what somebody may do to a member', () => {
  const cases: [Act, bigint, string][] = [
    ['timeout', Permission.ModerateMembers, 'Timeout Members'],
    ['kick', Permission.KickMembers, 'Kick Members'],
    ['ban', Permission.BanMembers, 'Ban Members'],
    ['roles', Permission.ManageRoles, 'Manage Roles'],
  ];
  it.each(cases)('%s takes its permission', async (act, permission, name) => {
    const targetId = bot.sandbox.members.alice.id;
    const { id: with_ } = await someone(permission);
    const { id: without } = await someone(Permission.ManageMessages);
    expect(await asked({ byId: with_, act, targetId })).toBe('may');
    expect(await asked({ byId: without, act, targetId })).toBe(
      `You lack the permission “${name}”.`,
    );
  });

  it('an administrator has them all', async () => {
    const { id } = await someone(Permission.Administrator);
    expect(await asked({ byId: id, act: 'ban', targetId: bot.sandbox.members.alice.id })).toBe(
      'may',
    );
  });

  it('never to those above or beside them, to the owner, or to themselves', async () => {
    const { id, roleId } = await someone(Permission.BanMembers);
    const beside = bot.join('beside', [roleId]);
    const { overlord, owner } = bot.sandbox.members;
    const ban = (targetId: string) => asked({ byId: id, act: 'ban', targetId });
    expect(await ban(overlord.id)).toContain('not below yours');
    expect(await ban(beside)).toContain('not below yours');
    expect(await ban(owner.id)).toContain('own this server');
    expect(await ban(id)).toContain('yourself');
  });

  it('the owner may, whatever the roles are, but time out no administrator', async () => {
    const { owner, overlord } = bot.sandbox.members;
    const { id: administrator } = await someone(Permission.Administrator);
    expect(await asked({ byId: owner.id, act: 'kick', targetId: overlord.id })).toBe('may');
    expect(await asked({ byId: owner.id, act: 'ban', targetId: administrator })).toBe('may');
    expect(await asked({ byId: owner.id, act: 'timeout', targetId: administrator })).toContain(
      'lets nobody time out an administrator',
    );
  });

  it('someone who has left can be banned by whoever may ban', async () => {
    const { id } = await someone(Permission.BanMembers);
    const stranger = bot.sandbox.world.users.create({ username: 'stranger' }).id;
    expect(await asked({ byId: id, act: 'ban', targetId: stranger })).toBe('may');
  });

  it('nothing while they are timed out themselves', async () => {
    const { id } = await someone(Permission.BanMembers);
    const until = new Date(Date.now() + 60_000).toISOString();
    bot.sandbox.world.members.update(
      { guildId: bot.sandbox.guildId, userId: id },
      { communication_disabled_until: until },
      deed(),
    );
    const alice = bot.sandbox.members.alice.id;
    await vi.waitFor(async () =>
      expect(await asked({ byId: id, act: 'ban', targetId: alice })).toBe('You are timed out.'),
    );
    const by = await guild().members.fetch(id);
    expect(authorityToModerate(guild(), by)).toMatchObject({ kind: 'may not' });
  });
});

describe('which roles somebody may give', () => {
  it('those below their highest one, whoever gets them', async () => {
    const { id } = await someone(Permission.ManageRoles, 2);
    const { roles, members } = bot.sandbox;
    const give = (roleId: string) =>
      asked({ byId: id, act: 'roles', targetId: members.owner.id, roleId });
    expect(await give(roles.Trusted)).toBe('may');
    expect(await give(roles.Above)).toContain('“Above” is not below your highest role');
    expect(await give(roles.Portcullis)).toContain('belongs to an integration');
    expect(await give('100000000000000000')).toBe('There is no such role.');
  });
});

describe('whose messages somebody may delete', () => {
  it('those where they may manage messages, by the permissions of the channel', async () => {
    const { id, roleId } = await someone(Permission.ManageMessages);
    const { world, channels, members } = bot.sandbox;
    const remove = (channelId: string) =>
      asked({ byId: id, act: 'delete', targetId: members.alice.id, channelId, messageId: '1' });
    expect(await remove(channels.random)).toBe('may');
    world.channels.setOverwrite(
      channels.random,
      {
        id: roleId,
        type: OverwriteType.Role,
        allow: '0',
        deny: Permission.ManageMessages.toString(),
      },
      deed(),
    );
    await vi.waitFor(async () =>
      expect(await remove(channels.random)).toBe(
        'You lack the permission “Manage Messages” in #random.',
      ),
    );
    expect(await remove('100000000000000000')).toContain('cannot see the channel');
  });

  it('their own, but for a whole post it takes “Manage Threads”', async () => {
    const { id } = await someone(Permission.ManageMessages);
    const { world, channels } = bot.sandbox;
    expect(
      await asked({
        byId: id,
        act: 'delete',
        targetId: id,
        channelId: channels.general,
        messageId: '1',
      }),
    ).toBe('may');
    const thread = world.threads.start(
      channels.general,
      { name: 'post', type: ChannelType.PublicThread },
      deed(),
    );
    await vi.waitFor(() => expect(guild().channels.cache.has(thread.id)).toBe(true));
    expect(
      await asked({
        byId: id,
        act: 'delete',
        targetId: id,
        channelId: thread.id,
        messageId: thread.id,
      }),
    ).toContain('“Manage Threads” in #general');
  });
});
