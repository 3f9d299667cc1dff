import { spawnSync } from 'node:child_process';
import { ReleaseError } from './release-error.ts';

/** Runs a program until it ends, and returns its output. Throws a `ReleaseError` with its error output. */
export function run(program: string, args: readonly string[], cwd = '.'): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  if (status === 0) return stdout;
  const complaint = error?.message ?? `${stdout}${stderr}`.trim();
  throw new ReleaseError(`${[program, ...args].join(' ')} failed: ${complaint}`);
}
