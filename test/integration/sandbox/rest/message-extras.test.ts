import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import { startRest } from './rest-fixture.ts';

const THUMB = encodeURIComponent('👍');

describe('reactions', () => {
  it('are counted, emitted, listed and removed', async () => {
    const { call, general, guild, post, alice, bob, events } = await startRest();
    const { id } = await post(alice, 'hello');
    events.length = 0;
    const route = `/channels/${general.id}/messages/${id}/reactions`;
    expect((await call(`PUT ${route}/${THUMB}/@me`, { as: bob })).status).toBe(204);
    await call(`PUT ${route}/${THUMB}/@me`);
    await call(`PUT ${route}/${THUMB}/@me`);
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      type: 'MESSAGE_REACTION_ADD',
      data: {
        user_id: bob.id,
        guild_id: guild.id,
        message_author_id: alice.id,
        member: { user: { id: bob.id } },
        emoji: { id: null, name: '👍' },
      },
    });
    const message = async (as = alice) =>
      (await call<APIMessage>(`GET /channels/${general.id}/messages/${id}`, { as })).body;
    expect((await message()).reactions).toMatchObject([{ count: 2, me: false }]);
    expect((await message(bob)).reactions).toMatchObject([{ count: 2, me: true }]);
    expect((await call(`GET ${route}/${THUMB}?limit=1`)).body).toHaveLength(1);
    await call(`DELETE ${route}/${THUMB}/@me`, { as: bob });
    await call(`DELETE ${route}`);
    expect(await message()).not.toHaveProperty('reactions');
    expect(events.slice(2).map(({ type }) => type)).toEqual([
      'MESSAGE_REACTION_REMOVE',
      'MESSAGE_REACTION_REMOVE_ALL',
    ]);
  });

  it.each(['x', '7', 'name:123', 'ab', '👍👍'])(
    'reject %s as an emoji with 10014',
    async (word) => {
      const { call, general, post, alice } = await startRest();
      const { id } = await post(alice, 'hello');
      const emoji = encodeURIComponent(word);
      const route = `PUT /channels/${general.id}/messages/${id}/reactions/${emoji}/@me`;
      expect(await call(route)).toMatchObject({ status: 400, body: { code: 10014 } });
    },
  );

  it.each(['👍', '❤️', '❤', '👩‍👩‍👧', '🇦🇹', '7️⃣', '👋🏽', '🏴‍☠️'])('accept %s', async (word) => {
    const { call, general, post, alice } = await startRest();
    const { id } = await post(alice, 'hello');
    const emoji = encodeURIComponent(word);
    const route = `PUT /channels/${general.id}/messages/${id}/reactions/${emoji}/@me`;
    expect((await call(route)).status).toBe(204);
  });

  it('accept a guild emoji by name and id', async () => {
    const { call, general, guild, world, post, alice } = await startRest();
    const { id } = await post(alice, 'hello');
    const emoji = world.guilds.addEmoji(guild.id, 'blob');
    const word = encodeURIComponent(`blob:${emoji.id}`);
    await call(`PUT /channels/${general.id}/messages/${id}/reactions/${word}/@me`);
    const { body } = await call<APIMessage>(`GET /channels/${general.id}/messages/${id}`);
    expect(body.reactions).toMatchObject([{ emoji: { id: emoji.id, name: 'blob' } }]);
  });

  it('of other users can be removed only by moderators', async () => {
    const { call, general, post, alice, bob } = await startRest();
    const { id } = await post(alice, 'hello');
    const route = `/channels/${general.id}/messages/${id}/reactions/${THUMB}`;
    await call(`PUT ${route}/@me`, { as: alice });
    expect(await call(`DELETE ${route}/${alice.id}`, { as: bob })).toMatchObject({ status: 403 });
    expect((await call(`DELETE ${route}/${alice.id}`)).status).toBe(204);
  });
});

