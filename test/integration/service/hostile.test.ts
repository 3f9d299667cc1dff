import { describe, expect, it } from 'vitest';
import { drip, openSocket } from '../../helpers/servers/raw-socket.ts';
import { refused } from './call.ts';
import { API_KEY, startService } from './start.ts';

const ROUTES = [
  ['PATCH', '/addons'],
  ['PATCH', '/addons/keywords'],
  ['DELETE', '/addons/keywords'],
  ['POST', '/insights/community/query'],
  ['POST', '/stats/moderation/search'],
] as const;

async function send(method: string, path: string, init: RequestInit) {
  const { baseUrl } = await startService();
  const headers = { 'content-type': 'application/json', 'x-service-api-auth': API_KEY };
  const response = await fetch(`${baseUrl}${path}`, { method, headers, ...init });
  return { status: response.status, body: await response.json() };
}

const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const NO_OBJECT = 'The body must be a JSON object.';

describe.each(ROUTES)('%s %s answers', (method, path) => {
  it.each([
    ['invalid JSON', '{"a', 400, 'The body is not valid JSON.'],
    ['an empty body', '', 400, 'The body is not valid JSON.'],
    ['a list 20,000 deep', nested, 400, NO_OBJECT],
    ['a string', '"a"', 400, NO_OBJECT],
    ['null', 'null', 400, NO_OBJECT],
    [
      'a megabyte',
      JSON.stringify('a'.repeat(1 << 20)),
      413,
      'The body is larger than 65536 bytes.',
    ],
  ])('%s', async (_name, body, status, sentence) => {
    expect(await send(method, path, { body })).toEqual({ status, body: refused(sentence) });
  });

  it('treats inherited object fields as missing', async () => {
    const { status, body } = await send(method, path, {
      body: '{"__proto__":{"addon":"keywordAlert","keyword":"a","timefrom":"2026-01-01 00:00:00"}}',
    });
    expect(status).toBe(400);
    expect(body).toEqual(refused(expect.stringMatching(/^The field \w+ must be .*\.$/)));
  });

  it('refuses another content type', async () => {
    const headers = { 'content-type': 'text/plain', 'x-service-api-auth': API_KEY };
    expect(await send(method, path, { body: '{}', headers })).toEqual({
      status: 415,
      body: refused('The content type of a body must be application/json.'),
    });
  });

  it('refuses a request without a key', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(await send(method, path, { body: '{}', headers })).toEqual({
      status: 401,
      body: refused('The header x-service-api-auth with an API key is missing.'),
    });
  });
});

it('closes the connection of clients that do not send HTTP, even if they continue', async () => {
  const { baseUrl } = await startService();
  const raw = await openSocket(baseUrl);
  raw.socket.write('BREW /pot HTCPCP/1.0\r\n\r\n');
  drip(raw, 'a');
  expect(await raw.closed).toMatch(/^HTTP\/1\.1 400 /);
});
