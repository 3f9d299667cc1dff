import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { ListenerError } from '../../../../src/bot/listener/listener.ts';
import type { Readiness } from '../../../../src/bot/listener/health.ts';
import { ALL_UP, keywordAlert, NOW, startListener } from './start-listener.ts';
import { portOf } from '../../../helpers/servers/port-of.ts';

it('says that the process is alive', async () => {
  const { url } = await startListener();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

it('is ready when every part is up', async () => {
  const { url } = await startListener();
  const response = await fetch(`${url}/readyz`);
  expect(response.status).toBe(200);
  const since = new Date(NOW).toISOString();
  expect(await response.json()).toEqual({
    ready: true,
    gateway: { state: 'up', since },
    service: { state: 'up', since },
    storage: { state: 'up', since },
  });
});

it.each(['gateway', 'service', 'storage'] as const)(
  'is not ready while %s is down, and says which part, since when and why',
  async (part) => {
    let readiness: Readiness = ALL_UP;
    const { url } = await startListener({ readiness: () => readiness });
    readiness = {
      ...ALL_UP,
      [part]: { state: 'down', sinceMs: NOW + 1000, detail: 'It does not answer.' },
    };
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      ready: false,
      [part]: { state: 'down', since: '2025-01-01T00:00:01.000Z', detail: 'It does not answer.' },
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  },
);

it('serves metrics on the webhook port unless they have their own', async () => {
  const together = await startListener();
  expect(together.metricsUrl).toBe(together.url);
  expect(await (await fetch(`${together.url}/metrics`)).text()).toContain('portcullis_');

  const apart = await startListener({ metricsAddress: { host: '127.0.0.1', port: 0 } });
  for (const path of ['/metrics', '/healthz', '/readyz']) {
    expect((await fetch(`${apart.url}${path}`)).status).toBe(404);
    expect((await fetch(`${apart.metricsUrl}${path}`)).status).toBe(200);
  }
  expect((await apart.post(keywordAlert())).status).toBe(200);
  const elsewhere = await fetch(`${apart.metricsUrl}/webhooks/x`, { method: 'POST' });
  expect(elsewhere.status).toBe(404);
});

it('returns a connectable address if it listens on all interfaces', async () => {
  const { url } = await startListener({ address: { host: '0.0.0.0', port: 0 } });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

it('names the port that is in use and leaves nothing open', async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const port = portOf(taken);
  const starting = startListener({ metricsAddress: { host: '127.0.0.1', port } });
  await expect(starting).rejects.toThrow(ListenerError);
  await expect(starting).rejects.toThrow(`127.0.0.1, port ${port}`);
});
