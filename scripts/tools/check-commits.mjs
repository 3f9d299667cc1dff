/*
 * Checks the subjects of the commits after BASE; CONTRIBUTING.md has the rules. A checkout without that history, such as a
 * shallow clone, has nothing to check.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The last commit before the rules. */
const BASE = '976f96f';
const MAX_LENGTH = 72;

/** Imperatives with endings that look like other forms. */
const IMPERATIVES = new Set([
  'bring',
  'embed',
  'feed',
  'focus',
  'need',
  'seed',
  'shed',
  'speed',
  'spring',
  'string',
]);

/** Names the problem with a subject, or returns null. */
export function problemOf(subject) {
  if (subject.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (!/^[A-Z]/.test(subject)) return 'does not begin with a capital letter';
  if (/[.!:,;]$/.test(subject)) return 'ends with punctuation';
  const [first = ''] = subject.toLowerCase().split(/[^a-z-]/);
  const isImperative =
    IMPERATIVES.has(first) || !/^(?:the|an?|this|it)$|(?:ing|ed|[^s]s)$/.test(first);
  return isImperative ? null : 'does not begin with an imperative, such as “Add” or “Fix”';
}

/** The subjects of the commits after `base`, newest first; empty if that history is missing. */
export function subjectsSince(base, folder = '.') {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    git('merge-base', '--is-ancestor', base, 'HEAD');
    return git('log', '--no-merges', '--format=%s', `${base}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const subject of subjectsSince(BASE)) {
    const problem = problemOf(subject);
    if (problem === null) continue;
    console.error(`The commit “${subject}” ${problem}.`);
    process.exitCode = 1;
  }
}