describe('pins', () => {
  it.each([
    ['pins', 'pins'],
    ['messages/pins', 'messages/pins'],
  ])('are added and removed by the route %s', async (path) => {
    const { call, general, post, alice, types, events } = await startRest();
    const { id } = await post(alice, 'hello');
    events.length = 0;
    expect((await call(`PUT /channels/${general.id}/${path}/${id}`)).status).toBe(204);
    expect(types()).toEqual([
      'MESSAGE_UPDATE',
      'CHANNEL_PINS_UPDATE',
      'MESSAGE_CREATE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
    ]);
    expect((await call(`GET /channels/${general.id}/pins`)).body).toMatchObject([
      { id, pinned: true },
    ]);
    expect((await call(`GET /channels/${general.id}/messages/pins`)).body).toMatchObject({
      items: [{ pinned_at: '2026-01-01T00:00:00.000000+00:00', message: { id } }],
      has_more: false,
    });
    expect((await call(`DELETE /channels/${general.id}/${path}/${id}`)).status).toBe(204);
    expect((await call(`GET /channels/${general.id}/pins`)).body).toEqual([]);
  });

  it('can’t be added without the permission', async () => {
    const { call, general, post, alice } = await startRest();
    const { id } = await post(alice, 'hello');
    const response = await call(`PUT /channels/${general.id}/pins/${id}`, { as: alice });
    expect(response).toMatchObject({ status: 403, body: { code: 50013 } });
  });
});

