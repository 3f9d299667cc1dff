import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** A built script as a process of its own. */
export interface Child {
  /** All it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves when this stands on its standard output. */
  says(words: string): Promise<void>;
  /** Its first line on standard output, which is JSON. */
  firstLine(): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
  /** How it ended: an exit code, or the signal that killed it. Everything it wrote has been read by then. */
  readonly exit: Promise<number | NodeJS.Signals | null>;
}

/** Starts a script that `npm run build` made (`npm test` builds first). It is gone with the test that called this. */
export function startChild(
  script: string,
  { args = [], env = {}, cwd = '.' }: { args?: string[]; env?: NodeJS.ProcessEnv; cwd?: string },
): Child {
  const child = spawn(process.execPath, [resolve('dist', script), ...args], {
    env: { PATH: process.env.PATH, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const exit = once(child, 'close').then(([code, signal]) => code ?? signal);

  async function says(words: string): Promise<void> {
    await vi.waitFor(
      () => {
        if (!stdout.includes(words)) throw new Error(`It never said “${words}”. ${stderr}`);
      },
      { timeout: 15_000, interval: 10 },
    );
  }

  return {
    stdout: () => stdout,
    stderr: () => stderr,
    says,
    async firstLine() {
      await says('\n');
      return JSON.parse(stdout.slice(0, stdout.indexOf('\n')));
    },
    kill: (signal) => void child.kill(signal),
    exit,
  };
}
