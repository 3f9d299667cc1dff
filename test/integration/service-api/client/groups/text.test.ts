import { expect, it } from 'vitest';
import { InvalidRequestError } from '../../../../../src/service-api/client/errors.ts';
import { sendJson, startHttpServer } from '../../../../helpers/http-server.ts';
import { API_KEY, ENVELOPE, rejection, startClient } from '../setup.ts';

it('posts sample and metadata with the key and resolves with the envelope', async () => {
  const server = await startHttpServer((response) => sendJson(response, ENVELOPE));
  const client = startClient({ baseUrl: server.baseUrl });

  const envelope = await client.text.moderate('good morning', { messageId: '42' });

  expect(envelope).toEqual(ENVELOPE);
  expect(server.requests).toHaveLength(1);
  const [request] = server.requests;
  expect(request).toMatchObject({ method: 'POST', url: '/text/moderation' });
  expect(request?.headers).toMatchObject({
    'x-service-api-auth': API_KEY,
    'content-type': 'application/json',
  });
  expect(JSON.parse(request?.body ?? '')).toEqual({
    sample: 'good morning',
    metadata: { messageId: '42' },
  });
});

it('omits absent metadata', async () => {
  const server = await startHttpServer((response) => sendJson(response, ENVELOPE));
  await startClient({ baseUrl: server.baseUrl }).text.moderate('hello');
  expect(server.requests[0]?.body).toBe('{"sample":"hello"}');
});

it.each(['/api/v1', '/api/v1/'])('keeps the path prefix of a base URL: %s', async (prefix) => {
  const server = await startHttpServer((response) => sendJson(response, ENVELOPE));
  await startClient({ baseUrl: server.baseUrl + prefix }).text.moderate('hello');
  expect(server.requests[0]?.url).toBe('/api/v1/text/moderation');
});

it('keeps unknown keys', async () => {
  const server = await startHttpServer((response) => sendJson(response, { ...ENVELOPE, news: 1 }));
  const envelope = await startClient({ baseUrl: server.baseUrl }).text.moderate('hello');
  expect(envelope).toHaveProperty('news', 1);
});

it('replaces a truncated emoji in the sample and the metadata, and keeps whole ones', async () => {
  const server = await startHttpServer((response) => sendJson(response, ENVELOPE));

  await startClient({ baseUrl: server.baseUrl }).text.moderate('a \ud83d b 😀 \\ud83d', {
    name: 'cut \ude00',
  });

  expect(server.requests[0]?.body).not.toContain('"a \\ud83d');
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    sample: 'a \ufffd b 😀 \\ud83d',
    metadata: { name: 'cut \ufffd' },
  });
});

it('sends 20 metadata keys and rejects 21 before sending', async () => {
  const server = await startHttpServer((response) => sendJson(response, ENVELOPE));
  const client = startClient({ baseUrl: server.baseUrl });
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

  await client.text.moderate('hello', keys(20));
  const error = await rejection(client.text.moderate('hello', keys(21)), InvalidRequestError);

  expect(error).toMatchObject({ code: 'client_invalid_request', availability: 'rejected' });
  expect(error.message).toBe(
    'POST /text/moderation: not sent, metadata has 21 keys, at most 20 are allowed',
  );
  expect(server.requests).toHaveLength(1);
});

it('previews a text with so many metadata keys that no add-on runs', async () => {
  const server = await startHttpServer((response) => sendJson(response, ENVELOPE));

  await startClient({ baseUrl: server.baseUrl }).text.preview('hello');

  const [request] = server.requests;
  const body = JSON.parse(request?.body.toString() ?? '') as { sample: string; metadata: object };
  expect(body.sample).toBe('hello');
  expect(Object.keys(body.metadata)).toHaveLength(21);
});

const circular: Record<string, unknown> = {};
circular['self'] = circular;

it.each([
  ['a circle', circular],
  ['a bigint', { id: 1n }],
])('rejects metadata that JSON cannot represent: %s', async (_what, metadata) => {
  const server = await startHttpServer((response) => sendJson(response, ENVELOPE));
  const client = startClient({ baseUrl: server.baseUrl });

  const error = await rejection(client.text.moderate('hello', metadata), InvalidRequestError);

  expect(error.cause).toBeInstanceOf(TypeError);
  expect(server.requests).toHaveLength(0);
});
