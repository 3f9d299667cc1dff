import {
  ChannelType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import { NO_FLAGS } from '../../../../src/sandbox/world/messages/flags.ts';
import { startRest, type RestFixture } from './rest-fixture.ts';

const DAY_MS = 86_400_000;

async function posted({ post, clock, alice }: RestFixture, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    clock.advance(1000);
    ids.push((await post(alice, `message ${index}`)).id);
  }
  return ids;
}

describe('posting', () => {
  it('returns the message and emits MESSAGE_CREATE with guild and member', async () => {
    const { call, general, guild, alice, events } = await startRest();
    const response = await call<APIMessage>(`POST /channels/${general.id}/messages`, {
      as: alice,
      body: { content: '  hello\n', nonce: 'abc' },
    });
    expect(response).toMatchObject({
      status: 200,
      body: {
        content: 'hello',
        nonce: 'abc',
        type: MessageType.Default,
        channel_id: general.id,
        author: { id: alice.id, username: 'alice' },
        timestamp: '2026-01-01T00:00:00.000000+00:00',
        edited_timestamp: null,
      },
    });
    const [event] = events;
    expect(event).toMatchObject({
      type: 'MESSAGE_CREATE',
      guildId: guild.id,
      channelId: general.id,
      userIds: null,
      data: { id: response.body.id, guild_id: guild.id, nonce: 'abc', member: { roles: [] } },
    });
    expect(event?.data).not.toHaveProperty('member.user');
  });

  it('updates the channel’s last message and does not store the nonce', async () => {
    const { call, general, post, alice } = await startRest();
    const { id } = await post(alice, 'hello');
    expect((await call(`GET /channels/${general.id}`)).body).toMatchObject({ last_message_id: id });
    const { body } = await call(`GET /channels/${general.id}/messages/${id}`);
    expect(body).not.toHaveProperty('nonce');
  });

  it.each([
    [{}, 50006],
    [{ content: '  ' }, 50006],
    [{ content: 'x'.repeat(2001) }, 50035],
    [{ embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }, 50035],
    [{ embeds: [{ title: 'x'.repeat(257) }] }, 50035],
    [{ embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] }, 50035],
    [{ content: 'x', message_reference: { message_id: '1' } }, 50035],
    [{ sticker_ids: ['1'] }, 50081],
    [{ content: 'x', attachments: [{ id: 0 }] }, 50146],
    [{ content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } }, 50035],
  ])('rejects %j with %i', async (body, code) => {
    const { call, general, events } = await startRest();
    const response = await call(`POST /channels/${general.id}/messages`, { body });
    expect(response).toMatchObject({ status: 400, body: { code } });
    expect(events).toEqual([]);
  });

  it('counts characters, not UTF-16 units: 2,000 emoji are allowed', async () => {
    const { call, general } = await startRest();
    const body = { content: '😀'.repeat(2000) };
    expect((await call(`POST /channels/${general.id}/messages`, { body })).status).toBe(200);
  });

  it('reports the limit and the path of a text that is too long', async () => {
    const { call, general } = await startRest();
    const body = { content: 'x'.repeat(2001) };
    expect((await call(`POST /channels/${general.id}/messages`, { body })).body).toEqual({
      message: 'Invalid Form Body',
      code: 50035,
      errors: {
        content: {
          _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }],
        },
      },
    });
  });

  it('rejects a timed-out member with 50013 until the timeout ends', async () => {
    const { call, general, guild, alice, clock } = await startRest();
    const until = new Date(clock.now() + 60_000).toISOString();
    await call(`PATCH /guilds/${guild.id}/members/${alice.id}`, {
      body: { communication_disabled_until: until },
    });
    const post = { as: alice, body: { content: 'hello' } };
    expect(await call(`POST /channels/${general.id}/messages`, post)).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
    clock.advance(60_001);
    expect((await call(`POST /channels/${general.id}/messages`, post)).status).toBe(200);
  });

  it('rejects a banned member and a non-member with 50001', async () => {
    const { call, general, guild, alice } = await startRest();
    await call(`PUT /guilds/${guild.id}/bans/${alice.id}`, { body: {} });
    const post = { as: alice, body: { content: 'hello' } };
    expect(await call(`POST /channels/${general.id}/messages`, post)).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
  });

  it('rejects embeds and files without the permissions for them', async () => {
    const { call, general, alice, denyEveryone } = await startRest();
    denyEveryone(PermissionFlagsBits.EmbedLinks);
    const post = { as: alice, body: { embeds: [{ title: 'x' }] } };
    expect(await call(`POST /channels/${general.id}/messages`, post)).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
  });

  it('returns the first message for a repeated enforced nonce within five minutes', async () => {
    const { call, general, clock } = await startRest();
    const send = async (): Promise<string> => {
      const body = { content: 'once', nonce: '42', enforce_nonce: true };
      return (await call<APIMessage>(`POST /channels/${general.id}/messages`, { body })).body.id;
    };
    const first = await send();
    clock.advance(60_000);
    expect(await send()).toBe(first);
    clock.advance(10 * 60_000);
    expect(await send()).not.toBe(first);
    expect(general.messages.size).toBe(2);
  });

  it('enforces slowmode with 429 and 20016, except for moderators', async () => {
    const { call, general, alice, owner, clock, world, asOwner } = await startRest();
    world.channels.update(general.id, { rate_limit_per_user: 10 }, asOwner);
    const send = (as = alice) =>
      call(`POST /channels/${general.id}/messages`, { as, body: { content: 'x' } });
    expect((await send()).status).toBe(200);
    clock.advance(4000);
    expect(await send()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '6' },
      body: { code: 20016, retry_after: 6 },
    });
    expect((await send(owner)).status).toBe(200);
    expect((await send(owner)).status).toBe(200);
    clock.advance(6000);
    expect((await send()).status).toBe(200);
  });

  it('rejects forums and categories', async () => {
    const { call, world, guild, asOwner } = await startRest();
    for (const [type, code] of [
      [ChannelType.GuildForum, 40058],
      [ChannelType.GuildCategory, 50008],
    ] as const) {
      const channel = world.channels.create(guild.id, { name: 'x', type }, asOwner);
      const response = await call(`POST /channels/${channel.id}/messages`, {
        body: { content: 'x' },
      });
      expect(response).toMatchObject({ status: 400, body: { code } });
    }
  });
});

