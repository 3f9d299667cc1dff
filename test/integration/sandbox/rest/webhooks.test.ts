import { ChannelType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import { startRest, type RestFixture } from './rest-fixture.ts';

interface WebhookBody {
  readonly id: string;
  readonly token: string;
}

interface Scene extends RestFixture {
  readonly webhook: WebhookBody;
  /** The path of requests that the token authenticates. */
  readonly path: string;
  say(content: string, query?: string): Promise<string>;
}

async function startScene(): Promise<Scene> {
  const rest = await startRest();
  const { call, owner, general } = rest;
  const create = `POST /channels/${general.id}/webhooks`;
  const { body: webhook } = await call<WebhookBody>(create, { as: owner, body: { name: 'News' } });
  const path = `/webhooks/${webhook.id}/${webhook.token}`;
  return {
    ...rest,
    webhook,
    path,
    async say(content, query = '') {
      const sent = await call<{ id: string }>(`POST ${path}?wait=true${query}`, {
        as: null,
        body: { content },
      });
      return sent.body.id;
    },
  };
}

it('a webhook reads, edits and deletes its messages with its token', async () => {
  const { call, path, say, general, eventsOf } = await startScene();
  const messagePath = `${path}/messages/${await say('one')}`;
  expect((await call(`GET ${messagePath}`, { as: null })).body).toMatchObject({ content: 'one' });
  const body = { content: 'two' };
  expect((await call(`PATCH ${messagePath}`, { as: null, body })).body).toMatchObject(body);
  expect(eventsOf('MESSAGE_UPDATE')).toMatchObject([{ data: body }]);
  expect((await call(`DELETE ${messagePath}`, { as: null })).status).toBe(204);
  expect((await call(`GET /channels/${general.id}/messages`)).body).toEqual([]);
});

it('a webhook cannot touch messages of others or use a wrong token', async () => {
  const { call, path, post, alice, say, webhook } = await startScene();
  const { id } = await post(alice, 'mine');
  const foreign = await call(`DELETE ${path}/messages/${id}`, { as: null });
  expect(foreign).toMatchObject({ status: 404, body: { code: 10008 } });
  const wrong = `DELETE /webhooks/${webhook.id}/wrong/messages/${await say('one')}`;
  expect(await call(wrong, { as: null })).toMatchObject({ status: 401, body: { code: 50027 } });
});

it('a webhook finds its messages in a thread by `thread_id`', async () => {
  const { call, path, say, general } = await startScene();
  const { body: thread } = await call<{ id: string }>(`POST /channels/${general.id}/threads`, {
    body: { name: 'thread', type: 11 },
  });
  const messagePath = `${path}/messages/${await say('inside', `&thread_id=${thread.id}`)}`;
  expect((await call(`GET ${messagePath}`, { as: null })).status).toBe(404);
  expect((await call(`GET ${messagePath}?thread_id=${thread.id}`, { as: null })).status).toBe(200);
});

it('a webhook is renamed and moved by those who manage webhooks', async () => {
  const { call, webhook, guild, owner, alice, world, asOwner, eventsOf } = await startScene();
  const other = world.channels.create(
    guild.id,
    { name: 'other', type: ChannelType.GuildText },
    asOwner,
  );
  const route = `PATCH /webhooks/${webhook.id}`;
  const body = { name: 'Old news', channel_id: other.id };
  expect(await call(route, { as: alice, body })).toMatchObject({ body: { code: 50013 } });
  expect((await call(route, { as: owner, body })).body).toMatchObject(body);
  expect(eventsOf('WEBHOOKS_UPDATE').slice(1)).toMatchObject([
    { data: { channel_id: other.id } },
    { data: {} },
  ]);
  expect(guild.auditLog.at(-1)).toMatchObject({ action_type: 51, target_id: webhook.id });
});

it('a webhook is renamed and deleted with its token, but not moved', async () => {
  const { call, path, general } = await startScene();
  const body = { name: 'Other', channel_id: '123456789012345678' };
  const renamed = await call<object>(`PATCH ${path}`, { as: null, body });
  expect(renamed.body).toMatchObject({ name: 'Other', channel_id: general.id });
  expect(renamed.body).not.toHaveProperty('user');
  expect((await call(`DELETE ${path}`, { as: null })).status).toBe(204);
  expect((await call(`GET ${path}`, { as: null })).body).toMatchObject({ code: 10015 });
});
