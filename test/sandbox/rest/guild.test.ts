import {
  ChannelType,
  PermissionFlagsBits,
  type APIChannel,
  type APIGuild,
  type APIRole,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import { startRest } from './rest-fixture.ts';

describe('the guild', () => {
  it('is shown with roles, and counts when asked', async () => {
    const { ask, guild, owner } = await startRest();
    const { body } = await ask<APIGuild>(`GET /guilds/${guild.id}?with_counts=true`);
    expect(body).toMatchObject({ id: guild.id, owner_id: owner.id, approximate_member_count: 4 });
    expect(body.roles.map(({ name }) => name)).toEqual(['@everyone', 'Portcullis']);
  });

  it('is renamed by who manages it only', async () => {
    const { ask, guild, owner, events } = await startRest();
    const body = { name: 'Renamed' };
    expect(await ask(`PATCH /guilds/${guild.id}`, { body })).toMatchObject({ status: 403 });
    expect((await ask(`PATCH /guilds/${guild.id}`, { as: owner, body })).body).toMatchObject(body);
    expect(events.map(({ type }) => type)).toContain('GUILD_UPDATE');
  });

  it('is hidden from strangers, who may list only their own guilds', async () => {
    const { ask, guild, world } = await startRest();
    const stranger = world.users.create({ username: 'stranger' });
    expect(await ask(`GET /guilds/${guild.id}`, { as: stranger })).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
    expect((await ask('GET /users/@me/guilds', { as: stranger })).body).toEqual([]);
    expect((await ask('GET /users/@me/guilds')).body).toMatchObject([{ id: guild.id }]);
  });

  it('is left by a member', async () => {
    const { ask, guild, alice, types } = await startRest();
    const answer = await ask(`DELETE /users/@me/guilds/${guild.id}`, { as: alice });
    expect(answer.status).toBe(204);
    expect(types()).toEqual(['GUILD_MEMBER_REMOVE', 'GUILD_DELETE']);
  });
});

describe('channels', () => {
  it('are made, changed and deleted, with an event and an audit log entry each', async () => {
    const { ask, guild, types, events } = await startRest();
    const made = await ask<APIChannel>(`POST /guilds/${guild.id}/channels`, {
      body: { name: 'mod-alerts', type: ChannelType.GuildText, topic: 'alerts' },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'mod-alerts', topic: 'alerts', guild_id: guild.id, position: 1 },
    });
    const route = `/channels/${made.body.id}`;
    const changed = await ask(`PATCH ${route}`, { body: { topic: null, rate_limit_per_user: 5 } });
    expect(changed.body).toMatchObject({ topic: null, rate_limit_per_user: 5 });
    expect((await ask(`DELETE ${route}`)).status).toBe(200);
    expect(await ask(`GET ${route}`)).toMatchObject({ status: 404, body: { code: 10003 } });
    expect(types()).toEqual([
      'CHANNEL_CREATE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
      'CHANNEL_UPDATE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
      'CHANNEL_DELETE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
    ]);
    expect(events[3]).toMatchObject({
      data: { changes: [{ key: 'topic', old_value: 'alerts' }, {}] },
    });
  });

  it('are refused to who may not manage them', async () => {
    const { ask, guild, general, alice } = await startRest();
    const body = { name: 'x' };
    for (const route of [
      `POST /guilds/${guild.id}/channels`,
      `PATCH /channels/${general.id}`,
      `DELETE /channels/${general.id}`,
    ]) {
      const answer = await ask(route, { as: alice, body });
      expect(answer).toMatchObject({ status: 403, body: { code: 50013 } });
    }
  });

  it('leave their category when it is deleted', async () => {
    const { ask, guild, world, asOwner } = await startRest();
    const category = world.channels.create(
      guild.id,
      { name: 'cat', type: ChannelType.GuildCategory },
      asOwner,
    );
    const child = world.channels.create(
      guild.id,
      { name: 'child', type: ChannelType.GuildText, parent_id: category.id },
      asOwner,
    );
    await ask(`DELETE /channels/${category.id}`);
    expect((await ask(`GET /channels/${child.id}`)).body).toMatchObject({ parent_id: null });
  });

  it('are hidden by an overwrite: 50001', async () => {
    const { ask, guild, general, alice } = await startRest();
    const deny = PermissionFlagsBits.ViewChannel.toString();
    const route = `/channels/${general.id}/permissions/${guild.id}`;
    expect((await ask(`PUT ${route}`, { body: { type: 0, deny } })).status).toBe(204);
    expect(await ask(`GET /channels/${general.id}`, { as: alice })).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
  });

  it('take no overwrite of permissions one lacks', async () => {
    const { ask, guild, general } = await startRest();
    const allow = PermissionFlagsBits.ManageWebhooks.toString();
    const route = `PUT /channels/${general.id}/permissions/${guild.id}`;
    expect(await ask(route, { body: { type: 0, allow } })).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
  });

  it('tell who is typing', async () => {
    const { ask, general, alice, events } = await startRest();
    expect((await ask(`POST /channels/${general.id}/typing`, { as: alice })).status).toBe(204);
    expect(events).toMatchObject([
      { type: 'TYPING_START', data: { user_id: alice.id, timestamp: 1_767_225_600 } },
    ]);
  });
});

describe('roles', () => {
  it('are made, changed and deleted, and taken from their members', async () => {
    const { ask, guild, alice, types } = await startRest();
    const { body: role } = await ask<APIRole>(`POST /guilds/${guild.id}/roles`, {
      body: { name: 'Muted', permissions: '0', color: 255 },
    });
    expect(role).toMatchObject({ name: 'Muted', permissions: '0', colors: { primary_color: 255 } });
    await ask(`PUT /guilds/${guild.id}/members/${alice.id}/roles/${role.id}`);
    const route = `/guilds/${guild.id}/roles/${role.id}`;
    expect((await ask(`PATCH ${route}`, { body: { name: 'Quiet' } })).body).toMatchObject({
      name: 'Quiet',
      permissions: '0',
    });
    expect((await ask(`DELETE ${route}`)).status).toBe(204);
    expect(guild.members.get(alice.id)?.roles).toEqual([]);
    expect(types().filter((type) => type !== 'GUILD_AUDIT_LOG_ENTRY_CREATE')).toEqual([
      'GUILD_ROLE_CREATE',
      'GUILD_MEMBER_UPDATE',
      'GUILD_ROLE_UPDATE',
      'GUILD_ROLE_DELETE',
      'GUILD_MEMBER_UPDATE',
    ]);
  });

  it('get no permission their maker lacks, and none above is touched', async () => {
    const { ask, guild, world, asOwner } = await startRest();
    const permissions = PermissionFlagsBits.Administrator.toString();
    expect(
      await ask(`POST /guilds/${guild.id}/roles`, { body: { name: 'x', permissions } }),
    ).toMatchObject({ status: 403, body: { code: 50013 } });
    const above = world.roles.create(guild.id, { name: 'Above', position: 9 }, asOwner);
    expect(
      await ask(`PATCH /guilds/${guild.id}/roles/${above.id}`, { body: { name: 'x' } }),
    ).toMatchObject({ status: 403, body: { code: 50013 } });
  });
});