describe('mentions', () => {
  it('lists the mentioned users within allowed_mentions', async () => {
    const { call, general, alice, bob } = await startRest();
    const send = async (allowed_mentions?: object): Promise<string[]> => {
      const body = { content: `<@${alice.id}> and <@!${bob.id}>`, allowed_mentions };
      const response = await call<APIMessage>(`POST /channels/${general.id}/messages`, { body });
      return response.body.mentions.map(({ username }) => username);
    };
    expect(await send()).toEqual(['alice', 'bob']);
    expect(await send({ parse: [] })).toEqual([]);
    expect(await send({ parse: ['users'] })).toEqual(['alice', 'bob']);
    expect(await send({ users: [bob.id] })).toEqual(['bob']);
  });

  it('mentions everyone only with the permission', async () => {
    const { call, general, alice, owner } = await startRest();
    for (const [as, expected] of [
      [alice, false],
      [owner, true],
    ] as const) {
      const { body } = await call<APIMessage>(`POST /channels/${general.id}/messages`, {
        as,
        body: { content: 'hello @everyone' },
      });
      expect(body.mention_everyone).toBe(expected);
    }
  });
});

describe('replies and forwards', () => {
  it('includes the current replied-to message, or null when it was deleted', async () => {
    const { call, general, post, alice, bob } = await startRest();
    const first = await post(alice, 'question');
    const { body: reply } = await call<APIMessage>(`POST /channels/${general.id}/messages`, {
      as: bob,
      body: { content: 'answer', message_reference: { message_id: first.id } },
    });
    expect(reply).toMatchObject({
      type: MessageType.Reply,
      mentions: [{ id: alice.id }],
      message_reference: { type: 0, message_id: first.id, channel_id: general.id },
      referenced_message: { id: first.id, content: 'question' },
    });
    await call(`DELETE /channels/${general.id}/messages/${first.id}`);
    const { body } = await call(`GET /channels/${general.id}/messages/${reply.id}`);
    expect(body).toMatchObject({ referenced_message: null });
  });

  it('turns a reply to an unknown message into a regular message with fail_if_not_exists: false', async () => {
    const { call, general } = await startRest();
    const message_reference = { message_id: '1', fail_if_not_exists: false };
    const { status, body } = await call<APIMessage>(`POST /channels/${general.id}/messages`, {
      body: { content: 'x', message_reference },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: MessageType.Default });
  });

  it('keeps the content at the time of forwarding', async () => {
    const { call, general, guild, world, asOwner, post, alice } = await startRest();
    const random = world.channels.create(
      guild.id,
      { name: 'random', type: ChannelType.GuildText },
      asOwner,
    );
    const first = await post(alice, 'before');
    const { body } = await call<APIMessage>(`POST /channels/${random.id}/messages`, {
      as: alice,
      body: {
        message_reference: {
          type: MessageReferenceType.Forward,
          message_id: first.id,
          channel_id: general.id,
        },
      },
    });
    await call(`PATCH /channels/${general.id}/messages/${first.id}`, {
      as: alice,
      body: { content: 'after' },
    });
    const again = await call<APIMessage>(`GET /channels/${random.id}/messages/${body.id}`);
    expect(again.body).toMatchObject({
      content: '',
      flags: MessageFlags.HasSnapshot,
      message_reference: { type: 1, message_id: first.id, channel_id: general.id },
      message_snapshots: [{ message: { content: 'before' } }],
    });
  });
});

