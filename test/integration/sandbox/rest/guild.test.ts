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
  it('includes roles, and counts on request', async () => {
    const { call, guild, owner } = await startRest();
    const { body } = await call<APIGuild>(`GET /guilds/${guild.id}?with_counts=true`);
    expect(body).toMatchObject({ id: guild.id, owner_id: owner.id, approximate_member_count: 4 });
    expect(body.roles.map(({ name }) => name)).toEqual(['@everyone', 'Portcullis']);
  });

  it('can be renamed only with MANAGE_GUILD', async () => {
    const { call, guild, owner, events } = await startRest();
    const body = { name: 'Renamed' };
    expect(await call(`PATCH /guilds/${guild.id}`, { body })).toMatchObject({ status: 403 });
    expect((await call(`PATCH /guilds/${guild.id}`, { as: owner, body })).body).toMatchObject(body);
    expect(events.map(({ type }) => type)).toContain('GUILD_UPDATE');
  });

  it('has a preferred locale that can be changed to any of Discord’s', async () => {
    const { call, guild, owner, events } = await startRest();
    const route = `PATCH /guilds/${guild.id}`;
    const body = { preferred_locale: 'ja' };
    expect((await call(route, { as: owner, body })).body).toMatchObject(body);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'GUILD_UPDATE', data: expect.objectContaining(body) }),
    );
    const unknown = { preferred_locale: 'tlh' };
    expect(await call(route, { as: owner, body: unknown })).toMatchObject({ status: 400 });
  });

  it('is hidden from non-members, who can list only their own guilds', async () => {
    const { call, guild, world } = await startRest();
    const stranger = world.users.create({ username: 'stranger' });
    expect(await call(`GET /guilds/${guild.id}`, { as: stranger })).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
    expect((await call('GET /users/@me/guilds', { as: stranger })).body).toEqual([]);
    expect((await call('GET /users/@me/guilds')).body).toMatchObject([{ id: guild.id }]);
  });

  it('can be left by a member', async () => {
    const { call, guild, alice, types } = await startRest();
    const response = await call(`DELETE /users/@me/guilds/${guild.id}`, { as: alice });
    expect(response.status).toBe(204);
    expect(types()).toEqual(['GUILD_MEMBER_REMOVE', 'GUILD_DELETE']);
  });
});

