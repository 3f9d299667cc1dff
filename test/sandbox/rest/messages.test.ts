import {
  ChannelType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

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
  it('answers with the message and emits MESSAGE_CREATE with guild and member', async () => {
    const { ask, general, guild, alice, events } = await startRest();
    const answer = await ask<APIMessage>(`POST /channels/${general.id}/messages`, {
      as: alice,
      body: { content: '  hello\n', nonce: 'abc' },
    });
    expect(answer).toMatchObject({
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
      data: { id: answer.body.id, guild_id: guild.id, nonce: 'abc', member: { roles: [] } },
    });
    expect(event?.data).not.toHaveProperty('member.user');
  });

  it('remembers the newest message of the channel and does not keep the nonce', async () => {
    const { ask, general, post, alice } = await startRest();
    const { id } = await post(alice, 'hello');
    expect((await ask(`GET /channels/${general.id}`)).body).toMatchObject({ last_message_id: id });
    const { body } = await ask(`GET /channels/${general.id}/messages/${id}`);
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
  ])('refuses %j with %i', async (body, code) => {
    const { ask, general, events } = await startRest();
    const answer = await ask(`POST /channels/${general.id}/messages`, { body });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(events).toEqual([]);
  });

  it('counts characters, not UTF-16 units: 2000 emoji are not too many', async () => {
    const { ask, general } = await startRest();
    const body = { content: '😀'.repeat(2000) };
    expect((await ask(`POST /channels/${general.id}/messages`, { body })).status).toBe(200);
  });

  it('names length and path of what is too long, as Discord does', async () => {
    const { ask, general } = await startRest();
    const body = { content: 'x'.repeat(2001) };
    expect((await ask(`POST /channels/${general.id}/messages`, { body })).body).toEqual({
      message: 'Invalid Form Body',
      code: 50035,
      errors: {
        content: {
          _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }],
        },
      },
    });
  });

  it('refuses a timed-out member with 50013 until the timeout is over', async () => {
    const { ask, general, guild, alice, clock } = await startRest();
    const until = new Date(clock.now() + 60_000).toISOString();
    await ask(`PATCH /guilds/${guild.id}/members/${alice.id}`, {
      body: { communication_disabled_until: until },
    });
    const post = { as: alice, body: { content: 'hello' } };
    expect(await ask(`POST /channels/${general.id}/messages`, post)).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
    clock.advance(60_001);
    expect((await ask(`POST /channels/${general.id}/messages`, post)).status).toBe(200);
  });

  it('refuses a banned member and a stranger with 50001', async () => {
    const { ask, general, guild, alice } = await startRest();
    await ask(`PUT /guilds/${guild.id}/bans/${alice.id}`, { body: {} });
    const post = { as: alice, body: { content: 'hello' } };
    expect(await ask(`POST /channels/${general.id}/messages`, post)).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
  });

  it('refuses embeds and files where the permission for them is denied', async () => {
    const { ask, general, alice, denyEveryone } = await startRest();
    denyEveryone(PermissionFlagsBits.EmbedLinks);
    const post = { as: alice, body: { embeds: [{ title: 'x' }] } };
    expect(await ask(`POST /channels/${general.id}/messages`, post)).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
  });

  it('gives the first message again for a repeated nonce that is enforced, some minutes long', async () => {
    const { ask, general, clock } = await startRest();
    const send = async (): Promise<string> => {
      const body = { content: 'once', nonce: '42', enforce_nonce: true };
      return (await ask<APIMessage>(`POST /channels/${general.id}/messages`, { body })).body.id;
    };
    const first = await send();
    clock.advance(60_000);
    expect(await send()).toBe(first);
    clock.advance(10 * 60_000);
    expect(await send()).not.toBe(first);
    expect(general.messages.size).toBe(2);
  });

  it('makes slow mode wait with 429 and 20016, but not those who moderate', async () => {
    const { ask, general, alice, owner, clock, world, asOwner } = await startRest();
    world.channels.update(general.id, { rate_limit_per_user: 10 }, asOwner);
    const send = (as = alice) =>
      ask(`POST /channels/${general.id}/messages`, { as, body: { content: 'x' } });
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

  it('refuses a forum and a category', async () => {
    const { ask, world, guild, asOwner } = await startRest();
    for (const [type, code] of [
      [ChannelType.GuildForum, 40058],
      [ChannelType.GuildCategory, 50008],
    ] as const) {
      const channel = world.channels.create(guild.id, { name: 'x', type }, asOwner);
      const answer = await ask(`POST /channels/${channel.id}/messages`, { body: { content: 'x' } });
      expect(answer).toMatchObject({ status: 400, body: { code } });
    }
  });
});

