import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../src/shared/make-folder.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

it('creates the folders above it, too, and leaves an existing one alone', () => {
  const folder = join(tempDir(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

it('fails below a file', () => {
  const file = join(tempDir(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'a'))).toThrow(/ENOTDIR/);
});

it.runIf(existsSync('/proc/self'))(
  'fails at once where the system has no place for folders',
  () => {
    expect(() => makeFolder('/proc/x/y')).toThrow(/ENOENT/);
  },
);
