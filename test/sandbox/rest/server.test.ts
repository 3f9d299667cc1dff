import { request } from 'undici';
import { describe, expect, it } from 'vitest';

import { startRest } from './rest-fixture.ts';

describe('who asks', () => {
  it('answers 401 without a token, with an unknown one, and for a bot without the word Bot', async () => {
    const { ask, bot } = await startRest();
    const refused = { status: 401, body: { message: '401: Unauthorized', code: 0 } };
    expect(await ask('GET /users/@me', { as: null })).toMatchObject(refused);
    const unknown = { as: null, headers: { authorization: 'Bot nobody' } };
    expect(await ask('GET /users/@me', unknown)).toMatchObject(refused);
    const bare = { as: null, headers: { authorization: bot.token } };
    expect(await ask('GET /users/@me', bare)).toMatchObject(refused);
  });

  it('takes a person’s token bare and with the word Bearer', async () => {
    const { ask, alice } = await startRest();
    const mine = { status: 200, body: { id: alice.id, username: 'alice', global_name: 'Alice' } };
    expect(await ask('GET /users/@me', { as: alice })).toMatchObject(mine);
    const bearer = { as: null, headers: { authorization: `Bearer ${alice.token}` } };
    expect(await ask('GET /users/@me', bearer)).toMatchObject(mine);
  });

  it('answers below /api, /api/v9 and /api/v10', async () => {
    const { baseUrl } = await startRest();
    for (const prefix of ['/api', '/api/v9', '/api/v10']) {
      const { statusCode, body } = await request(`${baseUrl}${prefix}/gateway`);
      expect(statusCode).toBe(200);
      expect(await body.json()).toEqual({ url: 'ws://gateway' });
    }
  });

  it('tells a bot how to connect, and a person that only bots may ask', async () => {
    const { ask, alice } = await startRest();
    expect((await ask('GET /gateway/bot')).body).toMatchObject({ url: 'ws://gateway', shards: 1 });
    expect(await ask('GET /gateway/bot', { as: alice })).toMatchObject({
      status: 403,
      body: { code: 20002 },
    });
  });

  it('shows a bot its application', async () => {
    const { ask, bot } = await startRest();
    for (const path of ['/applications/@me', '/oauth2/applications/@me']) {
      const { body } = await ask<{ id: string }>(`GET ${path}`);
      expect(body).toMatchObject({ id: bot.application?.id, name: 'portcullis' });
    }
  });
});

describe('hostile requests', () => {
  it('answers an unknown route with Discord’s 404', async () => {
    const { ask, baseUrl } = await startRest();
    expect(await ask('GET /no/such/route')).toMatchObject({
      status: 404,
      body: { message: '404: Not Found', code: 0 },
    });
    const { statusCode, body } = await request(`${baseUrl}/api/v6/gateway`);
    expect(statusCode).toBe(404);
    expect(await body.json()).toMatchObject({ code: 0 });
    expect(await ask('GET /%zz')).toMatchObject({ status: 404, body: { code: 0 } });
  });

  it('answers a body that is no JSON with 50109', async () => {
    const { ask, general } = await startRest();
    const answer = await ask(`POST /channels/${general.id}/messages`, { raw: '{"content":' });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'The request body contains invalid JSON.', code: 50109 },
    });
  });

  it.each([['[]'], ['"text"'], ['7'], ['null']])(
    'answers the body %s with 50035 or 50006, never with 500',
    async (raw) => {
      const { ask, general } = await startRest();
      const answer = await ask<{ code: number }>(`POST /channels/${general.id}/messages`, { raw });
      expect(answer.status).toBe(400);
      expect([50035, 50006]).toContain(answer.body.code);
    },
  );

  it('names every field of the wrong type in the tree of errors', async () => {
    const { ask, general } = await startRest();
    const body = { content: { no: 'text' }, tts: 'yes', embeds: [{ fields: [{ name: 'only' }] }] };
    expect(await ask(`POST /channels/${general.id}/messages`, { body })).toMatchObject({
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

  it('answers an id that is none with 50035 under its name', async () => {
    const { ask } = await startRest();
    expect(await ask('GET /channels/abc')).toMatchObject({
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

  it('answers a content type it does not take with 50035', async () => {
    const { ask, general } = await startRest();
    const headers = { 'content-type': 'text/plain' };
    const answer = await ask(`POST /channels/${general.id}/messages`, { raw: 'hello', headers });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
  });

  it('answers a body above 25 MiB with 413 and 40005', async () => {
    const { ask, general } = await startRest();
    const raw = `{"content":"${'x'.repeat(26 * 1024 * 1024)}"}`;
    const answer = await ask(`POST /channels/${general.id}/messages`, { raw });
    expect(answer).toMatchObject({ status: 413, body: { code: 40005 } });
  });

  it.each([
    ['GET /channels/1', 10003],
    ['GET /guilds/1', 10004],
    ['GET /users/1', 10013],
    ['GET /webhooks/1', 10015],
  ])('answers %s with %i', async (route, code) => {
    const { ask } = await startRest();
    expect(await ask(route)).toMatchObject({ status: 404, body: { code } });
  });

  it('answers unknown members, messages, roles and bans with their codes', async () => {
    const { ask, guild, general } = await startRest();
    const cases = [
      [`GET /guilds/${guild.id}/members/1`, 10007],
      [`GET /channels/${general.id}/messages/1`, 10008],
      [`DELETE /channels/${general.id}/messages/1`, 10008],
      [`PATCH /guilds/${guild.id}/roles/1`, 10011],
      [`GET /guilds/${guild.id}/bans/1`, 10026],
    ] as const;
    for (const [route, code] of cases) {
      expect(await ask(route)).toMatchObject({ status: 404, body: { code } });
    }
  });
});
