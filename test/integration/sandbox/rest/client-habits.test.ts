import { request } from 'undici';
import { expect, it } from 'vitest';

import { startRest, type RestFixture } from './rest-fixture.ts';

/* Behaviour that client libraries rely on and that Discord's reference does not document. */

const headers = ({ bot }: RestFixture) => ({ authorization: `Bot ${bot.token}` });

it('answers JSON without a charset, errors included, and names its proxy', async () => {
  const { call } = await startRest();
  for (const route of ['GET /users/@me', 'GET /channels/1', 'GET /nowhere']) {
    expect((await call(route)).headers).toMatchObject({
      'content-type': 'application/json',
      via: '1.1 google',
    });
  }
});

it('takes ids as integers without losing digits', async () => {
  const { call, alice } = await startRest();
  const opened = await call<{ recipients: object[] }>('POST /users/@me/channels', {
    raw: `{"recipient_id": ${alice.id}}`,
  });
  expect(opened.body.recipients).toMatchObject([{ id: alice.id }]);
});

it('leaves digits in texts as they are', async () => {
  const { call, general } = await startRest();
  const content = 'call: 12345678901234567, "1234567890123456"';
  const sent = await call(`POST /channels/${general.id}/messages`, { body: { content } });
  expect(sent.body).toMatchObject({ content });
});

it('takes an empty body of any content type', async () => {
  const rest = await startRest();
  const { id } = await rest.post(rest.alice, 'react');
  const path = `/api/v10/channels/${rest.general.id}/messages/${id}/reactions/%F0%9F%91%8D/@me`;
  const { statusCode, body } = await request(`${rest.baseUrl}${path}`, {
    method: 'PUT',
    headers: { ...headers(rest), 'content-type': 'application/octet-stream' },
  });
  await body.dump();
  expect(statusCode).toBe(204);
});

it('sets the own nickname at the deprecated route, too', async () => {
  const { call, guild, bot, world, asOwner } = await startRest();
  const route = `PATCH /guilds/${guild.id}/members/@me/nick`;
  expect(await call(route, { body: { nick: 'Gate' } })).toMatchObject({
    status: 200,
    body: { nick: 'Gate' },
  });
  expect(guild.members.get(bot.id)?.nick).toBe('Gate');
  world.roles.update({ guildId: guild.id, roleId: guild.id }, { permissions: 0n }, asOwner);
  expect(await call(route, { body: { nick: null } })).toMatchObject({ body: { code: 50013 } });
});

it('lets members join a thread with POST, too', async () => {
  const { call, general, alice } = await startRest();
  const body = { name: 'thread', type: 11 };
  const { body: thread } = await call<{ id: string }>(`POST /channels/${general.id}/threads`, {
    body,
  });
  const joined = await call(`POST /channels/${thread.id}/thread-members/@me`, { as: alice });
  expect(joined.status).toBe(204);
  const read = await call(`GET /channels/${thread.id}/thread-members/${alice.id}`);
  expect(read.body).toMatchObject({ user_id: alice.id });
});

it('moves channels', async () => {
  const { call, guild, general, events, alice } = await startRest();
  const route = `PATCH /guilds/${guild.id}/channels`;
  const body = [{ id: general.id, position: 7 }];
  expect((await call(route, { body })).status).toBe(204);
  expect(general.payload.position).toBe(7);
  expect(events).toMatchObject([
    { type: 'CHANNEL_UPDATE', data: { id: general.id, position: 7 } },
    { type: 'GUILD_AUDIT_LOG_ENTRY_CREATE' },
  ]);
  expect(await call(route, { as: alice, body })).toMatchObject({ body: { code: 50013 } });
  const unknown = { body: [{ id: '123456789012345678', position: 1 }] };
  expect(await call(route, unknown)).toMatchObject({ body: { code: 10003 } });
});
