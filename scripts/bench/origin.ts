import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

export interface Origin {
  /** An ISO date. */
  date: string;
  machine: string;
  /** The abbreviated hash; null outside a git checkout. */
  commit: string | null;
}

export function currentOrigin(): Origin {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} cores (${model}), ${memoryGiB} GiB, Node ${process.version}`,
    commit: currentCommit(),
  };
}

/** Marked with `+` if files differ from the commit. */
function currentCommit(): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    return null;
  }
}
