import {
  ChannelType,
  PermissionFlagsBits,
  type APIChannel,
  type APIMessage,
  type APIThreadChannel,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import type { UserState } from '../../../../src/sandbox/world/types.ts';
import { startRest, type RestFixture } from './rest-fixture.ts';

async function start(
  { call, general, alice }: RestFixture,
  body: object,
  as: UserState = alice,
): Promise<APIThreadChannel> {
  const route = `POST /channels/${general.id}/threads`;
  const response = await call<APIThreadChannel>(route, { as, body });
  expect(response.status).toBe(201);
  return response.body;
}

describe('starting a thread', () => {
  it('from a message gives it the message’s id, a starter message and its author as a member', async () => {
    const { call, general, post, alice, bob, types, events } = await startRest();
    const { id } = await post(alice, 'topic');
    events.length = 0;
    const route = `POST /channels/${general.id}/messages/${id}/threads`;
    const response = await call<APIThreadChannel>(route, { as: bob, body: { name: 'talk' } });
    expect(response).toMatchObject({
      status: 201,
      body: {
        id,
        type: ChannelType.PublicThread,
        parent_id: general.id,
        owner_id: bob.id,
        member: { user_id: bob.id },
        thread_metadata: { archived: false, locked: false, auto_archive_duration: 1440 },
      },
    });
    expect(types()).toEqual([
      'THREAD_CREATE',
      'THREAD_MEMBERS_UPDATE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
      'MESSAGE_UPDATE',
      'MESSAGE_CREATE',
    ]);
    expect(events[0]).toMatchObject({ data: { id, newly_created: true } });
    const { body } = await call(`GET /channels/${general.id}/messages/${id}`);
    expect(body).toMatchObject({ flags: 32, thread: { id, name: 'talk' } });
    expect(await call(route, { as: bob, body: { name: 'again' } })).toMatchObject({
      status: 400,
      body: { code: 160004 },
    });
  });

  it('from a message has a starter message that cannot be deleted, alone or with others', async () => {
    const { call, general, post, alice } = await startRest();
    const { id } = await post(alice, 'topic');
    await call(`POST /channels/${general.id}/messages/${id}/threads`, { body: { name: 'talk' } });
    const { body: reply } = await call<APIMessage>(`POST /channels/${id}/messages`, {
      body: { content: 'reply' },
    });
    const { body: all } = await call<APIMessage[]>(`GET /channels/${id}/messages`);
    const messages = all.map((message) => message.id);
    expect(messages).toHaveLength(2);
    const refused = { status: 403, body: { code: 50021 } };
    const starterId = messages.find((messageId) => messageId !== reply.id) ?? '';
    expect(await call(`DELETE /channels/${id}/messages/${starterId}`)).toMatchObject(refused);
    const bulk = await call(`POST /channels/${id}/messages/bulk-delete`, { body: { messages } });
    expect(bulk).toMatchObject(refused);
    const { body: left } = await call<APIMessage[]>(`GET /channels/${id}/messages`);
    expect(left).toHaveLength(2);
  });

  it('without a message announces it in the channel', async () => {
    const fixture = await startRest();
    const thread = await start(fixture, { name: 'talk', type: ChannelType.PublicThread });
    const { body } = await fixture.call<APIMessage[]>(
      `GET /channels/${fixture.general.id}/messages`,
    );
    expect(body).toMatchObject([{ type: 18, message_reference: { channel_id: thread.id } }]);
  });

  it('privately shows it only to its members and to anyone with MANAGE_THREADS', async () => {
    const fixture = await startRest();
    const { call, alice, bob, bot } = fixture;
    const thread = await start(fixture, { name: 'secret', type: ChannelType.PrivateThread });
    const see = async (as: UserState) => (await call(`GET /channels/${thread.id}`, { as })).status;
    expect(await see(alice)).toBe(200);
    expect(await see(bot)).toBe(200);
    expect(await see(bob)).toBe(403);
    await call(`PUT /channels/${thread.id}/thread-members/${bob.id}`, { as: alice });
    expect(await see(bob)).toBe(200);
  });

  it('as a forum post gives it tags and a first message with the thread’s id', async () => {
    const { call, world, guild, asOwner, alice, events } = await startRest();
    const tag = { id: '77', name: 'help', moderated: false, emoji_id: null, emoji_name: null };
    const forum = world.channels.create(
      guild.id,
      { name: 'forum', type: ChannelType.GuildForum, available_tags: [tag] },
      asOwner,
    );
    events.length = 0;
    const response = await call<APIThreadChannel & { message: APIMessage }>(
      `POST /channels/${forum.id}/threads`,
      {
        as: alice,
        body: { name: 'help me', applied_tags: ['77'], message: { content: 'how?' } },
      },
    );
    expect(response).toMatchObject({
      status: 201,
      body: { parent_id: forum.id, applied_tags: ['77'], message: { content: 'how?' } },
    });
    expect(response.body.message.id).toBe(response.body.id);
    expect(events.map(({ type }) => type)).toEqual([
      'THREAD_CREATE',
      'THREAD_MEMBERS_UPDATE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
      'MESSAGE_CREATE',
    ]);
    const reply = await call(`POST /channels/${response.body.id}/messages`, {
      body: { content: 'so' },
    });
    expect(reply.status).toBe(200);
    expect((await call(`GET /channels/${response.body.id}`)).body).toMatchObject({
      message_count: 1,
      member_count: 2,
    });
  });

  it('creates no post when the message is rejected', async () => {
    const { call, world, guild, asOwner, alice, events } = await startRest();
    const forum = world.channels.create(
      guild.id,
      { name: 'forum', type: ChannelType.GuildForum },
      asOwner,
    );
    events.length = 0;
    const body = { name: 'help', message: { content: 'x', sticker_ids: ['1'] } };
    const response = await call(`POST /channels/${forum.id}/threads`, { as: alice, body });
    expect(response).toMatchObject({ status: 400, body: { code: 50081 } });
    expect(events).toEqual([]);
    expect((await call(`GET /guilds/${guild.id}/threads/active`)).body).toMatchObject({
      threads: [],
    });
  });

  it('fails in voice channels and without the permission', async () => {
    const { call, world, guild, general, asOwner, alice, denyEveryone } = await startRest();
    const voice = world.channels.create(
      guild.id,
      { name: 'Lounge', type: ChannelType.GuildVoice },
      asOwner,
    );
    const body = { name: 'x', type: ChannelType.PublicThread };
    expect(await call(`POST /channels/${voice.id}/threads`, { as: alice, body })).toMatchObject({
      status: 400,
      body: { code: 50024 },
    });
    denyEveryone(PermissionFlagsBits.CreatePublicThreads);
    expect(await call(`POST /channels/${general.id}/threads`, { as: alice, body })).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
  });
});

describe('archiving and locking', () => {
  it('reopens an archived thread when someone posts, unless it is locked', async () => {
    const fixture = await startRest();
    const { call, alice, bob } = fixture;
    const { id } = await start(fixture, { name: 'talk', type: ChannelType.PublicThread });
    const post = () => call(`POST /channels/${id}/messages`, { as: bob, body: { content: 'x' } });
    await call(`PATCH /channels/${id}`, { as: alice, body: { archived: true } });
    expect((await post()).status).toBe(200);
    expect((await call(`GET /channels/${id}`)).body).toMatchObject({
      thread_metadata: { archived: false },
    });
    await call(`PATCH /channels/${id}`, { body: { archived: true, locked: true } });
    expect(await post()).toMatchObject({ status: 400, body: { code: 160005 } });
  });

  it('is allowed for the thread owner, but locking needs MANAGE_THREADS', async () => {
    const fixture = await startRest();
    const { call, alice, bob, bot } = fixture;
    const { id } = await start(fixture, { name: 'talk', type: ChannelType.PublicThread });
    const patch = async (as: UserState, body: object) =>
      (await call(`PATCH /channels/${id}`, { as, body })).status;
    expect(await patch(bob, { archived: true })).toBe(403);
    expect(await patch(alice, { locked: true })).toBe(403);
    expect(await patch(alice, { name: 'renamed' })).toBe(200);
    expect(await patch(bot, { locked: true })).toBe(200);
  });

  it('lists archived threads newest first, separately from active ones', async () => {
    const fixture = await startRest();
    const { call, guild, general, clock } = fixture;
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      clock.advance(1000);
      const { id } = await start(fixture, { name, type: ChannelType.PublicThread });
      ids.push(id);
    }
    for (const id of ids.slice(0, 2)) {
      clock.advance(1000);
      await call(`PATCH /channels/${id}`, { body: { archived: true } });
    }
    const archived = `GET /channels/${general.id}/threads/archived/public?limit=1`;
    expect((await call(archived)).body).toMatchObject({
      threads: [{ id: ids[1] }],
      has_more: true,
    });
    const active = await call<{ threads: APIChannel[] }>(`GET /guilds/${guild.id}/threads/active`);
    expect(active.body.threads.map(({ id }) => id)).toEqual(ids.slice(2));
  });
});