describe('mentions', () => {
  it('lists whom the text names, as far as allowed_mentions lets it', async () => {
    const { ask, general, alice, bob } = await startRest();
    const send = async (allowed_mentions?: object): Promise<string[]> => {
      const body = { content: `<@${alice.id}> and <@!${bob.id}>`, allowed_mentions };
      const answer = await ask<APIMessage>(`POST /channels/${general.id}/messages`, { body });
      return answer.body.mentions.map(({ username }) => username);
    };
    expect(await send()).toEqual(['alice', 'bob']);
    expect(await send({ parse: [] })).toEqual([]);
    expect(await send({ parse: ['users'] })).toEqual(['alice', 'bob']);
    expect(await send({ users: [bob.id] })).toEqual(['bob']);
  });

  it('mentions everyone only for who may', async () => {
    const { ask, general, alice, owner } = await startRest();
    for (const [as, expected] of [
      [alice, false],
      [owner, true],
    ] as const) {
      const { body } = await ask<APIMessage>(`POST /channels/${general.id}/messages`, {
        as,
        body: { content: 'hello @everyone' },
      });
      expect(body.mention_everyone).toBe(expected);
    }
  });
});

describe('replies and forwards', () => {
  it('shows the message replied to as it stands, and null when it is gone', async () => {
    const { ask, general, post, alice, bob } = await startRest();
    const first = await post(alice, 'question');
    const { body: reply } = await ask<APIMessage>(`POST /channels/${general.id}/messages`, {
      as: bob,
      body: { content: 'answer', message_reference: { message_id: first.id } },
    });
    expect(reply).toMatchObject({
      type: MessageType.Reply,
      mentions: [{ id: alice.id }],
      message_reference: { type: 0, message_id: first.id, channel_id: general.id },
      referenced_message: { id: first.id, content: 'question' },
    });
    await ask(`DELETE /channels/${general.id}/messages/${first.id}`);
    const { body } = await ask(`GET /channels/${general.id}/messages/${reply.id}`);
    expect(body).toMatchObject({ referenced_message: null });
  });

  it('makes an ordinary message of a reply to nothing, if told not to fail', async () => {
    const { ask, general } = await startRest();
    const message_reference = { message_id: '1', fail_if_not_exists: false };
    const { status, body } = await ask<APIMessage>(`POST /channels/${general.id}/messages`, {
      body: { content: 'x', message_reference },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: MessageType.Default });
  });

  it('keeps in a forward what the message said then', async () => {
    const { ask, general, guild, world, asOwner, post, alice } = await startRest();
    const random = world.channels.create(
      guild.id,
      { name: 'random', type: ChannelType.GuildText },
      asOwner,
    );
    const first = await post(alice, 'before');
    const { body } = await ask<APIMessage>(`POST /channels/${random.id}/messages`, {
      as: alice,
      body: {
        message_reference: {
          type: MessageReferenceType.Forward,
          message_id: first.id,
          channel_id: general.id,
        },
      },
    });
    await ask(`PATCH /channels/${general.id}/messages/${first.id}`, {
      as: alice,
      body: { content: 'after' },
    });
    const again = await ask<APIMessage>(`GET /channels/${random.id}/messages/${body.id}`);
    expect(again.body).toMatchObject({
      content: '',
      flags: MessageFlags.HasSnapshot,
      message_reference: { type: 1, message_id: first.id, channel_id: general.id },
      message_snapshots: [{ message: { content: 'before' } }],
    });
  });
});

