import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';
import { loadDotEnv, type Environment } from '../../shared/environment/environment.ts';
import { parseDiscordConfig } from '../config/discord.ts';
import { intentsOff } from '../gateway/before-login.ts';
import { DisallowedIntentsError, InvalidTokenError } from '../gateway/errors.ts';

/** A terminal with somebody in front of it. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

const PLACE = 'https://discord.com/developers/applications → your application → Bot → Reset Token';
const TOKEN_LINE = /^[ \t]*DISCORD_TOKEN[ \t]*=.*$/m;

/** Reads `.env`. Where a person sits at a terminal and there is no token, asks for it first. Throws like `askForToken`. */
export async function loadSettings(): Promise<void> {
  loadDotEnv();
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY || !output.isTTY) return;
  const token = await askForToken(process.env, '.env', { input, output });
  if (token !== null) process.env.DISCORD_TOKEN = token;
}

/**
 * Asks for the bot's token if it is missing, checks it and the privileged intents at Discord, and writes it into `path`, which
 * only its owner can read then. Resolves to the token; null: it is set already, or the person gave up with Ctrl-C. Throws an
 * `UnreachableError` or a `ConfigError`.
 */
export async function askForToken(
  environment: Environment,
  path: string,
  { input, output }: Terminal,
): Promise<string | null> {
  if ((environment.DISCORD_TOKEN ?? '').trim() !== '') return null;
  const say = (line: string): void => void output.write(`${line}\n`);
  // Readline would show what is typed.
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input, output: hidden, terminal: true });
  const stopped = new AbortController();
  prompt.once('close', () => stopped.abort());
  const ask = (): Promise<string> => prompt.question('', { signal: stopped.signal });
  try {
    say(`The bot needs its token. You find it at ${PLACE}`);
    say('Paste it here and press Enter. It is not shown.');
    for (let token = ''; ;) {
      token = (await ask()).trim() || token;
      const problem = await problemOf(token, environment);
      if (problem === null) {
        writeToken(path, token);
        say(`Discord accepts the token. It is saved in ${path}.`);
        return token;
      }
      say(problem);
    }
  } catch (error) {
    if (stopped.signal.aborted) return null;
    throw error;
  } finally {
    prompt.close();
  }
}

/** Why this token can't be used yet, and what to do. */
async function problemOf(token: string, environment: Environment): Promise<string | null> {
  if (!/^[\w.-]+$/.test(token)) return 'That is not a token. Copy it again and paste it here.';
  try {
    const access = parseDiscordConfig({ ...environment, DISCORD_TOKEN: token });
    if ((await intentsOff(access)).length === 0) return null;
    return `${new DisallowedIntentsError().message} Press Enter here when they are on.`;
  } catch (error) {
    if (error instanceof InvalidTokenError) return 'Discord rejects it. Paste the new token.';
    throw error;
  }
}

/** Keeps the other lines of the file. A kill leaves the file as it was. */
function writeToken(path: string, token: string): void {
  const line = `DISCORD_TOKEN=${token}`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = TOKEN_LINE.test(before)
    ? before.replace(TOKEN_LINE, line)
    : `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`;
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, after, { mode: 0o600 });
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, path);
}
