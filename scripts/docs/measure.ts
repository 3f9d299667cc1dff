import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/* Starts processes that report which modules ran, by way of `coverage-hook.mjs`. */

const partsSchema = z.array(
  z.object({
    end: z.enum(['stored', 'posted', 'replied', 'asked']),
    modules: z.array(z.string()),
  }),
);

/** The modules with functions that ran between two cuts; `end` is the kind of the later cut. */
export type Part = z.infer<typeof partsSchema>[number];

export interface MeasuredProcess {
  /** Resolves to the first match of a pattern in the output. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves to the parts since the last call, in order. */
  take(): Promise<Part[]>;
  stop(): Promise<void>;
}

/** Starts a script of the checkout at `root` from its source code. */
export async function startMeasured(
  root: string,
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<MeasuredProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-walk-'));
  const resolveModule = (name: string): string => pathToFileURL(resolve(root, name)).href;
  const child = spawn(
    process.execPath,
    [
      ['--import', resolveModule('node_modules/tsx/dist/loader.mjs')],
      ['--import', new URL('coverage-hook.mjs', import.meta.url).href],
      resolve(root, script),
    ].flat(),
    {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        COVERAGE_ROOT: resolve(root),
        STATE_URL: `sqlite:${join(directory, 'state.sqlite')}`,
        STATE_KEY: randomBytes(32).toString('base64'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));

  return {
    async says(pattern) {
      for (;;) {
        const match = pattern.exec(output);
        if (match !== null) return match;
        if (child.exitCode !== null) throw new Error(`${script} ended:\n${output}`);
        await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
      }
    },
    async take() {
      const answer = once(child, 'message');
      child.send('take');
      const [message] = await answer;
      return partsSchema.parse(message);
    },
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
