import { PermissionFlagsBits, type APIGuildMember, type APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import type { UserState } from '../../../src/sandbox/world/types.ts';
import { startRest, type RestFixture } from './rest-fixture.ts';

const DAY_MS = 86_400_000;

/** Someone with a role above the bot's, without any permission. */
function addOverlord({ world, guild, asOwner }: RestFixture): UserState {
  const overlord = world.users.create({ username: 'overlord' });
  const above = world.roles.create(guild.id, { name: 'Above', position: 9 }, asOwner);
  world.members.add({ guildId: guild.id, userId: overlord.id }, { roles: [above.id] });
  return overlord;
}

describe('timeouts', () => {
  it('are set, audited with their reason and announced', async () => {
    const { ask, guild, alice, bot, clock, events } = await startRest();
    const until = new Date(clock.now() + DAY_MS).toISOString();
    const { status, body } = await ask(`PATCH /guilds/${guild.id}/members/${alice.id}`, {
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

  it('reach 28 days and no further', async () => {
    const { ask, guild, alice, clock } = await startRest();
    const timeout = (ms: number) =>
      ask(`PATCH /guilds/${guild.id}/members/${alice.id}`, {
        body: { communication_disabled_until: new Date(clock.now() + ms).toISOString() },
      });
    expect((await timeout(28 * DAY_MS)).status).toBe(200);
    expect(await timeout(28 * DAY_MS + 1000)).toMatchObject({ status: 400, body: { code: 50035 } });
  });

  it('are refused for the owner, for administrators and for who stands above', async () => {
    const fixture = await startRest();
    const { ask, guild, owner, world, asOwner, clock } = fixture;
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
      const answer = await ask(`PATCH /guilds/${guild.id}/members/${id}`, { body });
      expect(answer).toMatchObject({ status: 403, body: { code: 50013 } });
    }
  });

  it('are refused from who may not moderate', async () => {
    const { ask, guild, alice, bob } = await startRest();
    const body = { communication_disabled_until: null };
    const answer = await ask(`PATCH /guilds/${guild.id}/members/${bob.id}`, { as: alice, body });
    expect(answer).toMatchObject({ status: 403, body: { code: 50013 } });
  });

  it.each(['tomorrow', 5, {}])('are refused when the time is %j', async (until) => {
    const { ask, guild, alice } = await startRest();
    const body = { communication_disabled_until: until };
    const answer = await ask(`PATCH /guilds/${guild.id}/members/${alice.id}`, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe('kicks', () => {
  it('remove the member, who is told that the guild is gone', async () => {
    const { ask, guild, alice, events } = await startRest();
    const route = `DELETE /guilds/${guild.id}/members/${alice.id}`;
    expect((await ask(route, { headers: { 'x-audit-log-reason': 'bye' } })).status).toBe(204);
    expect(events).toMatchObject([
      { type: 'GUILD_MEMBER_REMOVE', data: { user: { id: alice.id } }, userIds: null },
      { type: 'GUILD_DELETE', data: { id: guild.id }, userIds: [alice.id] },
      { type: 'GUILD_AUDIT_LOG_ENTRY_CREATE', data: { action_type: 20, reason: 'bye' } },
    ]);
    expect(await ask(route)).toMatchObject({ status: 404, body: { code: 10007 } });
  });

  it('are refused upwards', async () => {
    const fixture = await startRest();
    const { ask, guild, owner } = fixture;
    for (const { id } of [owner, addOverlord(fixture)]) {
      const answer = await ask(`DELETE /guilds/${guild.id}/members/${id}`);
      expect(answer).toMatchObject({ status: 403, body: { code: 50013 } });
    }
  });
});

describe('bans', () => {
  it('remove the member, delete their newest messages and keep the reason', async () => {
    const { ask, guild, general, post, alice, bob, clock, events } = await startRest();
    await post(alice, 'old');
    clock.advance(3_600_000);
    const recent = [await post(alice, 'new'), await post(alice, 'newer')];
    await post(bob, 'innocent');
    events.length = 0;
    const { status } = await ask(`PUT /guilds/${guild.id}/bans/${alice.id}`, {
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
    const { body } = await ask<APIMessage[]>(`GET /channels/${general.id}/messages`);
    expect(body.map(({ content }) => content)).toEqual(['innocent', 'old']);
    expect((await ask(`GET /guilds/${guild.id}/bans/${alice.id}`)).body).toMatchObject({
      reason: 'raid',
      user: { id: alice.id },
    });
  });

  it('are lifted once, and unknown after that', async () => {
    const { ask, guild, alice, types } = await startRest();
    await ask(`PUT /guilds/${guild.id}/bans/${alice.id}`, { body: {} });
    expect((await ask(`DELETE /guilds/${guild.id}/bans/${alice.id}`)).status).toBe(204);
    expect(types()).toContain('GUILD_BAN_REMOVE');
    expect(await ask(`DELETE /guilds/${guild.id}/bans/${alice.id}`)).toMatchObject({
      status: 404,
      body: { code: 10026 },
    });
  });

  it('reach people who are no members, but nobody who does not exist', async () => {
    const { ask, guild, world } = await startRest();
    const { id } = world.users.create({ username: 'stranger' });
    expect((await ask(`PUT /guilds/${guild.id}/bans/${id}`, { body: {} })).status).toBe(204);
    expect(await ask(`PUT /guilds/${guild.id}/bans/5`, { body: {} })).toMatchObject({
      status: 404,
      body: { code: 10013 },
    });
    expect((await ask<unknown[]>(`GET /guilds/${guild.id}/bans`)).body).toHaveLength(1);
  });

  it('are refused upwards, from who may not ban, and beyond seven days of messages', async () => {
    const fixture = await startRest();
    const { ask, guild, alice, bob } = fixture;
    const overlord = addOverlord(fixture);
    const put = (id: string, ask_: Parameters<typeof ask>[1]) =>
      ask(`PUT /guilds/${guild.id}/bans/${id}`, ask_);
    expect(await put(overlord.id, { body: {} })).toMatchObject({ body: { code: 50013 } });
    expect(await put(bob.id, { as: alice, body: {} })).toMatchObject({ body: { code: 50013 } });
    const body = { delete_message_seconds: 604_801 };
    expect(await put(bob.id, { body })).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe('member roles', () => {
  it('are given and taken, with GUILD_MEMBER_UPDATE and an audit log entry each', async () => {
    const { ask, guild, alice, world, asOwner, events, eventsOf } = await startRest();
    const { id } = world.roles.create(guild.id, { name: 'Trusted', position: 1 }, asOwner);
    events.length = 0;
    const route = `/guilds/${guild.id}/members/${alice.id}/roles/${id}`;
    expect((await ask(`PUT ${route}`)).status).toBe(204);
    expect((await ask(`PUT ${route}`)).status).toBe(204);
    expect(guild.members.get(alice.id)?.roles).toEqual([id]);
    expect((await ask(`DELETE ${route}`)).status).toBe(204);
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

  it('are refused when they stand above one’s own, belong to a bot or don’t exist', async () => {
    const fixture = await startRest();
    const { ask, guild, alice, world, asOwner } = fixture;
    const above = world.roles.create(guild.id, { name: 'Above', position: 9 }, asOwner);
    const managed = world.roles.create(
      guild.id,
      { name: 'Bot', position: 1, managed: true },
      asOwner,
    );
    const route = `PUT /guilds/${guild.id}/members/${alice.id}/roles`;
    expect(await ask(`${route}/${above.id}`)).toMatchObject({ body: { code: 50013 } });
    expect(await ask(`${route}/${managed.id}`)).toMatchObject({ body: { code: 50013 } });
    expect(await ask(`${route}/${guild.id}`)).toMatchObject({ body: { code: 50028 } });
    expect(await ask(`${route}/1`)).toMatchObject({ status: 404, body: { code: 10011 } });
  });
});

describe('members', () => {
  it('are listed by id in pages, searched by name, and shown one by one', async () => {
    const { ask, guild, alice, bob } = await startRest();
    const ids = (members: APIGuildMember[]): string[] => members.map(({ user }) => user.id);
    const list = await ask<APIGuildMember[]>(`GET /guilds/${guild.id}/members?limit=1000`);
    expect(list.body).toHaveLength(4);
    const after = `GET /guilds/${guild.id}/members?limit=10&after=${alice.id}`;
    expect(ids((await ask<APIGuildMember[]>(after)).body)).toEqual([bob.id]);
    const search = `GET /guilds/${guild.id}/members/search?query=AL&limit=5`;
    expect(ids((await ask<APIGuildMember[]>(search)).body)).toEqual([alice.id]);
    expect((await ask(`GET /guilds/${guild.id}/members/${bob.id}`)).body).toMatchObject({
      user: { username: 'bob' },
    });
  });

  it('are listed to no bot without the intent', async () => {
    const { ask, guild, world } = await startRest();
    const plain = world.users.createBot({ username: 'plain', applicationFlags: 0 as never });
    world.members.add({ guildId: guild.id, userId: plain.id });
    expect(await ask(`GET /guilds/${guild.id}/members`, { as: plain })).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
  });

  it('are renamed by who may, and rename themselves', async () => {
    const { ask, guild, alice, bob } = await startRest();
    const route = `PATCH /guilds/${guild.id}/members`;
    const body = { nick: 'Al' };
    expect((await ask(`${route}/${alice.id}`, { body })).body).toMatchObject(body);
    expect((await ask(`${route}/@me`, { as: bob, body })).body).toMatchObject(body);
    expect(await ask(`${route}/${alice.id}`, { as: bob, body })).toMatchObject({ status: 403 });
  });

  it('are never in voice here: muting is refused with 40032', async () => {
    const { ask, guild, alice, owner } = await startRest();
    const answer = await ask(`PATCH /guilds/${guild.id}/members/${alice.id}`, {
      as: owner,
      body: { mute: true },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 40032 } });
  });
});

describe('the audit log', () => {
  it('is read newest first, by kind and author, by who may', async () => {
    const { ask, guild, alice, bob, bot } = await startRest();
    await ask(`DELETE /guilds/${guild.id}/members/${alice.id}`);
    await ask(`PUT /guilds/${guild.id}/bans/${bob.id}`, { body: {} });
    const read = `GET /guilds/${guild.id}/audit-logs`;
    expect((await ask(`${read}?user_id=${bot.id}`)).body).toMatchObject({
      audit_log_entries: [{ action_type: 22 }, { action_type: 20 }],
    });
    expect((await ask(`${read}?action_type=20&limit=1`)).body).toMatchObject({
      audit_log_entries: [{ action_type: 20, target_id: alice.id }],
    });
    expect(await ask(read, { as: alice })).toMatchObject({ status: 403, body: { code: 50001 } });
  });

  it('takes no reason above 512 characters', async () => {
    const { ask, guild, alice } = await startRest();
    const headers = { 'x-audit-log-reason': 'x'.repeat(513) };
    const answer = await ask(`DELETE /guilds/${guild.id}/members/${alice.id}`, { headers });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(guild.members.has(alice.id)).toBe(true);
  });
});
