import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startChild } from '../helpers/child.ts';
import { post } from './start.ts';

const SCRIPT = 'scripts/service.js';

const lineSchema = z.object({ baseUrl: z.string(), consoleUrl: z.string(), apiKey: z.string() });

describe('npm run service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'tells where it is in one line of JSON, answers there, and ends cleanly on %s',
    async (signal) => {
      const child = startChild(SCRIPT, {
        args: ['--port', '0'],
        env: { MODERATION_API_KEY: 'given' },
      });
      const { baseUrl, consoleUrl, apiKey } = lineSchema.parse(await child.firstLine());
      expect([consoleUrl, apiKey]).toEqual([baseUrl, 'given']);
      const answer = await post(baseUrl, '{"sample":"a"}', { 'x-service-api-auth': 'given' });
      expect(answer.status).toBe(200);
      child.kill(signal);
      expect(await child.exit).toBe(0);
      expect(child.stdout().trim().split('\n')).toHaveLength(1);
    },
  );

  it('makes a key of its own when the one given is empty', async () => {
    const child = startChild(SCRIPT, { env: { MODERATION_API_KEY: '' } });
    expect(lineSchema.parse(await child.firstLine()).apiKey).toMatch(/^[0-9a-f]{48}$/);
  });
});
