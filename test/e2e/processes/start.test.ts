import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startChild } from '../../helpers/processes/child.ts';
import { BOTS_USE_POSTGRES } from '../../helpers/state-url.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { createProcessFixture } from './fixture.ts';

const EXIT_CONFIG = 78;

describe('the command line', () => {
  it.each([
    ['--help', 0],
    ['--halp', 64],
  ])('of `npm start` with %s exits with %i and the usage', async (arg, code) => {
    const child = startChild('src/main.ts', { args: [arg], cwd: tempDir() });
    expect(await child.exit).toBe(code);
    expect(child.stdout() + child.stderr()).toContain('Usage: npm run start -- [--check] [--help]');
  });
});

describe('a process that cannot start', () => {
  it('lists every problem of its environment in one message', async () => {
    const child = startChild('src/main.ts', {
      env: {
        DISCORD_API_URL: 'nonsense',
        LOG_LEVEL: 'loud',
        STATE_URL: 'elsewhere',
        MODERATION_URL: 'http://127.0.0.1:1',
      },
      cwd: tempDir(),
    });
    expect(await child.exit).toBe(EXIT_CONFIG);
    for (const name of [
      'DISCORD_TOKEN',
      'DISCORD_API_URL',
      'LOG_LEVEL',
      'STATE_URL',
      'MODERATION_API_KEY',
    ]) {
      expect(child.stderr()).toContain(`  - ${name} `);
    }
    expect(child.stderr()).not.toContain('    at ');
    expect(child.stdout()).toBe('');
  });

  it('explains how to get a new token when Discord rejects it, and does not print the token', async () => {
    const { start } = await createProcessFixture();
    const token = 'bm90IGEgdG9rZW4.Gabcde.not-a-token-of-anybody-at-all-really';
    const child = start({ DISCORD_TOKEN: token });
    expect(await child.exit).toBe(EXIT_CONFIG);
    expect(child.stderr().trim().split('\n')).toEqual([
      expect.stringMatching(/rejects the bot’s token.*Bot → Reset Token/),
    ]);
    expect(child.stdout() + child.stderr()).not.toContain(token);
  });

  // On PostgreSQL, bots share the work.
  it.skipIf(BOTS_USE_POSTGRES)(
    'reports another bot on the same state, and starts after that bot was killed',
    async () => {
      const { start, startConnected } = await createProcessFixture();
      const first = await startConnected();
      const second = start();
      expect(await second.exit).toBe(1);
      expect(second.stderr()).toMatch(/Another bot is already using the state .*STATE_URL/);
      first.kill('SIGKILL');
      await first.exit;
      await startConnected();
    },
  );

  it('explains which intents to switch on when Discord refuses them', async () => {
    const { sandbox, start } = await createProcessFixture();
    const child = start({ DISCORD_TOKEN: sandbox.members['helper-bot'].token });
    expect(await child.exit).toBe(EXIT_CONFIG);
    expect(child.stderr().trim().split('\n')).toEqual([
      expect.stringMatching(
        /“Server Members Intent” and “Message Content Intent”.*Privileged Gateway Intents/,
      ),
    ]);
  });

  it('reports that Discord is unreachable, with the address', async () => {
    const { sandbox, start } = await createProcessFixture();
    await sandbox.stop();
    const child = start();
    expect(await child.exit).toBe(1);
    expect(child.stderr().trim().split('\n')).toEqual([
      expect.stringContaining(`Discord cannot be reached at ${sandbox.apiUrl} (`),
    ]);
  });

  it('reports that its state cannot be opened, with the path', async () => {
    const { dir, start } = await createProcessFixture();
    const folder = join(dir, 'folder');
    mkdirSync(folder);
    const child = start({ STATE_URL: `sqlite:${folder}` });
    expect(await child.exit).toBe(1);
    expect(child.stderr().trim().split('\n')).toEqual([
      expect.stringContaining(`Could not open the database ${folder}: `),
    ]);
  });
});

describe('the process', () => {
  it('ends its start-up with the bot’s name, the number of servers and the next step', async () => {
    const { start } = await createProcessFixture();
    const child = start();
    await child.says('. Next: ');
    const lastLine = child.stdout().trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(lastLine)).toMatchObject({
      msg: expect.stringMatching(/^ready as .+ in 1 server\. Next: run `npm run deploy-commands`/),
    });
  });

  it('reads .env in its working directory', async () => {
    const { dir, env, person, sandbox, exists } = await createProcessFixture();
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(dir, '.env'), lines.join('\n'));
    const child = startChild('src/main.ts', { cwd: dir });
    await child.says('connected to Discord');
    const message = await person('bob').say(sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(exists(message)).toBe(false), 5000);
  });

  it('uses its embedded service when no other is configured', async () => {
    const { person, sandbox, service, exists, startConnected } = await createProcessFixture();
    await startConnected({ MODERATION_URL: '', MODERATION_API_KEY: '' });
    const message = await person('bob').say(sandbox.channels.general, 'fuck you, you stupid bitch');
    await vi.waitFor(() => expect(exists(message)).toBe(false), 5000);
    expect(service.samples).toEqual([]);
  });
});
