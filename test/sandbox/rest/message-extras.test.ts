import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import { startRest } from './rest-fixture.ts';

const THUMB = encodeURIComponent('👍');

describe('reactions', () => {
  it('are counted, announced, listed and taken back', async () => {
    const { ask, general, guild, post, alice, bob, events } = await startRest();
    const { id } = await post(alice, 'hello');
    events.length = 0;
    const route = `/channels/${general.id}/messages/${id}/reactions`;
    expect((await ask(`PUT ${route}/${THUMB}/@me`, { as: bob })).status).toBe(204);
    await ask(`PUT ${route}/${THUMB}/@me`);
    await ask(`PUT ${route}/${THUMB}/@me`);
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
      (await ask<APIMessage>(`GET /channels/${general.id}/messages/${id}`, { as })).body;
    expect((await message()).reactions).toMatchObject([{ count: 2, me: false }]);
    expect((await message(bob)).reactions).toMatchObject([{ count: 2, me: true }]);
    expect((await ask(`GET ${route}/${THUMB}?limit=1`)).body).toHaveLength(1);
    await ask(`DELETE ${route}/${THUMB}/@me`, { as: bob });
    await ask(`DELETE ${route}`);
    expect(await message()).not.toHaveProperty('reactions');
    expect(events.slice(2).map(({ type }) => type)).toEqual([
      'MESSAGE_REACTION_REMOVE',
      'MESSAGE_REACTION_REMOVE_ALL',
    ]);
  });

  it.each(['x', '7', 'name:123', 'ab', '👍👍'])(
    'refuse %s as an emoji with 10014',
    async (word) => {
      const { ask, general, post, alice } = await startRest();
      const { id } = await post(alice, 'hello');
      const emoji = encodeURIComponent(word);
      const route = `PUT /channels/${general.id}/messages/${id}/reactions/${emoji}/@me`;
      expect(await ask(route)).toMatchObject({ status: 400, body: { code: 10014 } });
    },
  );

  it.each(['👍', '❤️', '❤', '👩‍👩‍👧', '🇦🇹', '7️⃣', '👋🏽', '🏴‍☠️'])('take %s', async (word) => {
    const { ask, general, post, alice } = await startRest();
    const { id } = await post(alice, 'hello');
    const emoji = encodeURIComponent(word);
    const route = `PUT /channels/${general.id}/messages/${id}/reactions/${emoji}/@me`;
    expect((await ask(route)).status).toBe(204);
  });

  it('take an emoji of the guild by name and id', async () => {
    const { ask, general, guild, world, post, alice } = await startRest();
    const { id } = await post(alice, 'hello');
    const emoji = world.guilds.addEmoji(guild.id, 'blob');
    const word = encodeURIComponent(`blob:${emoji.id}`);
    await ask(`PUT /channels/${general.id}/messages/${id}/reactions/${word}/@me`);
    const { body } = await ask<APIMessage>(`GET /channels/${general.id}/messages/${id}`);
    expect(body.reactions).toMatchObject([{ emoji: { id: emoji.id, name: 'blob' } }]);
  });

  it('of others are removed by moderators only', async () => {
    const { ask, general, post, alice, bob } = await startRest();
    const { id } = await post(alice, 'hello');
    const route = `/channels/${general.id}/messages/${id}/reactions/${THUMB}`;
    await ask(`PUT ${route}/@me`, { as: alice });
    expect(await ask(`DELETE ${route}/${alice.id}`, { as: bob })).toMatchObject({ status: 403 });
    expect((await ask(`DELETE ${route}/${alice.id}`)).status).toBe(204);
  });
});

describe('pins', () => {
  it.each([
    ['pins', 'pins'],
    ['messages/pins', 'messages/pins'],
  ])('are set and taken by the route %s', async (path) => {
    const { ask, general, post, alice, types, events } = await startRest();
    const { id } = await post(alice, 'hello');
    events.length = 0;
    expect((await ask(`PUT /channels/${general.id}/${path}/${id}`)).status).toBe(204);
    expect(types()).toEqual([
      'MESSAGE_UPDATE',
      'CHANNEL_PINS_UPDATE',
      'MESSAGE_CREATE',
      'GUILD_AUDIT_LOG_ENTRY_CREATE',
    ]);
    expect((await ask(`GET /channels/${general.id}/pins`)).body).toMatchObject([
      { id, pinned: true },
    ]);
    expect((await ask(`GET /channels/${general.id}/messages/pins`)).body).toMatchObject({
      items: [{ pinned_at: '2026-01-01T00:00:00.000000+00:00', message: { id } }],
      has_more: false,
    });
    expect((await ask(`DELETE /channels/${general.id}/${path}/${id}`)).status).toBe(204);
    expect((await ask(`GET /channels/${general.id}/pins`)).body).toEqual([]);
  });

  it('are refused without the permission', async () => {
    const { ask, general, post, alice } = await startRest();
    const { id } = await post(alice, 'hello');
    const answer = await ask(`PUT /channels/${general.id}/pins/${id}`, { as: alice });
    expect(answer).toMatchObject({ status: 403, body: { code: 50013 } });
  });
});

