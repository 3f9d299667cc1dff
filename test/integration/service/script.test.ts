import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../helpers/servers/free-port.ts';
import { startChild } from '../../helpers/processes/child.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { post } from './start.ts';

const lineSchema = z.object({
  baseUrl: z.string(),
  consoleUrl: z.string(),
  apiKey: z.string().optional(),
});

const accountSchema = z.object({ account: z.string(), apiKey: z.string() });

/** Runs the script like `npm run service`, with state in memory. */
function startService(env: NodeJS.ProcessEnv = {}, args: string[] = []) {
  return startChild('scripts/service.ts', {
    args,
    env: { SERVICE_STATE_URL: 'sqlite::memory:', ...env },
  });
}

describe('npm run service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address, but no key of the operator, as one line of JSON, serves requests, and exits cleanly on %s',
    async (signal) => {
      const child = startService({ MODERATION_API_KEY: 'given' }, ['--port', '0']);
      const { baseUrl, consoleUrl, apiKey } = lineSchema.parse(await child.firstLine());
      expect([consoleUrl, apiKey]).toEqual([baseUrl, undefined]);
      const answer = await post(baseUrl, '{"sample":"a"}', { 'x-service-api-auth': 'given' });
      expect(answer.status).toBe(200);
      child.kill(signal);
      expect(await child.exit).toBe(0);
      expect(child.stdout().trim().split('\n')).toHaveLength(1);
    },
  );

  it('generates a key if the given one is empty', async () => {
    const child = startService({ MODERATION_API_KEY: '' });
    expect(lineSchema.parse(await child.firstLine()).apiKey).toMatch(/^[0-9a-f]{48}$/);
  });

  it('prints the address of its page only where it has one', async () => {
    const [withPage, without] = await Promise.all([
      startService().firstLine(),
      startService({ SERVICE_PAGE: 'off' }).firstLine(),
    ]);
    expect(withPage).toMatchObject({ pageUrl: expect.stringContaining('/#') });
    expect(without).not.toHaveProperty('pageUrl');
  });

  it('stores its state at SERVICE_STATE_URL', async () => {
    const path = join(tempDir(), 'deep', 'service.sqlite');
    await startService({ SERVICE_STATE_URL: `sqlite:${path}` }).firstLine();
    expect(existsSync(path)).toBe(true);
  });

  it('names the invalid variable and exits with 1', async () => {
    const child = startService({ SERVICE_STATE_URL: 'postgres://db' });
    expect(await child.exit).toBe(1);
    expect(child.stderr()).toContain('SERVICE_STATE_URL must be “sqlite:” and a path');
  });

  it('listens where SERVICE_HOST and SERVICE_PORT say, unless an option says otherwise', async () => {
    const port = await freePort();
    const env = { SERVICE_HOST: '::1', SERVICE_PORT: String(port) };
    const line = lineSchema.parse(await startService(env).firstLine());
    expect(line.baseUrl).toBe(`http://[::1]:${port}`);
    const other = startService(env, ['--host', '127.0.0.1', '--port', '0']);
    expect(lineSchema.parse(await other.firstLine()).baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it('adds an account, whose key works at once, lists it and revokes it', async () => {
    const state = { SERVICE_STATE_URL: `sqlite:${join(tempDir(), 'service.sqlite')}` };
    const add = startService(state, ['accounts', 'add', 'partner']);
    expect(await add.exit).toBe(0);
    const { account, apiKey } = accountSchema.parse(JSON.parse(add.stdout()));
    expect(account).toBe('partner');
    const { baseUrl } = lineSchema.parse(await startService(state).firstLine());
    const answer = await post(baseUrl, '{"sample":"a"}', { 'x-service-api-auth': apiKey });
    expect(answer.status).toBe(200);
    expect(await startService(state, ['accounts', 'revoke', 'partner']).exit).toBe(0);
    const list = startService(state, ['accounts', 'list']);
    expect(await list.exit).toBe(0);
    expect(list.stdout()).toMatch(/^partner\tcreated [\d-]{10}\trevoked [\d-]{10}\n$/);
  });

  it.each([['accounts'], ['accounts', 'add'], ['accounts', 'list', 'x'], ['acounts', 'list']])(
    'explains itself: %s %s',
    async (...args) => {
      const child = startService({}, args);
      expect(await child.exit).toBe(64);
      expect(child.stderr()).toContain('Usage: npm run service');
    },
  );
});
