import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startChild } from '../helpers/child.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { surroundings } from './process.ts';

const EXIT_CONFIG = 78;

describe('the process, when it cannot start', () => {
  it('lists every problem of its environment in one message', async () => {
    const child = startChild('src/main.js', {
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

  it('says what to click when Discord does not take the token, and does not repeat it', async () => {
    const { start } = await surroundings();
    const token = 'bm90IGEgdG9rZW4.Gabcde.not-a-token-of-anybody-at-all-really';
    const child = start({ DISCORD_TOKEN: token });
    expect(await child.exit).toBe(EXIT_CONFIG);
    expect(child.stderr().trim().split('\n')).toEqual([
      expect.stringMatching(/does not accept the bot’s token.*Bot → Reset Token/),
    ]);
    expect(child.stdout() + child.stderr()).not.toContain(token);
  });

  it('says that another bot is running on its state, and starts once that was killed', async () => {
    const { start, startConnected } = await surroundings();
    const first = await startConnected();
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.stderr()).toMatch(/Another bot is running on the same state .*STATE_URL/);
    first.kill('SIGKILL');
    await first.exit;
    await startConnected();
  });

  it('says what to switch on when Discord does not allow its intents', async () => {
    const { sandbox, start } = await surroundings();
    const child = start({ DISCORD_TOKEN: sandbox.members['helper-bot'].token });
    expect(await child.exit).toBe(EXIT_CONFIG);
    expect(child.stderr().trim().split('\n')).toEqual([
      expect.stringMatching(
        /“Server Members Intent” and “Message Content Intent”.*Privileged Gateway Intents/,
      ),
    ]);
  });

  it('says that Discord cannot be reached, and where it looked for it', async () => {
    const { sandbox, start } = await surroundings();
    await sandbox.stop();
    const child = start();
    expect(await child.exit).toBe(1);
    expect(child.stderr().trim().split('\n')).toEqual([
      expect.stringContaining(`Discord cannot be reached at ${sandbox.apiUrl} (`),
    ]);
  });

  it('says that its state cannot be opened, and where it is', async () => {
    const { dir, start } = await surroundings();
    const folder = join(dir, 'folder');
    mkdirSync(folder);
    const child = start({ STATE_URL: `sqlite:${folder}` });
    expect(await child.exit).toBe(1);
    expect(child.stderr().trim().split('\n')).toEqual([
      expect.stringContaining(`The database could not be opened (${folder}): `),
    ]);
  });
});

describe('the process', () => {
  it('reads the file .env where it is started', async () => {
    const { dir, env, person, sandbox, stands } = await surroundings();
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(dir, '.env'), lines.join('\n'));
    const child = startChild('src/main.js', { cwd: dir });
    await child.says('connected to Discord');
    const message = await person('bob').say(sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(stands(message)).toBe(false), 5000);
  });

  it('comes with a service of its own, which it asks when it is told of no other', async () => {
    const { person, sandbox, service, stands, startConnected } = await surroundings();
    await startConnected({ MODERATION_URL: '', MODERATION_API_KEY: '' });
    const message = await person('bob').say(sandbox.channels.general, 'fuck you, you stupid bitch');
    await vi.waitFor(() => expect(stands(message)).toBe(false), 5000);
    expect(service.samples).toEqual([]);
  });
});
