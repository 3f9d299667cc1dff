import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';

import { snowflakeAt } from '../../../../src/shared/snowflake.ts';
import { installRateLimits } from '../../../../src/sandbox/edge/rate-limits.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';

const CHANNEL = '123456789012345678';
const OTHER_CHANNEL = '123456789012345679';

let app: FastifyInstance;
let clock: FakeClock;

function start(scale = 1): void {
  clock = createFakeClock(1_700_000_000_000);
  app = fastify();
  installRateLimits(app, { clock, scale });
  app.all('/*', async () => ({ ok: true }));
}

afterEach(() => app.close());

async function send(method: 'POST' | 'PUT' | 'DELETE', path: string, token = 'Bot one') {
  return app.inject({ method, url: `/api/v10${path}`, headers: { authorization: token } });
}

const post = (path = `/channels/${CHANNEL}/messages`, token?: string) => send('POST', path, token);

it('counts down the bucket in the headers and says when the next request is allowed', async () => {
  start();
  const first = await post();
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset': '1700000001.000',
    'x-ratelimit-reset-after': '1.000',
  });
  for (let count = 0; count < 4; count += 1) expect((await post()).statusCode).toBe(200);
  clock.advance(250);

  const limited = await post();
  expect(limited.statusCode).toBe(429);
  expect(limited.headers).toMatchObject({
    'retry-after': '1',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset-after': '4.750',
    'x-ratelimit-scope': 'user',
  });
  expect(limited.json()).toEqual({
    message: 'You are being rate limited.',
    retry_after: 0.75,
    global: false,
  });
});

it('refills a bucket steadily', async () => {
  start();
  for (let count = 0; count < 6; count += 1) await post();
  clock.advance(1_000);
  expect((await post()).statusCode).toBe(200);
  expect((await post()).statusCode).toBe(429);
  clock.advance(5_000);
  expect((await post()).headers['x-ratelimit-remaining']).toBe('4');
});

it('refills the bucket of member roles only when its window ends, for adding and removing together', async () => {
  start();
  const path = `/guilds/${CHANNEL}/members/${CHANNEL}/roles/${CHANNEL}`;
  for (let count = 0; count < 5; count += 1) {
    await send('PUT', path);
    clock.advance(1_000);
    await send('DELETE', path);
    clock.advance(999);
  }
  expect((await send('PUT', path)).statusCode).toBe(429);
  clock.advance(5);
  expect((await send('DELETE', path)).headers['x-ratelimit-remaining']).toBe('9');
});

it.each([
  { age: 'young', ageMs: 9_000, requests: 5, refillMs: 1_000 },
  { age: 'older', ageMs: 11_000, requests: 3, refillMs: 334 },
  { age: 'two weeks old', ageMs: 15 * 86_400_000, requests: 30, refillMs: 4_000 },
])('limits deletions of $age messages by their own bucket', async (bucket) => {
  start();
  const path = `/channels/${CHANNEL}/messages/${snowflakeAt(clock.now() - bucket.ageMs)}`;
  const young = await send('DELETE', `/channels/${CHANNEL}/messages/${snowflakeAt(clock.now())}`);
  const isYoung = bucket.ageMs < 10_000;
  for (let count = isYoung ? 1 : 0; count < bucket.requests; count += 1) {
    const { statusCode, headers } = await send('DELETE', path);
    expect(statusCode).toBe(200);
    expect(headers['x-ratelimit-bucket'] === young.headers['x-ratelimit-bucket']).toBe(isYoung);
  }
  expect((await send('DELETE', path)).statusCode).toBe(429);
  clock.advance(bucket.refillMs);
  expect((await send('DELETE', path)).statusCode).toBe(200);
});

it('limits bans only globally, without headers', async () => {
  start();
  for (let count = 0; count < 50; count += 1) {
    const { statusCode, headers } = await send('PUT', `/guilds/${CHANNEL}/bans/${CHANNEL}`);
    expect(statusCode).toBe(200);
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  }
  expect((await send('PUT', `/guilds/${CHANNEL}/bans/${CHANNEL}`)).statusCode).toBe(429);
});

it('keeps a separate bucket for each channel, with the same bucket hash', async () => {
  start();
  const first = await post();
  const other = await post(`/channels/${OTHER_CHANNEL}/messages`);
  expect(other.headers['x-ratelimit-remaining']).toBe('4');
  expect(other.headers['x-ratelimit-bucket']).toBe(first.headers['x-ratelimit-bucket']);
});

it('keeps separate buckets for each token and allows user tokens more requests', async () => {
  start();
  await post();
  expect((await post(undefined, 'Bot two')).headers['x-ratelimit-remaining']).toBe('4');
  expect((await post(undefined, 'alice')).headers['x-ratelimit-limit']).toBe('100');
});

it('rejects every request of a token that exceeds the global limit and marks the limit as global', async () => {
  start();
  const statuses = [];
  for (let count = 0; count < 51; count += 1) {
    statuses.push((await post(`/channels/${BigInt(CHANNEL) + BigInt(count)}/messages`)).statusCode);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  const limited = await post('/guilds/123456789012345678/roles');
  expect(limited.statusCode).toBe(429);
  expect(limited.headers).toMatchObject({
    'x-ratelimit-global': 'true',
    'x-ratelimit-scope': 'global',
  });
  expect(limited.json()).toMatchObject({ global: true, retry_after: 1 });
  expect((await post(undefined, 'Bot two')).statusCode).toBe(200);
});

it('scales every limit', async () => {
  start(3);
  expect((await post()).headers['x-ratelimit-limit']).toBe('15');
});

it('does not limit requests outside the API', async () => {
  start();
  const response = await app.inject({ method: 'GET', url: '/attachments/1/2/cat.png' });
  expect(response.headers).not.toHaveProperty('x-ratelimit-limit');
});

it('counts each interaction token separately and outside the global limit', async () => {
  start();
  const edit = (token: string) =>
    app.inject({
      method: 'PATCH',
      url: `/api/v10/webhooks/${CHANNEL}/${token}/messages/@original`,
    });
  for (let count = 0; count < 5; count += 1) expect((await edit('one')).statusCode).toBe(200);
  expect((await edit('one')).statusCode).toBe(429);
  for (let other = 0; other < 60; other += 1) {
    expect((await edit(`other-${other}`)).statusCode).toBe(200);
  }
});
