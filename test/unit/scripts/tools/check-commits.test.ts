import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { problemOf, subjectsSince } from '../../../../scripts/tools/check-commits.mjs';
import { tempDir } from '../../../helpers/temp-dir.ts';

it.each([
  'Add a command that exports cases',
  'Pass the clock to the queues',
  'Focus the first field of a form',
  'Embed the picture in the alert',
])('accepts the subject “%s”', (subject) => {
  expect(problemOf(subject)).toBeNull();
});

it.each([
  ['Added a command', 'imperative'],
  ['Adding a command', 'imperative'],
  ['Adds a command', 'imperative'],
  ['The model card: line ends', 'imperative'],
  ['add a command', 'capital'],
  ['Add a command.', 'punctuation'],
  [`Add ${'a '.repeat(35)}command`, '72'],
])('rejects the subject “%s”', (subject, problem) => {
  expect(problemOf(subject)).toContain(problem);
});

it('reads the subjects after a commit, and none where that commit is absent', () => {
  const folder = tempDir();
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const commit = (subject: string): string => {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    git(...author, 'commit', '--quiet', '--allow-empty', '--message', subject);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet');
  const base = commit('Begin');
  commit('Add a command');
  commit('Add an effect');
  expect(subjectsSince(base, folder)).toEqual(['Add an effect', 'Add a command']);
  expect(subjectsSince('976f96f', folder)).toEqual([]);
  expect(subjectsSince('HEAD', tempDir())).toEqual([]);
});
