import { expect, it } from 'vitest';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import { openSocket } from '../../helpers/servers/raw-socket.ts';
import { API_KEY, startService } from './start.ts';

const open = (page: 'loopback' | 'on' | 'off') =>
  startService({ compatible: { commentsPerSecond: 0, page } });

it('serves the moderation page to this machine, with a strict content security policy', async () => {
  const { baseUrl } = await open('loopback');
  const response = await fetch(baseUrl);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
});

/** The status of `GET /`, sent as it is. */
async function statusOfRaw(baseUrl: string, head: string): Promise<string> {
  const raw = await openSocket(baseUrl);
  raw.socket.write(`GET / ${head}\r\nconnection: close\r\n\r\n`);
  return (await raw.ended).slice(9, 12);
}

it.each([
  ['says for whom', 'HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.1'],
  ['speaks HTTP/1.0, as nginx does unless told otherwise', 'HTTP/1.0\r\nhost: 127.0.0.1'],
  ['passes on another host', 'HTTP/1.1\r\nhost: scores.example.com'],
])('hides the page from a proxy that %s, unless it is on', async (_how, head) => {
  const [loopback, on] = await Promise.all([open('loopback'), open('on')]);
  expect(await statusOfRaw(loopback.baseUrl, head)).toBe('404');
  expect(await statusOfRaw(on.baseUrl, head)).toBe('200');
});

it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])(
  'serves the page to a browser that asks %s',
  async (host) => {
    const { baseUrl } = await open('loopback');
    expect(await statusOfRaw(baseUrl, `HTTP/1.1\r\nhost: ${host}`)).toBe('200');
  },
);

it('has no page where it is off', async () => {
  const { baseUrl } = await open('off');
  expect((await fetch(baseUrl)).status).toBe(404);
});

it('explains a text only to those with a key', async () => {
  const { baseUrl } = await open('loopback');
  const response = await fetch(`${baseUrl}/page/explanation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"hello"}',
  });
  expect(response.status).toBe(403);
});

it('charges an explanation for every reading of the text or of a part', async () => {
  const { baseUrl } = await startService({
    compatible: { commentsPerSecond: 1, page: 'on' },
    clock: createFakeClock(),
  });
  const explain = async (text: string): Promise<Response> =>
    fetch(`${baseUrl}/page/explanation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': API_KEY },
      body: JSON.stringify({ text }),
    });
  expect((await explain('One two three. Four')).status).toBe(200);
  const refused = await explain('one');
  expect(refused.status).toBe(429);
  // The text, four words and two sentences, less the burst, and the burst once more.
  expect(refused.headers.get('retry-after')).toBe('7');
});

it('counts requests and comments for Prometheus', async () => {
  const { baseUrl } = await open('off');
  await fetch(`${baseUrl}/v1/moderations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer a-key-for-the-tests' },
    body: '{"input":["a","b"]}',
  });
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  expect(metrics).toContain('portcullis_service_comments_total{interface="openai"} 2');
  expect(metrics).toContain(
    'portcullis_service_requests_total{route="/v1/moderations",status="200"} 1',
  );
});
