import { PermissionFlagsBits, type APIGuildMember, type APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import type { UserState } from '../../../../src/sandbox/world/types.ts';
import { NO_FLAGS } from '../../../../src/sandbox/world/messages/flags.ts';
import { startRest, type RestFixture } from './rest-fixture.ts';

const DAY_MS = 86_400_000;

/** A member with a role above the bot's, without any permission. */
function addOverlord({ world, guild, asOwner }: RestFixture): UserState {
  const overlord = world.users.create({ username: 'overlord' });
  const above = world.roles.create(guild.id, { name: 'Above', position: 9 }, asOwner);
  world.members.add({ guildId: guild.id, userId: overlord.id }, { roles: [above.id] });
  return overlord;
}

describe('timeouts', () => {
  it('are set, logged with their reason and emitted', async () => {
    const { call, guild, alice, bot, clock, events } = await startRest();
    const until = new Date(clock.now() + DAY_MS).toISOString();
    const { status, body } = await call(`PATCH /guilds/${guild.id}/members/${alice.id}`, {
      body: { communication_disabled_until: until },
      headers: { 'x-audit-log-reason': 'spam' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ communication_disabled_until: until, user: { id: alice.id } });
    expect(events).toMatchObject([
      {
        type: 'GUILD_MEMBER_UPDATE',
        data: { guild_id: guild.id, communication_disabled_until: until },
      },
      {
        type: 'GUILD_AUDIT_LOG_ENTRY_CREATE',
        data: {
          guild_id: guild.id,
          action_type: 24,
          user_id: bot.id,
          target_id: alice.id,
          reason: 'spam',
          changes: [{ key: 'communication_disabled_until', new_value: until }],
        },
      },
    ]);
  });

  it('are limited to 28 days', async () => {
    const { call, guild, alice, clock } = await startRest();
    const timeout = (ms: number) =>
      call(`PATCH /guilds/${guild.id}/members/${alice.id}`, {
        body: { communication_disabled_until: new Date(clock.now() + ms).toISOString() },
      });
    expect((await timeout(28 * DAY_MS)).status).toBe(200);
    expect(await timeout(28 * DAY_MS + 1000)).toMatchObject({ status: 400, body: { code: 50035 } });
  });

  it('are rejected for the owner, for administrators and for members with a higher role', async () => {
    const fixture = await startRest();
    const { call, guild, owner, world, asOwner, clock } = fixture;
    const overlord = addOverlord(fixture);
    const admin = world.users.create({ username: 'admin' });
    const { id: adminRole } = world.roles.create(
      guild.id,
      { name: 'Admin', permissions: PermissionFlagsBits.Administrator, position: 1 },
      asOwner,
    );
    world.members.add({ guildId: guild.id, userId: admin.id }, { roles: [adminRole] });
    const body = { communication_disabled_until: new Date(clock.now() + 1000).toISOString() };
    for (const { id } of [owner, overlord, admin]) {
      const response = await call(`PATCH /guilds/${guild.id}/members/${id}`, { body });
      expect(response).toMatchObject({ status: 403, body: { code: 50013 } });
    }
  });

  it('are rejected without the permission', async () => {
    const { call, guild, alice, bob } = await startRest();
    const body = { communication_disabled_until: null };
    const response = await call(`PATCH /guilds/${guild.id}/members/${bob.id}`, { as: alice, body });
    expect(response).toMatchObject({ status: 403, body: { code: 50013 } });
  });

  it.each(['tomorrow', 5, {}])('are rejected when the time is %j', async (until) => {
    const { call, guild, alice } = await startRest();
    const body = { communication_disabled_until: until };
    const response = await call(`PATCH /guilds/${guild.id}/members/${alice.id}`, { body });
    expect(response).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe('kicks', () => {
  it('remove the member, who receives GUILD_DELETE', async () => {
    const { call, guild, alice, events } = await startRest();
    const route = `DELETE /guilds/${guild.id}/members/${alice.id}`;
    expect((await call(route, { headers: { 'x-audit-log-reason': 'bye' } })).status).toBe(204);
    expect(events).toMatchObject([
      { type: 'GUILD_MEMBER_REMOVE', data: { user: { id: alice.id } }, userIds: null },
      { type: 'GUILD_DELETE', data: { id: guild.id }, userIds: [alice.id] },
      { type: 'GUILD_AUDIT_LOG_ENTRY_CREATE', data: { action_type: 20, reason: 'bye' } },
    ]);
    expect(await call(route)).toMatchObject({ status: 404, body: { code: 10007 } });
  });

  it('are rejected for members with a higher role', async () => {
    const fixture = await startRest();
    const { call, guild, owner } = fixture;
    for (const { id } of [owner, addOverlord(fixture)]) {
      const response = await call(`DELETE /guilds/${guild.id}/members/${id}`);
      expect(response).toMatchObject({ status: 403, body: { code: 50013 } });
    }
  });
});

describe('bans', () => {
  it('remove the member, delete their recent messages and store the reason', async () => {
    const { call, guild, general, post, alice, bob, clock, events } = await startRest();
    await post(alice, 'old');
    clock.advance(3_600_000);
    const recent = [await post(alice, 'new'), await post(alice, 'newer')];
    await post(bob, 'innocent');
    events.length = 0;
    const { status } = await call(`PUT /guilds/${guild.id}/bans/${alice.id}`, {
      body: { delete_message_seconds: 600 },
      headers: { 'x-audit-log-reason': 'raid' },
    });
    expect(status).toBe(204);
    expect(events).toMatchObject([
      { type: 'GUILD_MEMBER_REMOVE' },
      { type: 'GUILD_DELETE' },
      { type: 'GUILD_BAN_ADD', data: { guild_id: guild.id, user: { id: alice.id } } },
      { type: 'MESSAGE_DELETE_BULK', data: { ids: recent.map(({ id }) => id) } },
      { type: 'GUILD_AUDIT_LOG_ENTRY_CREATE', data: { action_type: 22, reason: 'raid' } },
    ]);
    const { body } = await call<APIMessage[]>(`GET /channels/${general.id}/messages`);
    expect(body.map(({ content }) => content)).toEqual(['innocent', 'old']);
    expect((await call(`GET /guilds/${guild.id}/bans/${alice.id}`)).body).toMatchObject({
      reason: 'raid',
      user: { id: alice.id },
    });
  });

  it('are removed once and unknown afterwards', async () => {
    const { call, guild, alice, types } = await startRest();
    await call(`PUT /guilds/${guild.id}/bans/${alice.id}`, { body: {} });
    expect((await call(`DELETE /guilds/${guild.id}/bans/${alice.id}`)).status).toBe(204);
    expect(types()).toContain('GUILD_BAN_REMOVE');
    expect(await call(`DELETE /guilds/${guild.id}/bans/${alice.id}`)).toMatchObject({
      status: 404,
      body: { code: 10026 },
    });
  });

  it('work for non-members, but not for unknown users', async () => {
    const { call, guild, world } = await startRest();
    const { id } = world.users.create({ username: 'stranger' });
    expect((await call(`PUT /guilds/${guild.id}/bans/${id}`, { body: {} })).status).toBe(204);
    expect(await call(`PUT /guilds/${guild.id}/bans/5`, { body: {} })).toMatchObject({
      status: 404,
      body: { code: 10013 },
    });
    expect((await call<unknown[]>(`GET /guilds/${guild.id}/bans`)).body).toHaveLength(1);
  });

  it('are rejected for higher roles, without the permission, and for more than seven days of messages', async () => {
    const fixture = await startRest();
    const { call, guild, alice, bob } = fixture;
    const overlord = addOverlord(fixture);
    const put = (id: string, options: Parameters<typeof call>[1]) =>
      call(`PUT /guilds/${guild.id}/bans/${id}`, options);
    expect(await put(overlord.id, { body: {} })).toMatchObject({ body: { code: 50013 } });
    expect(await put(bob.id, { as: alice, body: {} })).toMatchObject({ body: { code: 50013 } });
    const body = { delete_message_seconds: 604_801 };
    expect(await put(bob.id, { body })).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe('bulk bans', () => {
  it('ban members and others, with one reason, and name those they could not ban', async () => {
    const { call, guild, owner, alice, bob, world, eventsOf } = await startRest();
    const { id: stranger } = world.users.create({ username: 'stranger' });
    await call(`PUT /guilds/${guild.id}/bans/${bob.id}`, { body: {} });
    const { status, body } = await call(`POST /guilds/${guild.id}/bulk-ban`, {
      as: owner,
      body: { user_ids: [alice.id, bob.id, stranger, '5', owner.id] },
      headers: { 'x-audit-log-reason': 'raid' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      banned_users: [alice.id, stranger],
      failed_users: [bob.id, '5', owner.id],
    });
    expect(eventsOf('GUILD_BAN_ADD')).toHaveLength(3);
    expect(eventsOf('GUILD_AUDIT_LOG_ENTRY_CREATE').slice(-2)).toMatchObject([
      { data: { action_type: 22, target_id: alice.id, reason: 'raid' } },
      { data: { action_type: 22, target_id: stranger, reason: 'raid' } },
    ]);
  });

  it('fail if nobody could be banned', async () => {
    const { call, guild, owner } = await startRest();
    const body = { user_ids: ['5'] };
    const response = await call(`POST /guilds/${guild.id}/bulk-ban`, { as: owner, body });
    expect(response).toMatchObject({ status: 400, body: { code: 500000 } });
  });

  it('need MANAGE_GUILD as well, and take at most 200 users', async () => {
    const { call, guild, owner, alice } = await startRest();
    const route = `POST /guilds/${guild.id}/bulk-ban`;
    const body = { user_ids: [alice.id] };
    expect(await call(route, { body })).toMatchObject({ status: 403, body: { code: 50013 } });
    const many = { user_ids: Array.from({ length: 201 }, (_, index) => String(index + 1)) };
    expect(await call(route, { as: owner, body: many })).toMatchObject({ body: { code: 50035 } });
  });
});

describe('member roles', () => {
  it('are added and removed, each with GUILD_MEMBER_UPDATE and an audit log entry', async () => {
    const { call, guild, alice, world, asOwner, events, eventsOf } = await startRest();
    const { id } = world.roles.create(guild.id, { name: 'Trusted', position: 1 }, asOwner);
    events.length = 0;
    const route = `/guilds/${guild.id}/members/${alice.id}/roles/${id}`;
    expect((await call(`PUT ${route}`)).status).toBe(204);
    expect((await call(`PUT ${route}`)).status).toBe(204);
    expect(guild.members.get(alice.id)?.roles).toEqual([id]);
    expect((await call(`DELETE ${route}`)).status).toBe(204);
    expect(guild.members.get(alice.id)?.roles).toEqual([]);
    const entries = eventsOf('GUILD_AUDIT_LOG_ENTRY_CREATE');
    expect(entries).toMatchObject([
      {
        data: { action_type: 25, changes: [{ key: '$add', new_value: [{ id, name: 'Trusted' }] }] },
      },
      { data: { action_type: 25, changes: [{ key: '$remove' }] } },
    ]);
    expect(eventsOf('GUILD_MEMBER_UPDATE')).toHaveLength(2);
  });

  it('are rejected when they are higher than the actor’s, managed or unknown', async () => {
    const fixture = await startRest();
    const { call, guild, alice, world, asOwner } = fixture;
    const above = world.roles.create(guild.id, { name: 'Above', position: 9 }, asOwner);
    const managed = world.roles.create(
      guild.id,
      { name: 'Bot', position: 1, managed: true },
      asOwner,
    );
    const route = `PUT /guilds/${guild.id}/members/${alice.id}/roles`;
    expect(await call(`${route}/${above.id}`)).toMatchObject({ body: { code: 50013 } });
    expect(await call(`${route}/${managed.id}`)).toMatchObject({ body: { code: 50013 } });
    expect(await call(`${route}/${guild.id}`)).toMatchObject({ body: { code: 50028 } });
    expect(await call(`${route}/1`)).toMatchObject({ status: 404, body: { code: 10011 } });
  });
});

describe('members', () => {
  it('are listed by id in pages, searched by name and fetched by id', async () => {
    const { call, guild, alice, bob } = await startRest();
    const ids = (members: APIGuildMember[]): string[] => members.map(({ user }) => user.id);
    const list = await call<APIGuildMember[]>(`GET /guilds/${guild.id}/members?limit=1000`);
    expect(list.body).toHaveLength(4);
    const after = `GET /guilds/${guild.id}/members?limit=10&after=${alice.id}`;
    expect(ids((await call<APIGuildMember[]>(after)).body)).toEqual([bob.id]);
    const search = `GET /guilds/${guild.id}/members/search?query=AL&limit=5`;
    expect(ids((await call<APIGuildMember[]>(search)).body)).toEqual([alice.id]);
    expect((await call(`GET /guilds/${guild.id}/members/${bob.id}`)).body).toMatchObject({
      user: { username: 'bob' },
    });
  });

  it('can’t be listed by a bot without the intent', async () => {
    const { call, guild, world, owner } = await startRest();
    const plain = world.users.createBot({
      username: 'plain',
      ownerId: owner.id,
      applicationFlags: NO_FLAGS,
    });
    world.members.add({ guildId: guild.id, userId: plain.id });
    expect(await call(`GET /guilds/${guild.id}/members`, { as: plain })).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
  });

  it('can be renamed with the permission, and can rename themselves', async () => {
    const { call, guild, alice, bob } = await startRest();
    const route = `PATCH /guilds/${guild.id}/members`;
    const body = { nick: 'Al' };
    expect((await call(`${route}/${alice.id}`, { body })).body).toMatchObject(body);
    expect((await call(`${route}/@me`, { as: bob, body })).body).toMatchObject(body);
    expect(await call(`${route}/${alice.id}`, { as: bob, body })).toMatchObject({ status: 403 });
  });

  it('are never in voice, so muting fails with 40032', async () => {
    const { call, guild, alice, owner } = await startRest();
    const response = await call(`PATCH /guilds/${guild.id}/members/${alice.id}`, {
      as: owner,
      body: { mute: true },
    });
    expect(response).toMatchObject({ status: 400, body: { code: 40032 } });
  });
});

describe('the audit log', () => {
  it('is listed newest first, filtered by type and user, with the permission', async () => {
    const { call, guild, alice, bob, bot } = await startRest();
    await call(`DELETE /guilds/${guild.id}/members/${alice.id}`);
    await call(`PUT /guilds/${guild.id}/bans/${bob.id}`, { body: {} });
    const read = `GET /guilds/${guild.id}/audit-logs`;
    expect((await call(`${read}?user_id=${bot.id}`)).body).toMatchObject({
      audit_log_entries: [{ action_type: 22 }, { action_type: 20 }],
    });
    expect((await call(`${read}?action_type=20&limit=1`)).body).toMatchObject({
      audit_log_entries: [{ action_type: 20, target_id: alice.id }],
    });
    expect(await call(read, { as: alice })).toMatchObject({ status: 403, body: { code: 50001 } });
  });

  it('rejects a reason above 512 characters', async () => {
    const { call, guild, alice } = await startRest();
    const headers = { 'x-audit-log-reason': 'x'.repeat(513) };
    const response = await call(`DELETE /guilds/${guild.id}/members/${alice.id}`, { headers });
    expect(response).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(guild.members.has(alice.id)).toBe(true);
  });
});