describe('incident actions', () => {
  it('pause invites and direct messages, one at a time, and announce it', async () => {
    const { call, guild, owner, clock, eventsOf } = await startRest();
    const route = `PUT /guilds/${guild.id}/incident-actions`;
    const until = new Date(clock.now() + 3_600_000).toISOString();
    const paused = await call(route, { as: owner, body: { invites_disabled_until: until } });
    expect(paused).toMatchObject({
      status: 200,
      body: { invites_disabled_until: until, dms_disabled_until: null },
    });
    const both = await call(route, { as: owner, body: { dms_disabled_until: until } });
    const data = { invites_disabled_until: until, dms_disabled_until: until };
    expect(both.body).toEqual(data);
    expect((await call<APIGuild>(`GET /guilds/${guild.id}`)).body.incidents_data).toEqual(data);
    expect(eventsOf('GUILD_UPDATE').at(-1)).toMatchObject({ data: { incidents_data: data } });
    const resumed = await call(route, { as: owner, body: { invites_disabled_until: null } });
    expect(resumed.body).toEqual({ ...data, invites_disabled_until: null });
  });

  it('need MANAGE_GUILD', async () => {
    const { call, guild } = await startRest();
    const body = { invites_disabled_until: null };
    expect(await call(`PUT /guilds/${guild.id}/incident-actions`, { body })).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
  });

  it('last at most 24 hours', async () => {
    const { call, guild, owner, clock } = await startRest();
    const inHours = (hours: number) => new Date(clock.now() + hours * 3_600_000).toISOString();
    const set = (hours: number) =>
      call(`PUT /guilds/${guild.id}/incident-actions`, {
        as: owner,
        body: { dms_disabled_until: inHours(hours) },
      });
    expect((await set(24)).status).toBe(200);
    expect(await set(25)).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe('channels', () => {
  it('are created, changed and deleted, each with an event and an audit log entry', async () => {
    const { call, guild, types, events } = await startRest();
    const made = await call<APIChannel>(`POST /guilds/${guild.id}/channels`, {
      body: { name: 'mod-alerts', type: ChannelType.GuildText, topic: 'alerts' },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'mod-alerts', topic: 'alerts', guild_id: guild.id, position: 1 },
    });
    const route = `/channels/${made.body.id}`;
    const changed = await call(`PATCH ${route}`, { body: { topic: null, rate_limit_per_user: 5 } });
    expect(changed.body).toMatchObject({ topic: null, rate_limit_per_user: 5 });
    expect((await call(`DELETE ${route}`)).status).toBe(200);
    expect(await call(`GET ${route}`)).toMatchObject({ status: 404, body: { code: 10003 } });
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

  it('can’t be managed without the permission', async () => {
    const { call, guild, general, alice } = await startRest();
    const body = { name: 'x' };
    for (const route of [
      `POST /guilds/${guild.id}/channels`,
      `PATCH /channels/${general.id}`,
      `DELETE /channels/${general.id}`,
    ]) {
      const response = await call(route, { as: alice, body });
      expect(response).toMatchObject({ status: 403, body: { code: 50013 } });
    }
  });

  it('are created with overwrites only of permissions that the member has', async () => {
    const { call, guild, world, asOwner, alice } = await startRest();
    const { ManageChannels, ViewChannel, BanMembers } = PermissionFlagsBits;
    const role = world.roles.create(
      guild.id,
      { name: 'Builder', permissions: ManageChannels | ViewChannel },
      asOwner,
    );
    world.members.addRole({ guildId: guild.id, userId: alice.id }, role.id, asOwner);
    const create = (allow: bigint) =>
      call(`POST /guilds/${guild.id}/channels`, {
        as: alice,
        body: {
          name: 'x',
          permission_overwrites: [{ id: guild.id, type: 0, allow: allow.toString() }],
        },
      });
    expect(await create(ViewChannel)).toMatchObject({ status: 201 });
    expect(await create(BanMembers)).toMatchObject({ status: 403, body: { code: 50013 } });
  });

  it('lose their parent when the category is deleted', async () => {
    const { call, guild, world, asOwner } = await startRest();
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
    await call(`DELETE /channels/${category.id}`);
    expect((await call(`GET /channels/${child.id}`)).body).toMatchObject({ parent_id: null });
  });

  it('are hidden by an overwrite, with 50001', async () => {
    const { call, guild, general, alice } = await startRest();
    const deny = PermissionFlagsBits.ViewChannel.toString();
    const route = `/channels/${general.id}/permissions/${guild.id}`;
    expect((await call(`PUT ${route}`, { body: { type: 0, deny } })).status).toBe(204);
    expect(await call(`GET /channels/${general.id}`, { as: alice })).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
  });

  it('reject overwrites of permissions the actor lacks', async () => {
    const { call, guild, general } = await startRest();
    const allow = PermissionFlagsBits.ManageWebhooks.toString();
    const route = `PUT /channels/${general.id}/permissions/${guild.id}`;
    expect(await call(route, { body: { type: 0, allow } })).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
  });

  it('emit who is typing', async () => {
    const { call, general, alice, events } = await startRest();
    expect((await call(`POST /channels/${general.id}/typing`, { as: alice })).status).toBe(204);
    expect(events).toMatchObject([
      { type: 'TYPING_START', data: { user_id: alice.id, timestamp: 1_767_225_600 } },
    ]);
  });
});

describe('roles', () => {
  it('are created, changed and deleted, and removed from their members', async () => {
    const { call, guild, alice, types } = await startRest();
    const { body: role } = await call<APIRole>(`POST /guilds/${guild.id}/roles`, {
      body: { name: 'Muted', permissions: '0', color: 255 },
    });
    expect(role).toMatchObject({ name: 'Muted', permissions: '0', colors: { primary_color: 255 } });
    await call(`PUT /guilds/${guild.id}/members/${alice.id}/roles/${role.id}`);
    const route = `/guilds/${guild.id}/roles/${role.id}`;
    expect((await call(`PATCH ${route}`, { body: { name: 'Quiet' } })).body).toMatchObject({
      name: 'Quiet',
      permissions: '0',
    });
    expect((await call(`DELETE ${route}`)).status).toBe(204);
    expect(guild.members.get(alice.id)?.roles).toEqual([]);
    expect(types().filter((type) => type !== 'GUILD_AUDIT_LOG_ENTRY_CREATE')).toEqual([
      'GUILD_ROLE_CREATE',
      'GUILD_MEMBER_UPDATE',
      'GUILD_ROLE_UPDATE',
      'GUILD_ROLE_DELETE',
      'GUILD_MEMBER_UPDATE',
    ]);
  });

  it('can’t get permissions their editor lacks, and higher roles can’t be changed', async () => {
    const { call, guild, world, asOwner } = await startRest();
    const permissions = PermissionFlagsBits.Administrator.toString();
    expect(
      await call(`POST /guilds/${guild.id}/roles`, { body: { name: 'x', permissions } }),
    ).toMatchObject({ status: 403, body: { code: 50013 } });
    const above = world.roles.create(guild.id, { name: 'Above', position: 9 }, asOwner);
    expect(
      await call(`PATCH /guilds/${guild.id}/roles/${above.id}`, { body: { name: 'x' } }),
    ).toMatchObject({ status: 403, body: { code: 50013 } });
  });
});
