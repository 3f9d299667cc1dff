import { describe, expect, it, onTestFinished } from 'vitest';
import { parseCommandLine } from '../../../src/shared/process/command-line.ts';
import { script } from '../../../scripts/deploy-commands/options.ts';
import { run } from '../../../scripts/deploy-commands/run.ts';
import { commands, ordinaryCommands } from '../../../commands/index.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { startChild } from '../../helpers/processes/child.ts';
import { sendJson, startHttpServer } from '../../helpers/http-server.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

/** Runs the script in this process. */
async function deploy(args: string[], env: Record<string, string>) {
  const parsed = parseCommandLine(script, args);
  if (parsed.kind !== 'run') throw new Error(parsed.text);
  const out = { log: [] as string[], error: [] as string[] };
  const code = await run(env, parsed.options, {
    log: (line) => out.log.push(line),
    error: (line) => out.error.push(line),
  });
  return { code, stdout: out.log.join('\n'), stderr: out.error.join('\n') };
}

async function startSandbox(): Promise<{ sandbox: Sandbox; env: Record<string, string> }> {
  const sandbox = await createSandbox({ rateLimits: 'off' });
  onTestFinished(() => sandbox.stop());
  const env = { DISCORD_TOKEN: sandbox.botToken, DISCORD_API_URL: sandbox.apiUrl };
  return { sandbox, env };
}

/** A Discord that identifies the application and gives this answer to every other request. */
async function discordAnswering(
  status: number,
  answer: object,
  headers: Record<string, string> = {},
) {
  const server = await startHttpServer((response, index) =>
    index === 0
      ? sendJson(response, { id: '112233445566778899' })
      : sendJson(response, answer, { status, headers }),
  );
  return { DISCORD_TOKEN: 'token', DISCORD_API_URL: server.baseUrl };
}

