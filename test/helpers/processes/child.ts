import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';
import { bundleOf } from './bundle-scripts.ts';

/** A script that runs as its own process. */
export interface Child {
  readonly pid: number;
  /** Everything it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves once its standard output contains these words. */
  says(words: string): Promise<void>;
  /** The first line of its standard output, parsed as JSON. */
  firstLine(): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, or the signal that killed it. Resolves after all its output was read. */
  readonly exit: Promise<number | NodeJS.Signals | null>;
}

/** Starts a script such as `src/main.ts` and kills it when the calling test ends. */
export function startChild(
  script: string,
  { args = [], env = {}, cwd = '.' }: { args?: string[]; env?: NodeJS.ProcessEnv; cwd?: string },
): Child {
  const child = spawn(process.execPath, [bundleOf(script), ...args], {
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
        if (!stdout.includes(words)) throw new Error(`Not printed: “${words}”. ${stderr}`);
      },
      { timeout: 30_000, interval: 10 },
    );
  }

  return {
    // Absent only if the program could not be started, which cannot happen for the running Node.js.
    pid: child.pid ?? 0,
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
