import { basename, dirname, resolve } from 'node:path';
import { run } from './run.ts';

/** Signs a file with a private SSH key. The signature goes to FILE.sig next to it. */
export function sign(file: string, key: string): void {
  run(
    'ssh-keygen',
    ['-Y', 'sign', '-f', resolve(key), '-n', 'file', basename(file)],
    dirname(file),
  );
}