describe('polls', () => {
  const poll = {
    question: { text: 'Tea?' },
    answers: [{ poll_media: { text: 'Yes' } }, { poll_media: { text: 'No' } }],
    duration: 1,
  };

  it('are posted, voted in, counted and ended', async () => {
    const { ask, general, alice, bob, types } = await startRest();
    const { body: message } = await ask<APIMessage>(`POST /channels/${general.id}/messages`, {
      as: alice,
      body: { poll },
    });
    expect(message.poll).toMatchObject({
      expiry: '2026-01-01T01:00:00.000000+00:00',
      answers: [{ answer_id: 1 }, { answer_id: 2 }],
      results: { is_finalized: false },
    });
    const route = `/channels/${general.id}/polls/${message.id}`;
    await ask(`PUT ${route}/answers/@me`, { as: bob, body: { answer_ids: ['2'] } });
    await ask(`PUT ${route}/answers/@me`, { as: bob, body: { answer_ids: ['1'] } });
    expect(types().filter((type) => type.startsWith('MESSAGE_POLL'))).toEqual([
      'MESSAGE_POLL_VOTE_ADD',
      'MESSAGE_POLL_VOTE_ADD',
      'MESSAGE_POLL_VOTE_REMOVE',
    ]);
    expect((await ask(`GET ${route}/answers/1`)).body).toMatchObject({ users: [{ id: bob.id }] });
    expect(await ask(`POST ${route}/expire`)).toMatchObject({ status: 403 });
    expect((await ask(`POST ${route}/expire`, { as: alice })).body).toMatchObject({
      poll: { results: { is_finalized: true, answer_counts: [{ id: 1, count: 1 }] } },
    });
    const late = { as: bob, body: { answer_ids: ['2'] } };
    expect(await ask(`PUT ${route}/answers/@me`, late)).toMatchObject({ body: { code: 520001 } });
  });

  it.each([
    [{ ...poll, answers: [] }],
    [{ ...poll, question: { text: 'x'.repeat(301) } }],
    [{ ...poll, duration: 769 }],
  ])('are refused beyond Discord’s limits: %#', async (bad) => {
    const { ask, general } = await startRest();
    const answer = await ask(`POST /channels/${general.id}/messages`, { body: { poll: bad } });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe('webhooks', () => {
  it('post under their own name, without a member', async () => {
    const { ask, general, owner, eventsOf } = await startRest();
    const { body: webhook } = await ask<{ id: string; token: string }>(
      `POST /channels/${general.id}/webhooks`,
      { as: owner, body: { name: 'News' } },
    );
    const route = `POST /webhooks/${webhook.id}/${webhook.token}`;
    const quiet = await ask(route, { as: null, body: { content: 'one' } });
    expect(quiet).toMatchObject({ status: 204, body: null });
    const told = await ask(`${route}?wait=true`, {
      as: null,
      body: { content: 'two', username: 'Other' },
    });
    expect(told).toMatchObject({
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

  it('refuse a wrong token, and creation without the permission', async () => {
    const { ask, general, owner, alice } = await startRest();
    const create = `POST /channels/${general.id}/webhooks`;
    const body = { name: 'News' };
    expect(await ask(create, { as: alice, body })).toMatchObject({ body: { code: 50013 } });
    const { body: webhook } = await ask<{ id: string }>(create, { as: owner, body });
    const post = { as: null, body: { content: 'x' } };
    expect(await ask(`POST /webhooks/${webhook.id}/wrong`, post)).toMatchObject({
      status: 401,
      body: { code: 50027 },
    });
  });
});

describe('direct messages', () => {
  it('reach the other person only', async () => {
    const { ask, bot, alice, bob, events } = await startRest();
    const { body: dm } = await ask<{ id: string }>('POST /users/@me/channels', {
      body: { recipient_id: alice.id },
    });
    expect(dm).toMatchObject({ type: 1, recipients: [{ id: alice.id }] });
    expect(
      (await ask(`POST /channels/${dm.id}/messages`, { body: { content: 'hi' } })).status,
    ).toBe(200);
    expect(events.at(-1)).toMatchObject({
      type: 'MESSAGE_CREATE',
      guildId: null,
      userIds: expect.arrayContaining([bot.id, alice.id]) as string[],
      data: { channel_type: 1 },
    });
    const read = `GET /channels/${dm.id}/messages`;
    expect((await ask(read, { as: alice })).body).toMatchObject([{ content: 'hi' }]);
    expect(await ask(read, { as: bob })).toMatchObject({ status: 403, body: { code: 50001 } });
  });

  it('are one conversation, whoever opens it', async () => {
    const { ask, bot, alice } = await startRest();
    const open = async (as: typeof bot, recipient_id: string): Promise<unknown> => {
      const answer = await ask<{ id: string }>('POST /users/@me/channels', {
        as,
        body: { recipient_id },
      });
      return answer.body.id;
    };
    expect(await open(alice, bot.id)).toBe(await open(bot, alice.id));
  });

  it('are refused by who closed them with 50007, and without a common guild with 50278', async () => {
    const { ask, world, guild, alice, bob } = await startRest();
    const send = async (recipient_id: string) => {
      const { body } = await ask<{ id: string }>('POST /users/@me/channels', {
        body: { recipient_id },
      });
      return ask(`POST /channels/${body.id}/messages`, { body: { content: 'hi' } });
    };
    world.users.setDmsOpen(alice.id, false);
    expect(await send(alice.id)).toMatchObject({ status: 403, body: { code: 50007 } });
    world.members.leave({ guildId: guild.id, userId: bob.id });
    expect(await send(bob.id)).toMatchObject({ status: 403, body: { code: 50278 } });
  });
});
