import { request } from 'undici';
import { describe, expect, it } from 'vitest';

import { startRest } from './rest-fixture.ts';

describe('authentication', () => {
  it('responds with 401 without a token, with an unknown token, and to a bot token without the Bot prefix', async () => {
    const { call, bot } = await startRest();
    const unauthorized = { status: 401, body: { message: '401: Unauthorized', code: 0 } };
    expect(await call('GET /users/@me', { as: null })).toMatchObject(unauthorized);
    const unknown = { as: null, headers: { authorization: 'Bot nobody' } };
    expect(await call('GET /users/@me', unknown)).toMatchObject(unauthorized);
    const bare = { as: null, headers: { authorization: bot.token } };
    expect(await call('GET /users/@me', bare)).toMatchObject(unauthorized);
  });

  it('accepts a user token with and without the Bearer prefix', async () => {
    const { call, alice } = await startRest();
    const mine = { status: 200, body: { id: alice.id, username: 'alice', global_name: 'Alice' } };
    expect(await call('GET /users/@me', { as: alice })).toMatchObject(mine);
    const bearer = { as: null, headers: { authorization: `Bearer ${alice.token}` } };
    expect(await call('GET /users/@me', bearer)).toMatchObject(mine);
  });

  it('serves the API under /api, /api/v9 and /api/v10', async () => {
    const { baseUrl } = await startRest();
    for (const prefix of ['/api', '/api/v9', '/api/v10']) {
      const { statusCode, body } = await request(`${baseUrl}${prefix}/gateway`);
      expect(statusCode).toBe(200);
      expect(await body.json()).toEqual({ url: 'ws://gateway' });
    }
  });

  it('returns Get Gateway Bot to bots and rejects users with 20002', async () => {
    const { call, alice } = await startRest();
    expect((await call('GET /gateway/bot')).body).toMatchObject({ url: 'ws://gateway', shards: 1 });
    expect(await call('GET /gateway/bot', { as: alice })).toMatchObject({
      status: 403,
      body: { code: 20002 },
    });
  });

  it('returns the application of a bot with its owner', async () => {
    const { call, bot, owner } = await startRest();
    for (const path of ['/applications/@me', '/oauth2/applications/@me']) {
      const { body } = await call<{ id: string }>(`GET ${path}`);
      expect(body).toMatchObject({
        id: bot.application?.id,
        name: 'portcullis',
        owner: { id: owner.id, username: 'owner' },
      });
    }
  });
});

describe('invalid requests', () => {
  it('responds to an unknown route with Discord’s 404', async () => {
    const { call, baseUrl } = await startRest();
    expect(await call('GET /no/such/route')).toMatchObject({
      status: 404,
      body: { message: '404: Not Found', code: 0 },
    });
    const { statusCode, body } = await request(`${baseUrl}/api/v6/gateway`);
    expect(statusCode).toBe(404);
    expect(await body.json()).toMatchObject({ code: 0 });
    expect(await call('GET /%zz')).toMatchObject({ status: 404, body: { code: 0 } });
  });

  it('rejects a body that is not JSON with 50109', async () => {
    const { call, general } = await startRest();
    const response = await call(`POST /channels/${general.id}/messages`, { raw: '{"content":' });
    expect(response).toMatchObject({
      status: 400,
      body: { message: 'The request body contains invalid JSON.', code: 50109 },
    });
  });

  it.each([['[]'], ['"text"'], ['7'], ['null']])(
    'rejects the body %s with 50035 or 50006, never with 500',
    async (raw) => {
      const { call, general } = await startRest();
      const response = await call<{ code: number }>(`POST /channels/${general.id}/messages`, {
        raw,
      });
      expect(response.status).toBe(400);
      expect([50035, 50006]).toContain(response.body.code);
    },
  );

  it('lists every field of the wrong type in the error tree', async () => {
    const { call, general } = await startRest();
    const body = { content: { no: 'text' }, tts: 'yes', embeds: [{ fields: [{ name: 'only' }] }] };
    expect(await call(`POST /channels/${general.id}/messages`, { body })).toMatchObject({
      status: 400,
      body: {
        code: 50035,
        message: 'Invalid Form Body',
        errors: {
          content: { _errors: [{ code: 'STRING_TYPE_CONVERT' }] },
          tts: { _errors: [{ code: 'BOOLEAN_TYPE_CONVERT' }] },
          embeds: {
            0: { fields: { 0: { value: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } },
          },
        },
      },
    });
  });

  it('rejects an invalid id with 50035 under its parameter name', async () => {
    const { call } = await startRest();
    expect(await call('GET /channels/abc')).toMatchObject({
      status: 400,
      body: {
        code: 50035,
        errors: {
          channel_id: {
            _errors: [{ code: 'NUMBER_TYPE_COERCE', message: 'Value "abc" is not snowflake.' }],
          },
        },
      },
    });
  });

  it.each([['application/json'], ['application/json; charset=utf-8'], ['Application/JSON']])(
    'accepts a JSON body with the content type %s',
    async (contentType) => {
      const { call, general } = await startRest();
      const response = await call(`POST /channels/${general.id}/messages`, {
        body: { content: 'hello' },
        headers: { 'content-type': contentType },
      });
      expect(response).toMatchObject({ status: 200, body: { content: 'hello' } });
    },
  );

  it.each([
    [null],
    ['text/plain'],
    ['text/plain; application/json'],
    ['application/jsonp'],
    ['application/problem+json'],
    ['application/x-www-form-urlencoded'],
  ])('rejects a JSON body with the content type %s', async (contentType) => {
    const { baseUrl, general, bot } = await startRest();
    const response = await request(`${baseUrl}/api/v10/channels/${general.id}/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bot ${bot.token}`,
        ...(contentType === null ? {} : { 'content-type': contentType }),
      },
      body: '{"content":"hello"}',
    });
    expect(response.statusCode).toBe(400);
    expect(await response.body.json()).toMatchObject({
      code: 50035,
      errors: { 'Content-Type': { _errors: [{ code: 'CONTENT_TYPE_INVALID' }] } },
    });
  });

  it('rejects a body above 25 MiB with 413 and 40005', async () => {
    const { call, general } = await startRest();
    const raw = `{"content":"${'x'.repeat(26 * 1024 * 1024)}"}`;
    const response = await call(`POST /channels/${general.id}/messages`, { raw });
    expect(response).toMatchObject({ status: 413, body: { code: 40005 } });
  });

  it.each([
    ['GET /channels/1', 10003],
    ['GET /guilds/1', 10004],
    ['GET /users/1', 10013],
    ['GET /webhooks/1', 10015],
  ])('rejects %s with %i', async (route, code) => {
    const { call } = await startRest();
    expect(await call(route)).toMatchObject({ status: 404, body: { code } });
  });

  it('rejects unknown members, messages, roles and bans with their error codes', async () => {
    const { call, guild, general } = await startRest();
    const cases = [
      [`GET /guilds/${guild.id}/members/1`, 10007],
      [`GET /channels/${general.id}/messages/1`, 10008],
      [`DELETE /channels/${general.id}/messages/1`, 10008],
      [`PATCH /guilds/${guild.id}/roles/1`, 10011],
      [`GET /guilds/${guild.id}/bans/1`, 10026],
    ] as const;
    for (const [route, code] of cases) {
      expect(await call(route)).toMatchObject({ status: 404, body: { code } });
    }
  });
});
