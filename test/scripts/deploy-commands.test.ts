import { describe, expect, it, onTestFinished } from 'vitest';
import { readOptions } from '../../scripts/deploy-commands/options.ts';
import { run } from '../../scripts/deploy-commands/run.ts';
import { commands } from '../../commands/index.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { startChild } from '../helpers/child.ts';
import { sendJson, startHttpServer } from '../helpers/http-server.ts';
import { tempDir } from '../helpers/temp-dir.ts';

/** What the script does, without a process of its own. */
async function deploy(args: string[], env: Record<string, string>) {
  const options = readOptions(args);
  if (typeof options === 'string') throw new Error(options);
  const out = { log: [] as string[], error: [] as string[] };
  const code = await run(env, options, {
    log: (line) => out.log.push(line),
    error: (line) => out.error.push(line),
  });
  return { code, stdout: out.log.join('\n'), stderr: out.error.join('\n') };
}

async function sandboxed(): Promise<{ sandbox: Sandbox; env: Record<string, string> }> {
  const sandbox = await createSandbox({ rateLimits: 'off' });
  onTestFinished(() => sandbox.stop());
  const env = { DISCORD_TOKEN: sandbox.botToken, DISCORD_API_URL: sandbox.apiUrl };
  return { sandbox, env };
}

/** A Discord that answers who the application is, and then this. */
async function discordSaying(status: number, answer: object, headers: Record<string, string> = {}) {
  const server = await startHttpServer((response, index) =>
    index === 0
      ? sendJson(response, { id: '112233445566778899' })
      : sendJson(response, answer, { status, headers }),
  );
  return { DISCORD_TOKEN: 'token', DISCORD_API_URL: server.baseUrl };
}

describe('npm run deploy-commands', () => {
  it('registers every command, then has nothing to do, and takes them back', async () => {
    const { sandbox, env } = await sandboxed();
    const { applicationId, world } = sandbox;
    const registered = (): number => world.commands.list({ applicationId, guildId: null }).length;

    const dry = await deploy(['--dry-run'], env);
    expect([dry.code, registered()]).toEqual([0, 0]);
    expect(dry.stdout).toContain('+ /');

    const first = await deploy([], env);
    expect([first.code, registered()]).toEqual([0, commands.length]);
    expect(first.stdout).toContain('Registered in all servers.');

    const second = await deploy([], env);
    expect(second.stdout).toContain('Nothing to do');
    expect(second.stdout).not.toMatch(/^[+~-] /m);

    const cleared = await deploy(['--clear'], env);
    expect([cleared.code, registered()]).toEqual([0, 0]);
    expect(cleared.stdout).toMatch(/^- \//m);
    expect(cleared.stdout).toMatch(/^Removed in all servers\.$/m);
  });

  it('says what is missing in the environment and exits with 78', async () => {
    const { code, stderr } = await deploy([], {});
    expect(code).toBe(78);
    expect(stderr).toContain('DISCORD_TOKEN is missing');
    expect(stderr).not.toContain('MODERATION');
  });

  it('is a script that takes its token from the environment', async () => {
    const { sandbox, env } = await sandboxed();
    const child = startChild('scripts/deploy-commands.js', { env, cwd: tempDir() });
    expect(await child.exit).toBe(0);
    const { applicationId, world } = sandbox;
    expect(world.commands.list({ applicationId, guildId: null })).toHaveLength(commands.length);
  });

  it('explains how it is used, and exits with 64', async () => {
    const child = startChild('scripts/deploy-commands.js', { args: ['--nonsense'] });
    expect(await child.exit).toBe(64);
    expect(child.stderr()).toContain('Usage: npm run deploy-commands');
  });

  it('takes the id of a server and nothing else behind --guild', () => {
    expect(readOptions(['--guild', 'here'])).toMatch(/^--guild takes the id of a server/);
    expect(readOptions(['--guild', '123456789012345678', '--dry-run'])).toEqual({
      guildId: '123456789012345678',
      dryRun: true,
      clear: false,
    });
  });

  it('says that the token is wrong and where to get another', async () => {
    const { env } = await sandboxed();
    const { code, stderr } = await deploy([], { ...env, DISCORD_TOKEN: 'wrong' });
    expect(code).toBe(78);
    expect(stderr).toContain('does not accept the bot’s token');
    expect(stderr).not.toContain('    at ');
  });

  it('gives the link with the scope that is missing', async () => {
    const env = await discordSaying(403, { code: 50_001, message: 'Missing Access' });
    const { code, stderr } = await deploy(['--guild', '123456789012345678'], env);
    expect(code).toBe(78);
    expect(stderr).toContain('in the server 123456789012345678');
    expect(stderr).toMatch(/client_id=112233445566778899&scope=bot\+applications\.commands/);
  });

  it('says how long a rate limit lasts', async () => {
    const body = { message: 'You are being rate limited.', retry_after: 600, global: false };
    const env = await discordSaying(429, body, { 'retry-after': '600' });
    const { code, stderr } = await deploy([], env);
    expect(code).toBe(1);
    expect(stderr).toContain('Try again in 10 minutes');
  });

  it('says that the day’s creations are used up', async () => {
    const env = await discordSaying(400, { code: 30_034, message: 'Max' });
    const { code, stderr } = await deploy([], env);
    expect(code).toBe(1);
    expect(stderr).toContain('200 new commands a day');
  });

  it('says that nothing answers at the address', async () => {
    const env = { DISCORD_TOKEN: 'token', DISCORD_API_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await deploy([], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Discord cannot be reached at http:\/\/127\.0\.0\.1:9 \([^.]+\)\. Check the network/,
    );
  });
});
