import { describe, expect, it, vi } from 'vitest';
import { describeOnPostgres } from '../../../../helpers/test-state.ts';
import { runOnServer } from '../../instances/fixture.ts';
import { VERSION } from '../../../../../src/shared/version.ts';
import { startService } from '../../start.ts';

const get = async (baseUrl: string, path: string) => {
  const response = await fetch(baseUrl + path);
  return { status: response.status, body: await response.json() };
};

describe('without a key', () => {
  it('load balancers learn that the service runs and is ready', async () => {
    const { baseUrl } = await startService();
    expect(await get(baseUrl, '/healthz')).toEqual({
      status: 200,
      body: { state: 'up', version: VERSION },
    });
    expect(await get(baseUrl, '/readyz')).toEqual({
      status: 200,
      body: { ready: true, store: { state: 'up' } },
    });
  });
});

describeOnPostgres((newDatabase) => {
  it('the service is not ready while the database refuses it', async () => {
    const stateUrl = await newDatabase();
    const { baseUrl } = await startService({ stateUrl });
    const becomes = (status: number) =>
      vi.waitFor(async () => expect((await get(baseUrl, '/readyz')).status).toBe(status), {
        timeout: 10_000,
      });
    await runOnServer(stateUrl, (name) => [
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    ]);
    await becomes(503);
    expect((await get(baseUrl, '/healthz')).status).toBe(200);
    await runOnServer(stateUrl, (name) => [`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`]);
    await becomes(200);
  });
});
