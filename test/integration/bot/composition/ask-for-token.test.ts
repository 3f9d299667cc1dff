import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askForToken } from '../../../../src/bot/composition/ask-for-token.ts';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';

/** A person at a terminal whose bot has no token yet. */
async function scene(environment: Record<string, string> = {}) {
  const sandbox: Sandbox = await createSandbox({ rateLimits: 'off' });
  onTestFinished(() => sandbox.stop());
  const path = join(tempDir(), '.env');
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk));
  const sees = (words: string) => vi.waitFor(() => expect(shown).toContain(words), 5000);
  return {
    sandbox,
    path,
    shown: () => shown,
    sees,
    type: (line: string) => input.write(`${line}\n`),
    press: (key: string) => input.write(key),
    ask: () =>
      askForToken({ DISCORD_API_URL: sandbox.apiUrl, ...environment }, path, { input, output }),
  };
}

describe('asking for the token', () => {
  it('checks it at Discord, saves it for its owner only, and never shows it', async () => {
    const { sandbox, path, ask, sees, type, shown } = await scene();
    const asked = ask();
    await sees('press Enter. It is not shown.');
    type(sandbox.botToken);
    expect(await asked).toBe(sandbox.botToken);
    expect(readFileSync(path, 'utf8')).toBe(`DISCORD_TOKEN=${sandbox.botToken}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(shown()).not.toContain(sandbox.botToken);
  });

  it('keeps the other lines of the file', async () => {
    const { sandbox, path, ask, type } = await scene();
    writeFileSync(path, '# mine\nDISCORD_TOKEN=\nLOG_LEVEL=debug\n');
    const asked = ask();
    type(sandbox.botToken);
    await asked;
    expect(readFileSync(path, 'utf8')).toBe(
      `# mine\nDISCORD_TOKEN=${sandbox.botToken}\nLOG_LEVEL=debug\n`,
    );
  });

  it('asks again for what is no token and for a token that Discord rejects', async () => {
    const { sandbox, ask, type, sees } = await scene();
    const asked = ask();
    type('my token, please');
    await sees('That is not a token.');
    type('bm90IGEgdG9rZW4.Gabcde.not-a-token');
    await sees('Discord rejects it.');
    type(sandbox.botToken);
    expect(await asked).toBe(sandbox.botToken);
  });

  it('says which intents are off, and goes on with Enter when they are on', async () => {
    const { sandbox, ask, type, press, sees } = await scene();
    const { token } = sandbox.members['helper-bot'];
    const { actors } = sandbox.world.state;
    const [helper, bot] = [actors.get(token), actors.get(sandbox.botToken)];
    if (helper?.kind !== 'bot' || bot?.kind !== 'bot') throw new Error('Both are bots.');
    const asked = ask();
    type(token);
    await sees('“Message Content Intent”');
    const { flags } = bot.application;
    actors.set(token, { ...helper, application: { ...helper.application, flags } });
    press('\n');
    expect(await asked).toBe(token);
  });

  it('ends without a token on Ctrl-C, and writes nothing', async () => {
    const { path, ask, press, sees } = await scene();
    const asked = ask();
    await sees('press Enter');
    press('\u0003');
    expect(await asked).toBeNull();
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('does not ask where there is a token', async () => {
    const { ask, shown } = await scene({ DISCORD_TOKEN: 'set' });
    expect(await ask()).toBeNull();
    expect(shown()).toBe('');
  });
});