describe('members and deletion', () => {
  it('joins, leaves and lists, with the guild member on request', async () => {
    const fixture = await startRest();
    const { call, alice, bob, events } = fixture;
    const { id } = await start(fixture, { name: 'talk', type: ChannelType.PublicThread });
    expect((await call(`PUT /channels/${id}/thread-members/@me`, { as: bob })).status).toBe(204);
    expect(events.at(-1)).toMatchObject({
      type: 'THREAD_MEMBERS_UPDATE',
      data: { id, member_count: 2, added_members: [{ user_id: bob.id, member: { nick: null } }] },
    });
    const list = `GET /channels/${id}/thread-members?with_member=true&after=${alice.id}`;
    expect((await call(list)).body).toMatchObject([
      { user_id: bob.id, member: { user: { username: 'bob' } } },
    ]);
    await call(`DELETE /channels/${id}/thread-members/@me`, { as: bob });
    expect(events.at(-1)).toMatchObject({ data: { removed_member_ids: [bob.id] } });
    expect(await call(`GET /channels/${id}/thread-members/${bob.id}`)).toMatchObject({
      status: 404,
    });
  });

  it('removes a deleted thread with its messages', async () => {
    const fixture = await startRest();
    const { call, general, guild, eventsOf } = fixture;
    const { id } = await start(fixture, { name: 'talk', type: ChannelType.PublicThread });
    expect((await call(`DELETE /channels/${id}`)).status).toBe(200);
    expect(eventsOf('THREAD_DELETE')).toMatchObject([
      { data: { id, guild_id: guild.id, parent_id: general.id, type: 11 } },
    ]);
    expect(await call(`GET /channels/${id}`)).toMatchObject({ status: 404, body: { code: 10003 } });
  });
});