describe('history', () => {
  it('returns the newest first, 50 by default', async () => {
    const fixture = await startRest();
    const ids = await posted(fixture, 60);
    const { call, general } = fixture;
    const { body } = await call<APIMessage[]>(`GET /channels/${general.id}/messages`);
    expect(body.map(({ id }) => id)).toEqual(ids.slice(-50).reverse());
  });

  it.each([
    ['before=:5&limit=3', [4, 3, 2]],
    ['after=:5&limit=3', [8, 7, 6]],
    ['around=:5&limit=5', [7, 6, 5, 4, 3]],
    ['after=0&limit=2', [1, 0]],
    ['before=:0', []],
    ['after=:9', []],
  ])('returns for %s the messages %j', async (query, expected) => {
    const fixture = await startRest();
    const ids = await posted(fixture, 10);
    const { call, general } = fixture;
    const search = query.replace(/:(\d)/, (_match, index: string) => ids[Number(index)] ?? '');
    const { body } = await call<APIMessage[]>(`GET /channels/${general.id}/messages?${search}`);
    expect(body.map(({ id }) => ids.indexOf(id))).toEqual(expected);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'before=x'])('rejects %s', async (query) => {
    const { call, general } = await startRest();
    const response = await call(`GET /channels/${general.id}/messages?${query}`);
    expect(response).toMatchObject({ status: 400, body: { code: 50035 } });
  });

  it('is empty without READ_MESSAGE_HISTORY', async () => {
    const { call, general, post, alice, bob, denyEveryone } = await startRest();
    await post(alice, 'hello');
    denyEveryone(PermissionFlagsBits.ReadMessageHistory);
    const response = await call(`GET /channels/${general.id}/messages`, { as: bob });
    expect(response).toMatchObject({ status: 200, body: [] });
  });

  it('hides content from a bot without the intent, except in messages that mention it', async () => {
    const { call, general, guild, world, post, alice, owner } = await startRest();
    const plain = world.users.createBot({
      username: 'plain',
      ownerId: owner.id,
      applicationFlags: NO_FLAGS,
    });
    world.members.add({ guildId: guild.id, userId: plain.id });
    await post(alice, 'secret');
    await post(alice, `hey <@${plain.id}>`);
    const read = await call<APIMessage[]>(`GET /channels/${general.id}/messages`, { as: plain });
    expect(read.body.map(({ content }) => content)).toEqual([`hey <@${plain.id}>`, '']);
  });
});

