import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { post } from './start.ts';

// The built script, as `npm run service` runs it; `npm test` builds first.
const SCRIPT = 'dist/scripts/service.js';

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function firstLine(child: ReturnType<typeof run>): Promise<Record<string, string>> {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(String(line));
}

describe('npm run service', () => {
  it('tells where it is in one line of JSON, answers there, and ends cleanly on SIGTERM', async () => {
    const child = run(['--port', '0'], { MODERATION_API_KEY: 'given' });
    const exit = once(child, 'exit');
    const { baseUrl = '', consoleUrl, apiKey } = await firstLine(child);
    expect([consoleUrl, apiKey]).toEqual([baseUrl, 'given']);
    const answer = await post(baseUrl, '{"sample":"a"}', { 'x-service-api-auth': 'given' });
    expect(answer.status).toBe(200);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it('makes a key of its own when the one given is empty', async () => {
    const child = run([], { MODERATION_API_KEY: '' });
    const { apiKey } = await firstLine(child);
    expect(apiKey).toMatch(/^[0-9a-f]{48}$/);
  });

  it.each(['seven', '70000', '-1', '1.5', ''])(
    'refuses --port=%s in a sentence and exits with 64',
    async (port) => {
      const child = run([`--port=${port}`]);
      const exit = once(child, 'exit');
      expect(await text(child.stderr)).toBe('--port must be a whole number from 0 to 65535.\n');
      expect(await exit).toEqual([64, null]);
    },
  );

  it('refuses an option it does not know with 64', async () => {
    const child = run(['--prot', '1']);
    const exit = once(child, 'exit');
    expect(await text(child.stderr)).toContain("'--prot'");
    expect(await exit).toEqual([64, null]);
  });
});
