import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startChild } from '../../helpers/processes/child.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { post } from './start.ts';

const lineSchema = z.object({ baseUrl: z.string(), consoleUrl: z.string(), apiKey: z.string() });

/** Runs the script like `npm run service`, with state in memory. */
function startService(env: NodeJS.ProcessEnv = {}, args: string[] = []) {
  return startChild('scripts/service.ts', {
    args,
    env: { SERVICE_STATE_URL: 'sqlite::memory:', ...env },
  });
}

describe('npm run service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address as one line of JSON, serves requests, and exits cleanly on %s',
    async (signal) => {
      const child = startService({ MODERATION_API_KEY: 'given' }, ['--port', '0']);
      const { baseUrl, consoleUrl, apiKey } = lineSchema.parse(await child.firstLine());
      expect([consoleUrl, apiKey]).toEqual([baseUrl, 'given']);
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
});
