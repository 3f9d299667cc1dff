import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startChild } from '../../helpers/processes/child.ts';
import { createProcessFixture } from './fixture.ts';

/** Runs `npm start -- --check`. */
async function check(changes: NodeJS.ProcessEnv = {}) {
  const { sandbox, service, dir, env } = await createProcessFixture();
  const child = startChild('src/main.ts', {
    args: ['--check'],
    env: { ...env, ...changes },
    cwd: dir,
  });
  const code = await child.exit;
  return {
    code,
    lines: child.stdout().trim().split('\n'),
    errors: child.stderr(),
    sandbox,
    service,
  };
}

describe('npm start -- --check', () => {
  it('finds nothing wrong with a good installation, and posts nothing', async () => {
    const { code, lines, errors } = await check();
    expect([code, errors]).toEqual([0, '']);
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      '✓ settings',
      '✓ token',
      '✓ intents',
      '✓ database',
      '✓ service',
    ]);
  });

  it('exits with 78 for wrong settings', async () => {
    const { code, errors } = await check({ LOG_LEVEL: 'loud' });
    expect(code).toBe(78);
    expect(errors).toContain('LOG_LEVEL');
  });

  it('exits with 2 if Discord cannot be reached', async () => {
    const { code, lines } = await check({ DISCORD_API_URL: 'http://127.0.0.1:1/api' });
    expect(code).toBe(2);
    expect(lines).toContainEqual(expect.stringContaining('✗ token: Discord cannot be reached'));
  });

  it('exits with 3 for a token that Discord rejects, and does not print it', async () => {
    const token = 'bm90IGEgdG9rZW4.Gabcde.not-a-token-of-anybody-at-all-really';
    const { code, lines } = await check({ DISCORD_TOKEN: token });
    expect(code).toBe(3);
    expect(lines).toContainEqual(expect.stringContaining('✗ token: Discord rejects'));
    expect(lines.join('\n')).not.toContain(token);
  });

  it.each([
    ['that cannot be created', 'sqlite:/dev/null/state.sqlite', '/dev/null is not a folder.'],
    ['that is no database', `sqlite:${process.execPath}`, process.execPath],
  ])('exits with 5 for a state %s', async (_which, url, reason) => {
    const { code, lines } = await check({ STATE_URL: url });
    expect(code).toBe(5);
    expect(lines).toContainEqual(expect.stringMatching(/^✗ database: /));
    expect(lines.join('\n')).toContain(reason);
  });

  it('exits with 6 for a service that does not answer', async () => {
    const { code, lines } = await check({ MODERATION_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(6);
    expect(lines).toContainEqual(expect.stringMatching(/^✗ service: /));
  });

  it('exits with 4 for intents that are off', async () => {
    const { sandbox, dir, env } = await createProcessFixture();
    const child = startChild('src/main.ts', {
      args: ['--check'],
      env: { ...env, DISCORD_TOKEN: sandbox.members['helper-bot'].token },
      cwd: dir,
    });
    expect(await child.exit).toBe(4);
    expect(child.stdout()).toContain('✗ intents: ');
  });

  it('works beside a running bot', async () => {
    const { startConnected, env, dir } = await createProcessFixture();
    await startConnected();
    mkdirSync(join(dir, 'elsewhere'));
    const child = startChild('src/main.ts', {
      args: ['--check'],
      env,
      cwd: join(dir, 'elsewhere'),
    });
    expect(await child.exit).toBe(0);
    expect(child.stdout()).toContain('✓ database: It can be used.');
  });
});
