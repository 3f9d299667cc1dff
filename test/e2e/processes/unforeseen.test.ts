import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bundleOf } from '../../helpers/processes/bundle-scripts.ts';
import { createProcessFixture } from './fixture.ts';

const EXIT_FAILURE = 1;
const EXIT_CONFIG = 78;

/** Node's option that runs a statement in the bot's process when it gets SIGUSR2. */
function onSignal(statement: string): NodeJS.ProcessEnv {
  const code = `process.on('SIGUSR2', () => { ${statement} })`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

describe('an unforeseen error', () => {
  it.each([
    ['an exception', 'throw new Error("unforeseen")'],
    ['a rejected promise', 'void Promise.reject(new Error("unforeseen"))'],
  ])('(%s) is logged and stops the process in order', async (_name, statement) => {
    const { person, sandbox, service, exists, startConnected } = await createProcessFixture();
    const child = await startConnected(onSignal(statement));
    const release = service.hold();
    const message = await person('bob').say(sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(service.samples).toHaveLength(1));
    child.kill('SIGUSR2');
    await child.says('stopping');
    release();
    expect(await child.exit).toBe(EXIT_FAILURE);
    expect(exists(message)).toBe(false);
    const fatal = child
      .stdout()
      .split('\n')
      .filter((line) => line.includes('unexpected error') && line.includes('unforeseen'));
    expect(fatal).toHaveLength(1);
    expect(child.stdout()).toContain('"msg":"stopped"');
    expect(child.stderr()).toBe('');
  });
});

it('stops with the message about the token when Discord rejects it twice', async () => {
  const { person, sandbox, startConnected } = await createProcessFixture();
  const child = await startConnected();
  sandbox.faults.failNext({ status: 401, times: 99 });
  await person('bob')
    .say(sandbox.channels.general, 'this is [delete]')
    .catch(() => undefined);
  expect(await child.exit).toBe(EXIT_CONFIG);
  expect(child.stderr()).toMatch(/rejects the bot’s token.*Bot → Reset Token/);
});

describe.skipIf(process.platform === 'win32')('started by npm', () => {
  it('the bot stops when npm gets SIGTERM', async () => {
    const { dir, env } = await createProcessFixture();
    const scripts = { start: `${process.execPath} ${bundleOf('src/main.ts')}` };
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'bot', scripts }));
    const npm = spawn('npm', ['start'], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void npm.kill('SIGKILL'));
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    await vi.waitFor(() => expect(output).toContain('connected to Discord'), 20_000);
    npm.kill('SIGTERM');
    await vi.waitFor(() => expect(output).toContain('"msg":"stopped"'), 15_000);
  });
});
