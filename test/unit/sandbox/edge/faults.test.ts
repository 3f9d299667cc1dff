import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { installFaultRoutes } from '../../../../src/sandbox/edge/fault-routes.ts';
import { installFaults, type Faults } from '../../../../src/sandbox/edge/faults.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';

const DELETE_MESSAGE = '/channels/123456789012345678/messages/123456789012345679';

let app: FastifyInstance;
let clock: FakeClock;
let faults: Faults;
let handled: string[];

const gateway = {
  drop: vi.fn<(closeCode?: number) => void>(),
  requestReconnect: vi.fn<() => void>(),
  invalidateSessions: vi.fn<(resumable: boolean) => void>(),
  sendEvent: vi.fn<(type: string, data: unknown) => void>(),
  identifies: [],
  sessions: () => [],
  pause: vi.fn<() => void>(),
  unpause: vi.fn<() => void>(),
  lock: vi.fn<() => void>(),
  unlock: vi.fn<() => void>(),
  stop: vi.fn<() => void>(),
};
const setDmsOpen = vi.fn<(userId: string, open: boolean) => void>();

beforeEach(() => {
  vi.clearAllMocks();
  clock = createFakeClock();
  handled = [];
  app = fastify();
  faults = installFaults(app, { clock, gateway, setDmsOpen });
  installFaultRoutes(app, faults);
  app.all('/api/*', (request, reply) => {
    handled.push(request.method);
    void reply.send({ ok: true });
  });
});
afterEach(() => app.close());

const send = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
  app.inject({ method, url: `/api/v10${path}` });

it('fails the given number of requests without handling them', async () => {
  faults.failNext({ status: 503, times: 2 });
  const statuses = [];
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await send('DELETE', DELETE_MESSAGE)).statusCode);
  }
  expect(statuses).toEqual([503, 503, 200]);
  expect(handled).toEqual(['DELETE']);
});

it('fails only requests to the given route', async () => {
  faults.failNext({ status: 500, route: 'DELETE /channels/:id/messages/:id' });
  expect((await send('GET', DELETE_MESSAGE)).statusCode).toBe(200);
  expect((await send('DELETE', DELETE_MESSAGE)).statusCode).toBe(500);
});

it('delays a request', async () => {
  faults.delayNext({ delayMs: 5_000 });
  const late = send('GET', '/users/@me');
  await vi.waitFor(() => expect(clock.pending()).toEqual([5_000]));
  expect(handled).toEqual([]);
  clock.advance(5_000);
  expect((await late).statusCode).toBe(200);
});

it.each([
  ['one route', false, 'user', undefined],
  ['all routes', true, 'global', 'true'],
])('sends a 429 for %s', async (_label, global, scope, header) => {
  faults.rateLimitNext({ retryAfterSeconds: 1.5, global });
  const response = await send('GET', '/users/@me');
  expect(response.statusCode).toBe(429);
  expect(response.json()).toEqual({
    message: 'You are being rate limited.',
    retry_after: 1.5,
    global,
  });
  expect(response.headers['retry-after']).toBe('2');
  expect(response.headers['x-ratelimit-scope']).toBe(scope);
  expect(response.headers['x-ratelimit-global']).toBe(header);
});

it('accepts every fault over HTTP', async () => {
  const post = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/sandbox/faults', payload })).statusCode;
  expect(await post({ fault: 'dropGateway', closeCode: 4000 })).toBe(204);
  expect(await post({ fault: 'requestReconnect' })).toBe(204);
  expect(await post({ fault: 'invalidateSessions', resumable: true })).toBe(204);
  expect(await post({ fault: 'pauseGateway', paused: true })).toBe(204);
  expect(await post({ fault: 'closeGateway', closed: true })).toBe(204);
  expect(await post({ fault: 'refuseDms', userId: '1', refused: true })).toBe(204);
  expect(await post({ fault: 'failNext', status: 502 })).toBe(204);
  expect(gateway.drop).toHaveBeenCalledWith(4000);
  expect(gateway.requestReconnect).toHaveBeenCalledOnce();
  expect(gateway.invalidateSessions).toHaveBeenCalledWith(true);
  expect(gateway.pause).toHaveBeenCalledOnce();
  expect(gateway.lock).toHaveBeenCalledOnce();
  expect(setDmsOpen).toHaveBeenCalledWith('1', false);
  expect((await send('GET', '/users/@me')).statusCode).toBe(502);
});

it.each([
  ['a site whose name resolves to this machine', { host: 'evil.example:4100' }],
  ['a form of another site', { host: '127.0.0.1:4100', origin: 'https://evil.example' }],
])('takes no fault from %s', async (_who, headers) => {
  for (const method of ['POST', 'DELETE'] as const) {
    const payload = { fault: 'failNext', status: 502 };
    const response = await app.inject({ method, url: '/sandbox/faults', headers, payload });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
  }
  expect((await send('GET', '/users/@me')).statusCode).toBe(200);
});

it('rejects an invalid fault and names the wrong field', async () => {
  const payload = { fault: 'failNext', status: 200 };
  const response = await app.inject({ method: 'POST', url: '/sandbox/faults', payload });
  expect(response.statusCode).toBe(400);
  expect(response.json().message).toContain('status');
});

it('drops pending faults when cleared', async () => {
  faults.failNext({ status: 500, times: 10 });
  const response = await app.inject({ method: 'DELETE', url: '/sandbox/faults' });
  expect(response.statusCode).toBe(204);
  expect((await send('GET', '/users/@me')).statusCode).toBe(200);
  expect(gateway.unpause).toHaveBeenCalledOnce();
});