describe('npm run deploy-commands', () => {
  it('registers the commands of every server, then has nothing to do, and removes the commands for --clear', async () => {
    const { sandbox, env } = await startSandbox();
    const { applicationId, world } = sandbox;
    const registered = (): number => world.commands.list({ applicationId, guildId: null }).length;

    const dry = await deploy(['--dry-run'], env);
    expect([dry.code, registered()]).toEqual([0, 0]);
    expect(dry.stdout).toContain('+ /');

    const first = await deploy([], env);
    expect([first.code, registered()]).toEqual([0, ordinaryCommands.length]);
    expect(first.stdout).toContain('Registered in all servers.');

    const second = await deploy([], env);
    expect(second.stdout).toContain('Nothing to do');
    expect(second.stdout).not.toMatch(/^[+~-] /m);

    const cleared = await deploy(['--clear'], env);
    expect([cleared.code, registered()]).toEqual([0, 0]);
    expect(cleared.stdout).toMatch(/^- \//m);
    expect(cleared.stdout).toMatch(/^Removed in all servers\.$/m);
  });

  it('registers the advanced commands, too, in a single server', async () => {
    const { sandbox, env } = await startSandbox();
    const { applicationId, guildId, world } = sandbox;
    expect((await deploy(['--guild', guildId], env)).code).toBe(0);
    expect(world.commands.list({ applicationId, guildId })).toHaveLength(commands.length);
  });

  it('names the missing variable and exits with 78', async () => {
    const { code, stderr } = await deploy([], {});
    expect(code).toBe(78);
    expect(stderr).toContain('DISCORD_TOKEN is missing');
    expect(stderr).not.toContain('MODERATION');
  });

  it('reads the token from the environment', async () => {
    const { sandbox, env } = await startSandbox();
    const child = startChild('scripts/deploy-commands/main.ts', { env, cwd: tempDir() });
    expect(await child.exit).toBe(0);
    const { applicationId, world } = sandbox;
    expect(world.commands.list({ applicationId, guildId: null })).toHaveLength(
      ordinaryCommands.length,
    );
  });

  it('accepts only a server ID for --guild', () => {
    expect(parseCommandLine(script, ['--guild', 'here'])).toHaveProperty(
      'text',
      expect.stringMatching(/^--guild must be a server ID/),
    );
    expect(parseCommandLine(script, ['--guild', '123456789012345678', '--dry-run'])).toEqual({
      kind: 'run',
      options: { guild: '123456789012345678', 'dry-run': true, clear: false },
      positionals: [],
    });
  });

  it('reports a wrong token and where to get a new one', async () => {
    const { env } = await startSandbox();
    const { code, stderr } = await deploy([], { ...env, DISCORD_TOKEN: 'wrong' });
    expect(code).toBe(78);
    expect(stderr).toContain('rejects the bot’s token');
    expect(stderr).not.toContain('    at ');
  });

  it('shows the invite link with the missing scope', async () => {
    const env = await discordAnswering(403, { code: 50_001, message: 'Missing Access' });
    const { code, stderr } = await deploy(['--guild', '123456789012345678'], env);
    expect(code).toBe(78);
    expect(stderr).toContain('in server 123456789012345678');
    expect(stderr).toMatch(/client_id=112233445566778899&scope=bot\+applications\.commands/);
  });

  it('reports how long a rate limit lasts', async () => {
    const body = { message: 'You are being rate limited.', retry_after: 600, global: false };
    const env = await discordAnswering(429, body, { 'retry-after': '600' });
    const { code, stderr } = await deploy([], env);
    expect(code).toBe(1);
    expect(stderr).toContain('Try again in 10 minutes');
  });

  it('reports that the daily limit on new commands is reached', async () => {
    const env = await discordAnswering(400, { code: 30_034, message: 'Max' });
    const { code, stderr } = await deploy([], env);
    expect(code).toBe(1);
    expect(stderr).toContain('200 new commands per day');
  });

  it('prints the path and message of every problem that Discord reports outside the commands', async () => {
    const env = await discordAnswering(400, {
      code: 50_035,
      message: 'Invalid Form Body',
      errors: {
        guild_id: { _errors: [{ code: 'NUMBER_TYPE_COERCE', message: 'Not a snowflake.' }] },
      },
    });
    const { code, stderr } = await deploy([], env);
    expect(code).toBe(1);
    expect(stderr).toContain('Discord rejected the request: Invalid Form Body (50035).');
    expect(stderr).toContain('guild_id[NUMBER_TYPE_COERCE]: Not a snowflake.');
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    [{ errors: { name: ['Too long.'] } }, 'name: Too long.'],
    [{ errors: [{ path: ['options', 0], message: 'Too long.' }] }, 'options.0: Too long.'],
    [{ errors: { options: { 0: { name: 'Too long.' } } } }, 'options.0.name: Too long.'],
    [{ errors: { name: { _errors: [{ message: 'Too long.' }] } } }, 'name: Too long.'],
    [{ details: { name: { message: 'Too long.' } } }, 'details.name: Too long.'],
    [{ detail: 'Too long.' }, 'detail: Too long.'],
  ])('prints path and message of a refusal in the shape %j', async (shape, line) => {
    const env = await discordAnswering(400, {
      code: 50_035,
      message: 'Invalid Form Body',
      ...shape,
    });
    const { stderr } = await deploy([], env);
    expect(stderr).toContain('Discord rejected the request: Invalid Form Body (50035).');
    expect(stderr.split('\n').map((text) => text.trim())).toContain(line);
  });

  it('prints the message of a response with an unexpected shape, without a stack trace', async () => {
    const env = await discordAnswering(200, { unexpected: true });
    const { code, stderr } = await deploy([], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Unexpected error: \S/);
    expect(stderr).not.toContain('    at ');
  });

  it('reports an unreachable address', async () => {
    const env = { DISCORD_TOKEN: 'token', DISCORD_API_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await deploy([], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Discord cannot be reached at http:\/\/127\.0\.0\.1:9 \([^.]+\)\. Check the network/,
    );
  });
});