describe('polls', () => {
  const poll = {
    question: { text: 'Tea?' },
    answers: [{ poll_media: { text: 'Yes' } }, { poll_media: { text: 'No' } }],
    duration: 1,
  };

  it('can be posted, voted in, counted and ended', async () => {
    const { call, general, alice, bob, types } = await startRest();
    const { body: message } = await call<APIMessage>(`POST /channels/${general.id}/messages`, {
      as: alice,
      body: { poll },
    });
    expect(message.poll).toMatchObject({
      expiry: '2026-01-01T01:00:00.000000+00:00',
      answers: [{ answer_id: 1 }, { answer_id: 2 }],
      results: { is_finalized: false },
    });
    const route = `/channels/${general.id}/polls/${message.id}`;
    await call(`PUT ${route}/answers/@me`, { as: bob, body: { answer_ids: ['2'] } });
    await call(`PUT ${route}/answers/@me`, { as: bob, body: { answer_ids: ['1'] } });
    expect(types().filter((type) => type.startsWith('MESSAGE_POLL'))).toEqual([
      'MESSAGE_POLL_VOTE_ADD',
      'MESSAGE_POLL_VOTE_ADD',
      'MESSAGE_POLL_VOTE_REMOVE',
    ]);
    expect((await call(`GET ${route}/answers/1`)).body).toMatchObject({ users: [{ id: bob.id }] });
    expect(await call(`POST ${route}/expire`)).toMatchObject({ status: 403 });
    expect((await call(`POST ${route}/expire`, { as: alice })).body).toMatchObject({
      poll: { results: { is_finalized: true, answer_counts: [{ id: 1, count: 1 }] } },
    });
    const { body: latest } = await call(`GET /channels/${general.id}/messages?limit=1`);
    expect(latest).toMatchObject([
      {
        type: 46,
        mentions: [{ id: alice.id }],
        embeds: [
          {
            type: 'poll_result',
            fields: [
              { name: 'poll_question_text', value: poll.question.text },
              { name: 'victor_answer_votes', value: '1' },
              { name: 'total_votes', value: '1' },
              { name: 'victor_answer_id', value: '1' },
              { name: 'victor_answer_text', value: poll.answers[0]?.poll_media.text },
            ],
          },
        ],
      },
    ]);
    const late = { as: bob, body: { answer_ids: ['2'] } };
    expect(await call(`PUT ${route}/answers/@me`, late)).toMatchObject({ body: { code: 520001 } });
  });

  it.each([
    [{ ...poll, answers: [] }],
    [{ ...poll, question: { text: 'x'.repeat(301) } }],
    [{ ...poll, duration: 769 }],
  ])('are rejected beyond Discord’s limits: %#', async (poll) => {
    const { call, general } = await startRest();
    const response = await call(`POST /channels/${general.id}/messages`, { body: { poll } });
    expect(response).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe('webhooks', () => {
  it('post under their own name, without a member', async () => {
    const { call, general, owner, eventsOf } = await startRest();
    const { body: webhook } = await call<{ id: string; token: string }>(
      `POST /channels/${general.id}/webhooks`,
      { as: owner, body: { name: 'News' } },
    );
    const route = `POST /webhooks/${webhook.id}/${webhook.token}`;
    const silent = await call(route, { as: null, body: { content: 'one' } });
    expect(silent).toMatchObject({ status: 204, body: null });
    const waited = await call(`${route}?wait=true`, {
      as: null,
      body: { content: 'two', username: 'Other' },
    });
    expect(waited).toMatchObject({
      status: 200,
      body: { webhook_id: webhook.id, author: { username: 'Other', bot: true } },
    });
    const created = eventsOf('MESSAGE_CREATE');
    expect(created).toMatchObject([
      { data: { content: 'one', author: { username: 'News' } } },
      { data: { content: 'two' } },
    ]);
    expect(created[0]?.data).not.toHaveProperty('member');
  });

  it('reject a wrong token, and creation without the permission', async () => {
    const { call, general, owner, alice } = await startRest();
    const create = `POST /channels/${general.id}/webhooks`;
    const body = { name: 'News' };
    expect(await call(create, { as: alice, body })).toMatchObject({ body: { code: 50013 } });
    const { body: webhook } = await call<{ id: string }>(create, { as: owner, body });
    const post = { as: null, body: { content: 'x' } };
    expect(await call(`POST /webhooks/${webhook.id}/wrong`, post)).toMatchObject({
      status: 401,
      body: { code: 50027 },
    });
  });
});

describe('direct messages', () => {
  it('reach only the other participant', async () => {
    const { call, bot, alice, bob, events } = await startRest();
    const { body: dm } = await call<{ id: string }>('POST /users/@me/channels', {
      body: { recipient_id: alice.id },
    });
    expect(dm).toMatchObject({ type: 1, recipients: [{ id: alice.id }] });
    expect(
      (await call(`POST /channels/${dm.id}/messages`, { body: { content: 'hi' } })).status,
    ).toBe(200);
    expect(events.at(-1)).toMatchObject({
      type: 'MESSAGE_CREATE',
      guildId: null,
      userIds: expect.arrayContaining([bot.id, alice.id]) as string[],
      data: { channel_type: 1 },
    });
    const read = `GET /channels/${dm.id}/messages`;
    expect((await call(read, { as: alice })).body).toMatchObject([{ content: 'hi' }]);
    expect(await call(read, { as: bob })).toMatchObject({ status: 403, body: { code: 50001 } });
  });

  it('are the same channel for both participants', async () => {
    const { call, bot, alice } = await startRest();
    const open = async (as: typeof bot, recipient_id: string): Promise<unknown> => {
      const response = await call<{ id: string }>('POST /users/@me/channels', {
        as,
        body: { recipient_id },
      });
      return response.body.id;
    };
    expect(await open(alice, bot.id)).toBe(await open(bot, alice.id));
  });

  it('are rejected with 50007 when the user closed them and with 50278 without a mutual guild', async () => {
    const { call, world, guild, alice, bob } = await startRest();
    const send = async (recipient_id: string) => {
      const { body } = await call<{ id: string }>('POST /users/@me/channels', {
        body: { recipient_id },
      });
      return call(`POST /channels/${body.id}/messages`, { body: { content: 'hi' } });
    };
    world.users.setDmsOpen(alice.id, false);
    expect(await send(alice.id)).toMatchObject({ status: 403, body: { code: 50007 } });
    world.members.leave({ guildId: guild.id, userId: bob.id });
    expect(await send(bob.id)).toMatchObject({ status: 403, body: { code: 50278 } });
  });
});