describe('history', () => {
  it('gives the newest first, fifty unless told', async () => {
    const fixture = await startRest();
    const ids = await posted(fixture, 60);
    const { ask, general } = fixture;
    const { body } = await ask<APIMessage[]>(`GET /channels/${general.id}/messages`);
    expect(body.map(({ id }) => id)).toEqual(ids.slice(-50).reverse());
  });

  it.each([
    ['before=:5&limit=3', [4, 3, 2]],
    ['after=:5&limit=3', [8, 7, 6]],
    ['around=:5&limit=5', [7, 6, 5, 4, 3]],
    ['after=0&limit=2', [1, 0]],
    ['before=:0', []],
    ['after=:9', []],
  ])('answers %s with %j', async (query, expected) => {
    const fixture = await startRest();
    const ids = await posted(fixture, 10);
    const { ask, general } = fixture;
    const search = query.replace(/:(\d)/, (_match, index: string) => ids[Number(index)] ?? '');
    const { body } = await ask<APIMessage[]>(`GET /channels/${general.id}/messages?${search}`);
    expect(body.map(({ id }) => ids.indexOf(id))).toEqual(expected);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'before=x'])('refuses %s', async (query) => {
    const { ask, general } = await startRest();
    const answer = await ask(`GET /channels/${general.id}/messages?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
  });

  it('is empty for who may not read it', async () => {
    const { ask, general, post, alice, bob, denyEveryone } = await startRest();
    await post(alice, 'hello');
    denyEveryone(PermissionFlagsBits.ReadMessageHistory);
    const answer = await ask(`GET /channels/${general.id}/messages`, { as: bob });
    expect(answer).toMatchObject({ status: 200, body: [] });
  });

  it('hides what people wrote from a bot without the intent, but not where it is mentioned', async () => {
    const { ask, general, guild, world, post, alice } = await startRest();
    const plain = world.users.createBot({ username: 'plain', applicationFlags: 0 as never });
    world.members.add({ guildId: guild.id, userId: plain.id });
    await post(alice, 'secret');
    await post(alice, `hey <@${plain.id}>`);
    const read = await ask<APIMessage[]>(`GET /channels/${general.id}/messages`, { as: plain });
    expect(read.body.map(({ content }) => content)).toEqual([`hey <@${plain.id}>`, '']);
  });
});

describe('editing', () => {
  it('emits the whole message, with the member', async () => {
    const { ask, general, guild, post, alice, events, clock } = await startRest();
    const { id } = await post(alice, 'before');
    clock.advance(1000);
    const { body } = await ask(`PATCH /channels/${general.id}/messages/${id}`, {
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

  it('refuses others’ content with 50005, and lets moderators hide embeds', async () => {
    const { ask, general, post, alice, bob } = await startRest();
    const { id } = await post(alice, 'mine');
    const edit = (as: typeof bob, body: object) =>
      ask(`PATCH /channels/${general.id}/messages/${id}`, { as, body });
    expect(await edit(bob, { content: 'x' })).toMatchObject({ status: 403, body: { code: 50005 } });
    expect(await edit(bob, { flags: 4 })).toMatchObject({ status: 403, body: { code: 50013 } });
    expect(
      (await ask(`PATCH /channels/${general.id}/messages/${id}`, { body: { flags: 4 } })).body,
    ).toMatchObject({ content: 'mine', flags: 4 });
  });

  it('refuses to leave nothing', async () => {
    const { ask, general, post, alice } = await startRest();
    const { id } = await post(alice, 'mine');
    const body = { content: '' };
    const answer = await ask(`PATCH /channels/${general.id}/messages/${id}`, { as: alice, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 50006 } });
  });
});

describe('deleting', () => {
  it('lets authors and moderators, and writes only the moderator’s into the audit log', async () => {
    const { ask, general, guild, post, alice, bob, bot, events } = await startRest();
    const [mine, other] = [await post(alice, 'a'), await post(alice, 'b')];
    const route = `DELETE /channels/${general.id}/messages`;
    expect(await ask(`${route}/${mine.id}`, { as: bob })).toMatchObject({
      status: 403,
      body: { code: 50013 },
    });
    expect((await ask(`${route}/${mine.id}`, { as: alice })).status).toBe(204);
    const before = guild.auditLog.length;
    expect(events.at(-1)).toMatchObject({
      type: 'MESSAGE_DELETE',
      data: { id: mine.id, channel_id: general.id, guild_id: guild.id },
    });
    const headers = { 'x-audit-log-reason': encodeURIComponent('héllo — rule 3') };
    expect((await ask(`${route}/${other.id}`, { headers })).status).toBe(204);
    expect(guild.auditLog.slice(before)).toMatchObject([
      {
        action_type: 72,
        user_id: bot.id,
        target_id: alice.id,
        reason: 'héllo — rule 3',
        options: { channel_id: general.id, count: '1' },
      },
    ]);
    expect(await ask(`${route}/${other.id}`)).toMatchObject({ status: 404, body: { code: 10008 } });
  });

  it('deletes many with one event, passing over those that are gone', async () => {
    const fixture = await startRest();
    const { ask, general, eventsOf, world } = fixture;
    const ids = await posted(fixture, 3);
    const body = { messages: [...ids.slice(0, 2), world.state.newId()] };
    const { status } = await ask(`POST /channels/${general.id}/messages/bulk-delete`, { body });
    expect(status).toBe(204);
    expect(eventsOf('MESSAGE_DELETE_BULK')).toMatchObject([
      { data: { ids: ids.slice(0, 2), channel_id: general.id } },
    ]);
    expect(general.messages.size).toBe(1);
  });

  it('refuses too few, too many, twice the same and too old ones', async () => {
    const fixture = await startRest();
    const { ask, general, clock } = fixture;
    const ids = await posted(fixture, 3);
    const remove = (messages: readonly string[]) =>
      ask(`POST /channels/${general.id}/messages/bulk-delete`, { body: { messages } });
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