describe('editing', () => {
  it('emits the full message with the member', async () => {
    const { call, general, guild, post, alice, events, clock } = await startRest();
    const { id } = await post(alice, 'before');
    clock.advance(1000);
    const { body } = await call(`PATCH /channels/${general.id}/messages/${id}`, {
      as: alice,
      body: { content: 'after' },
    });
    const edited = {
      id,
      content: 'after',
      edited_timestamp: '2026-01-01T00:00:01.000000+00:00',
      author: { id: alice.id },
    };
    expect(body).toMatchObject(edited);
    expect(events.at(-1)).toMatchObject({
      type: 'MESSAGE_UPDATE',
      data: { ...edited, guild_id: guild.id, member: { roles: [] }, channel_id: general.id },
    });
  });

  it('rejects edits of other people’s content with 50005, but lets moderators suppress embeds', async () => {
    const { call, general, post, alice, bob } = await startRest();
    const { id } = await post(alice, 'mine');
    const edit = (as: typeof bob, body: object) =>
      call(`PATCH /channels/${general.id}/messages/${id}`, { as, body });
    expect(await edit(bob, { content: 'x' })).toMatchObject({ status: 403, body: { code: 50005 } });
    expect(await edit(bob, { flags: 4 })).toMatchObject({ status: 403, body: { code: 50013 } });
    expect(
      (await call(`PATCH /channels/${general.id}/messages/${id}`, { body: { flags: 4 } })).body,
    ).toMatchObject({ content: 'mine', flags: 4 });
  });

  it('rejects an edit that leaves the message empty', async () => {
    const { call, general, post, alice } = await startRest();
    const { id } = await post(alice, 'mine');
    const body = { content: '' };
    const response = await call(`PATCH /channels/${general.id}/messages/${id}`, {
      as: alice,
      body,
    });
    expect(response).toMatchObject({ status: 400, body: { code: 50006 } });
  });
});

describe('deleting', () => {
  it('is allowed for authors, moderators and bots; only a human moderator’s is in the audit log', async () => {
    const { call, general, guild, post, alice, bob, owner, events } = await startRest();
    const [mine, other, third] = [
      await post(alice, 'a'),
      await post(alice, 'b'),
      await post(alice, 'c'),
    ];
    const route = `DELETE /channels/${general.id}/messages`;
    expect(await call(`${route}/${mine.id}`, { as: bob })).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
    expect((await call(`${route}/${mine.id}`, { as: alice })).status).toBe(204);
    const before = guild.auditLog.length;
    expect(events.at(-1)).toMatchObject({
      type: 'MESSAGE_DELETE',
      data: { id: mine.id, channel_id: general.id, guild_id: guild.id },
    });
    const headers = { 'x-audit-log-reason': encodeURIComponent('héllo — rule 3') };
    expect((await call(`${route}/${third.id}`, { headers })).status).toBe(204);
    expect((await call(`${route}/${other.id}`, { as: owner, headers })).status).toBe(204);
    expect(guild.auditLog.slice(before)).toMatchObject([
      {
        action_type: 72,
        user_id: owner.id,
        target_id: alice.id,
        reason: 'héllo — rule 3',
        options: { channel_id: general.id, count: '1' },
      },
    ]);
    expect(await call(`${route}/${other.id}`)).toMatchObject({
      status: 404,
      body: { code: 10008 },
    });
  });

  it('deletes many messages with one event and ignores deleted ones', async () => {
    const fixture = await startRest();
    const { call, general, eventsOf, world } = fixture;
    const ids = await posted(fixture, 3);
    const body = { messages: [...ids.slice(0, 2), world.state.newId()] };
    const { status } = await call(`POST /channels/${general.id}/messages/bulk-delete`, { body });
    expect(status).toBe(204);
    expect(eventsOf('MESSAGE_DELETE_BULK')).toMatchObject([
      { data: { ids: ids.slice(0, 2), channel_id: general.id } },
    ]);
    expect(general.messages.size).toBe(1);
  });

  it('rejects too few, too many, duplicate and too old messages', async () => {
    const fixture = await startRest();
    const { call, general, clock } = fixture;
    const ids = await posted(fixture, 3);
    const remove = (messages: readonly string[]) =>
      call(`POST /channels/${general.id}/messages/bulk-delete`, { body: { messages } });
    expect(await remove(ids.slice(0, 1))).toMatchObject({ status: 400, body: { code: 50016 } });
    const many = Array.from(
      { length: 101 },
      (_, index) => `${1450000000000000000n + BigInt(index)}`,
    );
    expect(await remove(many)).toMatchObject({ status: 400, body: { code: 50016 } });
    expect(await remove([ids[0] ?? '', ids[0] ?? ''])).toMatchObject({ body: { code: 50035 } });
    clock.advance(14 * DAY_MS + 1);
    expect(await remove(ids)).toMatchObject({ status: 400, body: { code: 50034 } });
    expect(general.messages.size).toBe(3);
  });
});
